import type { Command } from 'commander'
import { badUsage } from '../shared/errors/app-error.ts'

/**
 * What commander would let pass: a password as an argument, an option that swallows the next one as its value, an empty
 * value (an unset variable in a script). Fails with bad-usage that repeats no value.
 */
export function checkArguments(program: Command, argv: readonly string[]): void {
  const command = program.commands.find((known) => known.name() === argv.find((word) => !word.startsWith('-')))
  const valued = new Set((command ?? program).options.filter((option) => option.required).map((option) => option.long))
  const end = argv.indexOf('--')
  const words = end === -1 ? argv : argv.slice(0, end)
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    refusePassword(word)
    const [name, value] = splitOnce(word)
    if (!valued.has(name)) continue
    if (value === undefined) at += 1
    refuseMissing(name, value ?? words[at], value !== undefined)
  }
}

function refusePassword(word: string): void {
  if (word !== '--password' && !word.startsWith('--password=') && !word.startsWith('-p')) return
  throw badUsage(
    'There is no option for a password: other programs could read it there.',
    'Put it into the environment variable PARCEL_DESK_PASSWORD, or pipe it in with --password-stdin.',
  )
}

function refuseMissing(name: string, value: string | undefined, isJoined: boolean): void {
  if (value === undefined || (!isJoined && value.startsWith('--'))) {
    throw badUsage(`${name} needs a value.`, `A value that begins with two dashes is written ${name}=--value.`)
  }
  if (value === '') throw badUsage(`${name} was given an empty value.`, 'Leave it out, or give it a value.')
}

function splitOnce(word: string): [string, string?] {
  const at = word.indexOf('=')
  return at === -1 ? [word] : [word.slice(0, at), word.slice(at + 1)]
}

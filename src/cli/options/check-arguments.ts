import type { Command, CommanderError } from 'commander'
import { badUsage } from '../../shared/errors/app-error.ts'
import { didYouMean } from '../../engine/base/did-you-mean.ts'
import type { Terminal } from '../terminal/terminal.ts'

/**
 * Refuses what commander would accept: a password as an argument, an option that swallows the next one as its value, an empty
 * value (an unset variable in a script), help for an unknown command. And unknown options, because commander reports a missing
 * option first and so would not mention the mistyped `--too`. Fails with bad-usage that repeats no value.
 */
export function checkArguments(program: Command, argv: readonly string[]): void {
  refuseUndecodable(argv)
  const command = program.commands.find((known) => known.name() === argv.find((word) => !word.startsWith('-')))
  refuseUnknownTopic(program, argv)
  const end = argv.indexOf('--')
  const words = end === -1 ? argv : argv.slice(0, end)
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    refusePassword(word)
    const [name, value] = splitOnce(word)
    const option = (command ?? program).options.find(({ long }) => long === name)
    if (option === undefined) refuseUnknown(command, name)
    else if (option.required) refuseMissing(name, value ?? words[at + 1], value !== undefined)
    else if (value !== undefined) throw badUsage(`${name} takes no value.`, 'Leave out the equals sign and the rest.')
    if (option?.required === true && value === undefined) at += 1
  }
}

/** What Node puts in place of bytes that are no UTF-8: two names that differ in such a byte would become one. */
const UNDECODABLE = '\uFFFD'

function refuseUndecodable(argv: readonly string[]): void {
  const at = argv.findIndex((word) => word.includes(UNDECODABLE))
  if (at === -1) return
  throw badUsage(
    `Argument ${at + 1} has bytes that are no UTF-8 text, and would name something else.`,
    'Type it at a terminal in UTF-8; rename a file or folder that has such a name.',
  )
}

/** As for arguments: nothing may be read from, or written to, another place than the one that was meant. */
export function checkSurroundings({ env, workingDir }: Pick<Terminal, 'env' | 'workingDir'>): void {
  const variable = Object.keys(env).find(
    (name) => name.startsWith('PARCEL_DESK_') && env[name]?.includes(UNDECODABLE) === true,
  )
  if (variable !== undefined) throw badUsage(`${variable} has bytes that are no UTF-8 text.`, 'Set it in UTF-8.')
  if (workingDir.includes(UNDECODABLE))
    throw badUsage('The name of this folder is no UTF-8 text.', 'Go to another folder, or rename this one.')
}

/** Commander would print the help of the whole program without saying what was wrong. */
function refuseUnknownTopic(program: Command, [first, topic]: readonly string[]): void {
  if (first !== 'help' || topic === undefined || topic.startsWith('-')) return
  if (topic !== 'help' && !program.commands.some((known) => known.name() === topic))
    throw unknownCommand(program, topic)
}

/** What other programs call a command of ours. */
const OTHER_NAMES = new Map([
  ['login', 'sign-in'],
  ['logout', 'sign-out'],
  ['download', 'save'],
  ['list', 'search'],
  ['ls', 'search'],
  ['version', '--version'],
])

function unknownCommand(program: Command, word: string): Error {
  const names = [...program.commands.map((known) => known.name()), 'help']
  const other = OTHER_NAMES.get(word.toLowerCase())
  const meant = other === undefined ? didYouMean(word, names) : `Did you mean ${other}? `
  return badUsage(`There is no command “${word}”.`, `${meant}“parcel-desk --help” lists them.`)
}

function refuseUnknown(command: Command | undefined, name: string): void {
  if (command !== undefined && name.startsWith('--') && name !== '--help') throw unknownOption(command, name)
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

const QUOTED = /'([^']*)'/

/**
 * Turns an error of commander into bad-usage in our own words; help and version pass through. Never repeats an option's value
 * or a stray argument: either may be a password.
 */
export function throwUsageError(error: CommanderError, command: Command): never {
  const [, quoted = ''] = QUOTED.exec(error.message) ?? []
  const [flag = ''] = quoted.split('=', 1)
  const { fullName, help } = namesOf(command)
  switch (error.code) {
    case 'commander.unknownOption':
      throw unknownOption(command, flag)
    case 'commander.unknownCommand':
      throw unknownCommand(command, flag)
    case 'commander.optionMissingArgument':
      throw badUsage(`${quoted} needs a value.`, help)
    case 'commander.missingMandatoryOptionValue':
      throw badUsage(`${fullName} needs ${quoted}.`, help)
    case 'commander.missingArgument':
      throw badUsage(`${fullName} needs ${quoted}.`, help)
    case 'commander.excessArguments':
      throw badUsage(
        `${fullName} was given more arguments than it takes.`,
        `Put names with spaces into quotation marks. ${help}`,
      )
    default:
      throw error
  }
}

/** The bad-usage for an unknown option, with the nearest known one. */
function unknownOption(command: Command, flag: string): Error {
  const { fullName, help } = namesOf(command)
  const options = command.options.flatMap(({ long }) => long ?? [])
  const hint = command.parent === null ? 'Options come after the command. ' : didYouMean(flag, options)
  return badUsage(`${fullName} has no option ${flag}.`, hint + help)
}

function namesOf(command: Command): { fullName: string; help: string } {
  const fullName = command.parent === null ? command.name() : `${command.parent.name()} ${command.name()}`
  return { fullName, help: `“${fullName} --help” shows what it takes.` }
}

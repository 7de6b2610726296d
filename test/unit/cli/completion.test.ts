import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { bashScript, fishScript, powershellScript, zshScript } from '../../../src/cli/commands/completion.ts'
import { type CommandWord, readVocabulary } from '../../../src/cli/commands/completion-vocabulary.ts'
import { buildCommandTree } from '../../../src/cli/command-tree.ts'
import { run } from '../../support/fake-terminal.ts'
import { hasProgram } from '../../support/system-abilities.ts'

const ignore = (): undefined => undefined
const launch = (): Promise<void> => Promise.resolve()
const words = readVocabulary(buildCommandTree({ version: '1', launch, writeOut: ignore, writeErr: ignore }))

/** What bash itself offers after these words. */
function offered(line: string[], folder = import.meta.dirname): string[] {
  const typed = ['parcel-desk', ...line].map((word) => `'${word}'`).join(' ')
  const script = `${bashScript(words)}
COMP_WORDS=(${typed}); COMP_CWORD=${line.length}; _parcel_desk 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8', cwd: folder }).trim().split('\n')
}

/** Windows has a bash only where somebody installed one, whose paths are not those of Windows. */
const hasBash = process.platform !== 'win32' && hasProgram('bash')

describe.skipIf(!hasBash)('the completion for bash', () => {
  it.each([
    [['sea'], ['search']],
    [['s'], ['sign-in', 'sign-out', 'search', 'save', 'schedule', 'support']],
    [['search', '--ref'], ['--refs-file']],
    [
      ['save', '--conflict', ''],
      ['keep-both', 'skip', 'replace'],
    ],
    [['save', '--conflict', 'k'], ['keep-both']],
    [['save', '--customer', ''], ['']],
    [['completion', 'f'], ['fish']],
    [['help', 'ver'], ['verify']],
    [['search', '--refs-file', 'completion.te'], ['completion.test.ts']],
    [['jobs', '--cust'], ['']],
  ])('offers after %j: %j', (line, choices) => {
    expect(offered(line)).toEqual(choices)
  })
})

describe.skipIf(!hasBash)('paths in the completion for bash', () => {
  it.each([
    ['of an option', ['save', '--to', 'my']],
    ['of a command', ['verify', 'my']],
  ])('stay whole if they contain a space: %s', (_where, line) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'completion-'))
    try {
      mkdirSync(path.join(folder, 'my shipments'))
      expect(offered(line, folder)).toEqual(['my shipments'])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe.each([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
  ['powershell', powershellScript],
])('the completion script for %s', (shell, scriptOf) => {
  it('is what the command prints', async () => {
    const { code, stdout, stderr } = await run(['completion', shell])
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: scriptOf(words), stderr: '' })
  })

  it('knows every command, option and choice', () => {
    const script = scriptOf(words)
    for (const { name, options } of words) {
      expect(script).toContain(name)
      for (const { flag, choices } of options) {
        expect(script).toContain(shell === 'fish' ? `-l ${flag.slice(2)}` : flag)
        for (const choice of choices) expect(script).toContain(choice)
      }
    }
  })

  it('cannot be broken out of by a quote in a description', () => {
    const description = 'it\'s $(id) `id` [x]: "y"'
    const option = { flag: '--x', description, value: 'text', choices: [], isRepeatable: false } as const
    const odd: CommandWord = {
      name: 'x',
      description,
      options: [{ ...option, choices: [] }],
      argument: { value: 'none', choices: [] },
    }
    const quoted = { bash: '', zsh: "it'\\''s", fish: "it\\'s", powershell: "it''s" }[shell] ?? 'unknown'
    expect(scriptOf([odd])).toContain(quoted)
    expect(scriptOf([odd])).not.toMatch(/it's/)
  })
})

describe('readVocabulary', () => {
  it('knows what kind of value follows an option', () => {
    const save = words.find(({ name }) => name === 'save')
    const kinds = Object.fromEntries(save?.options.map(({ flag, value }) => [flag, value]) ?? [])
    expect(kinds).toMatchObject({
      '--to': 'folder',
      '--refs-file': 'file',
      '--conflict': 'choice',
      '--customer': 'text',
      '--dry-run': 'none',
    })
  })
})

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { bashScript, fishScript, powershellScript, zshScript } from '../../../src/cli/commands/completion.ts'
import { type CommandWord, readVocabulary } from '../../../src/cli/commands/completion-vocabulary.ts'
import { buildCommandTree } from '../../../src/cli/command-tree.ts'
import { run } from '../../support/fake-terminal.ts'
import { demoConnection, demoJob } from './demo-values.ts'
import { createFakeDesk } from './fake-desk.ts'
import { hasProgram } from '../../support/system-abilities.ts'

const ignore = (): undefined => undefined
const launch = (): Promise<void> => Promise.resolve()
const words = readVocabulary(buildCommandTree({ version: '1', launch, writeOut: ignore, writeErr: ignore }))

/** In place of the program: it answers with the names that it was asked for. */
const NAMES: Record<string, string> = {
  jobs: '20260204T0819-0a1b2c3d\\tdone\\n20260205T0820-1a1b2c3d\\tstopped\\n',
  'unfinished-jobs': '20260205T0820-1a1b2c3d\\tstopped\\n',
  profiles: 'ops@aurora at uat:8443\\ttest\\nuat\\ttest\\n',
  schedules: 'Month end\\tat 18:00\\n$(touch run) `touch run`\\tat 19:00\\n',
}
const PROGRAM = Object.entries(NAMES).map(([kind, lines]) => `test "$3" = ${kind} && printf '${lines}'`)

/** What bash itself offers after these words. */
function offered(line: string[], folder = import.meta.dirname): string[] {
  const typed = ['parcel-desk', ...line].map((word) => `'${word}'`).join(' ')
  const script = `${bashScript(words)}
parcel-desk() { ${PROGRAM.join('; ')}; }
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
    [
      ['undo', ''],
      ['20260204T0819-0a1b2c3d', '20260205T0820-1a1b2c3d'],
    ],
    [['resume', '2'], ['20260205T0820-1a1b2c3d']],
    [['resume', '--conc'], ['--concurrency']],
    [['search', '--profile', 'u'], ['uat']],
    [['search', '--profile', 'ops'], ['ops@aurora at uat:8443']],
    [['schedule', 'run', 'M'], ['Month end']],
    [['schedule', 'remove', String.raw`Month\ `], ['Month end']],
    [['schedule', 'run', '$'], ['$(touch run) `touch run`']],
    [['schedule', 'run', '--du'], ['--due']],
    [['completion', 'bash', 'prof'], ['']],
  ])('offers after %j: %j', (line, choices) => {
    expect(offered(line)).toEqual(choices)
  })
})

describe.skipIf(process.platform === 'win32' || !hasProgram('fish'))('the completion for fish', () => {
  it.each([
    ['undo 20260204', ['20260204T0819-0a1b2c3d\tdone']],
    ['resume 2', ['20260205T0820-1a1b2c3d\tstopped']],
    ['search --profile u', ['uat\ttest']],
    ['schedule run M', ['Month end\tat 18:00']],
    ['schedule list M', ['remove']],
  ])('offers names that this computer keeps after “%s”', (line, choices) => {
    const program = `function parcel-desk\n${PROGRAM.join('\n').replaceAll('$3', '$argv[3]')}\nend`
    const script = `${program}\n${fishScript(words)}\ncomplete -C 'parcel-desk ${line}'`
    const said = execFileSync('fish', ['--no-config', '--command', script], { encoding: 'utf8' })
    expect(said.split('\n').filter((text) => text !== '')).toEqual(choices)
  })
})

describe.skipIf(process.platform === 'win32' || !hasProgram('zsh'))('the completion for zsh', () => {
  it('asks the program for names and takes a colon in one for a part of it', () => {
    const script = `compdef() { }; _describe() { print -rl $1 $names }; parcel-desk() { ${PROGRAM.join('; ')}; true }
${zshScript(words)}
_parcel-desk-names profiles`
    const said = execFileSync('zsh', ['--no-rcs', '-c', script], { encoding: 'utf8' })
    expect(said).toBe('profiles\nops@aurora at uat\\:8443:test\nuat:test\n')
  })

  it('offers them for arguments and options', () => {
    const script = zshScript(words)
    for (const spec of [
      ': _parcel-desk-names jobs',
      ': _parcel-desk-names unfinished-jobs',
      ': _parcel-desk-names schedules',
    ])
      expect(script).toContain(`':value${spec}'`)
    expect(script).toMatch(/--profile\[[^\]]+\]:value: _parcel-desk-names profiles'/)
  })
})

describe('completion of names', () => {
  it.each([
    ['jobs', 'job-1\tdone, /target\njob-2\tstopped, /target\n'],
    ['unfinished-jobs', 'job-2\tstopped, /target\n'],
    ['profiles', 'main\ttest\n'],
    ['schedules', ''],
  ])('prints the %s of this computer, a line each', async (kind, lines) => {
    const jobs = [demoJob(), demoJob({ job: 'job-2', state: 'stopped' })]
    const { desk } = createFakeDesk({ jobs, profiles: [demoConnection('main')] })
    expect(await run(['completion', 'bash', kind], { desk })).toMatchObject({ code: 0, stdout: lines, stderr: '' })
  })
})

describe.skipIf(!hasBash)('paths in the completion for bash', () => {
  it.each([
    ['of an option', ['save', '--to', 'my']],
    ['of a command', ['verify', 'my']],
    ['of the second of two files', ['compare', 'a.pdf', 'my']],
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

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildCommandTree } from '../../../src/cli/command-tree.ts'
import { run } from '../../support/fake-terminal.ts'

const program = buildCommandTree({
  version: '1.2.3',
  launch: () => Promise.resolve(),
  writeOut: () => undefined,
  writeErr: () => undefined,
})
const manual = readFileSync(path.join(import.meta.dirname, '../../../docs/command-line.md'), 'utf8')

/** What scripts depend on: names of commands, their own options besides the general ones. */
const CONNECTION = ['profile', 'base-url', 'username', 'password-stdin', 'credential-form', 'environment', 'ca-file']
const SELECTION = ['customer', 'shipment-ref', 'refs-file', 'status', 'instance', 'filter', 'state']
const GENERAL = ['data-dir', 'json', 'quiet', 'verbose', 'log-file']
const LIMITS = ['concurrency', 'max-minutes', 'max-document-mb', 'bwlimit', 'calls-per-minute', 'wait']
const CONTRACT: Record<string, string[]> = {
  'sign-in': [...CONNECTION, ...GENERAL],
  'sign-out': ['profile', ...GENERAL],
  profiles: GENERAL,
  counterparties: ['name', ...CONNECTION, ...GENERAL],
  search: [...SELECTION, ...CONNECTION, ...GENERAL],
  find: ['customer', 'limit', 'environment', ...GENERAL],
  index: ['status', 'run', 'rebuild', 'environment', ...GENERAL],
  save: [
    ...SELECTION,
    'to',
    'name',
    'doc-type',
    'conflict',
    'only-new',
    'dry-run',
    ...LIMITS,
    'json-events',
    ...CONNECTION,
    ...GENERAL,
  ],
  get: ['set', 'document', 'output', 'max-document-mb', 'save-anyway', ...CONNECTION, ...GENERAL],
  jobs: GENERAL,
  resume: [...LIMITS, 'json-events', 'save-anyway', ...CONNECTION, ...GENERAL],
  undo: ['dry-run', ...GENERAL],
  compare: GENERAL,
  verify: ['signatures', ...GENERAL],
  pack: [...SELECTION, 'folder', 'output', 'form', 'template', 'to', 'dry-run', ...CONNECTION, ...GENERAL],
  schedule: [
    'at',
    'time-zone',
    'worklist',
    ...SELECTION,
    'to',
    'name',
    'doc-type',
    'conflict',
    'only-new',
    'due',
    'for',
    ...LIMITS,
    ...CONNECTION,
    ...GENERAL,
  ],
  watch: [
    'amqp-url',
    'queue',
    'stream',
    'from',
    'customer',
    'prefetch',
    'count',
    'for',
    'save-to',
    'on-state',
    ...CONNECTION,
    ...GENERAL,
  ],
  collect: [
    'amqp-url',
    'queue',
    'customer',
    'prefetch',
    'count',
    'for',
    'publish-url',
    'exchange',
    'publish-ca-file',
    'check',
    'standby',
    'republish',
    'republish-until',
    'republish-customer',
    'check-every',
    'health',
    ...CONNECTION,
    ...GENERAL,
  ],
  feed: ['customer', 'virtual-host', 'exchange', 'retention', 'back-end-queue', 'keep-users', ...GENERAL],
  inbox: ['customer', 'state', 'since', 'unread', 'environment', ...GENERAL],
  policy: [...GENERAL],
  support: ['output', ...GENERAL],
  notices: [...GENERAL],
  completion: [],
}

describe('the commands', () => {
  it('are those that scripts depend on, with their options', () => {
    const names = Object.fromEntries(
      program.commands.map((command) => [command.name(), command.options.map((option) => option.name())]),
    )
    expect(names).toEqual(CONTRACT)
  })

  it.each(program.commands.map((command) => ({ name: command.name(), command })))(
    'are all in the manual with every option: $name',
    ({ name, command }) => {
      expect(manual).toContain(`\`${name}`)
      for (const { long } of command.options) expect(manual).toContain(`\`${long ?? ''}`)
    },
  )

  it('have a manual that names every environment variable and exit code of the help', async () => {
    const { stdout } = await run(['--help'])
    const names = [...stdout.matchAll(/PARCEL_DESK_\w+|(?<=^ {2}| {3,})\d+(?= {2})/gm)].map(([name]) => name)
    expect(names.length).toBeGreaterThan(12)
    for (const name of names) expect(manual).toContain(name)
  })
})

describe('help', () => {
  it.each([['--help'], ['help']])('is printed on stdout with 0 for %s, and opens nothing', async (word) => {
    const { code, stdout, stderr, opened } = await run([word])
    expect({ code, stderr, opened }).toEqual({ code: 0, stderr: '', opened: [] })
    for (const heading of ['Usage:', 'First steps', 'Environment:', 'Exit codes:', 'Finding:', 'Saving:']) {
      expect(stdout).toContain(heading)
    }
  })

  it('shows a newcomer the three ways to connect, and a first save', async () => {
    const { stdout } = await run(['--help'])
    const ways = [
      'parcel-desk sign-in --base-url',
      '--password-stdin',
      'set PARCEL_DESK_BASE_URL, PARCEL_DESK_USERNAME',
    ]
    for (const way of [...ways, 'parcel-desk save --shipment-ref']) expect(stdout).toContain(way)
  })

  it.each(Object.keys(CONTRACT))('of %s has its options in groups and an example', async (name) => {
    const { code, stdout } = await run([name, '--help'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/Examples?/)
    expect(stdout).toContain(`parcel-desk ${name}`)
    for (const option of CONTRACT[name] ?? []) expect(stdout).toContain(`--${option}`)
  })

  it('never mentions an option that takes a password', async () => {
    const texts = await Promise.all(Object.keys(CONTRACT).map(async (name) => (await run([name, '--help'])).stdout))
    expect(texts.join('')).not.toMatch(/--password(?!-stdin)/)
  })

  it('says beside the version that the program is installed twice', async () => {
    expect(await run(['--version'], { installationNotice: 'It is there twice' })).toMatchObject({
      code: 0,
      stdout: '1.2.3\n',
      stderr: 'It is there twice.\n',
    })
  })

  it('prints the version', async () => {
    expect(await run(['--version'])).toMatchObject({ code: 0, stdout: '1.2.3\n', opened: [] })
  })
})

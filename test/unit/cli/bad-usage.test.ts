import { describe, expect, it } from 'vitest'
import { buildCommandTree } from '../../../src/cli/command-tree.ts'
import { asPlatform } from '../../support/as-platform.ts'
import { createFakeDesk } from './fake-desk.ts'
import { run } from '../../support/fake-terminal.ts'

const ID = '5c0f2a34-9f0e-4c55-8a51-0d2f6f1f7b10'
const ONE_OFF = ['--base-url', 'https://exchange.example', '--username', 'ops']

/** The words, what the sentence must name, and what it must suggest. */
const BAD: [string, string[], RegExp][] = [
  ['no command', ['sarch'], /sarch.*search/],
  ['what others call sign-in', ['login', '--username', 'ops'], /“login”\. Did you mean sign-in\?/],
  ['what others call sign-out', ['logout'], /Did you mean sign-out\?/],
  ['what others call save', ['help', 'download'], /Did you mean save\?/],
  ['what others call search', ['list'], /Did you mean search\?/],
  ['the version as a command', ['version'], /Did you mean --version\?/],
  ['a mistyped option that is needed', ['save', '--too', 'x'], /no option --too\. Did you mean --to\?/],
  ['a value that is none', ['search', '--json=1'], /--json takes no value/],
  ['help on a command that there is not', ['help', 'serch'], /serch.*Did you mean search\?/],
  ['an unknown option', ['search', '--custmer', 'Aurora'], /--custmer.*--customer/],
  ['an unknown option with its value', ['save', '--conflct=skip'], /no option --conflct\. Did you mean --conflict\?/],
  ['an option before the command', ['--json', 'search'], /--json.*after the command/],
  ['a missing value at the end', ['search', '--customer'], /--customer needs a value/],
  ['an option in place of a value', ['search', '--customer', '--json'], /--customer needs a value/],
  ['an empty value, as an unset variable gives', ['search', '--customer', ''], /--customer.*empty/],
  ['an empty joined value', ['search', '--customer='], /--customer.*empty/],
  ['a choice that there is not', ['save', '--to', 'x', '--conflict', 'skp'], /--conflict.*skip/],
  ['a form of credentials that there is not', ['search', '--credential-form', 'header'], /--credential-form.*headers/],
  ['an environment that there is not', ['search', '--environment', 'prod'], /--environment.*production, test/],
  ['too many at once', ['save', '--to', 'x', '--concurrency', '33'], /--concurrency.*1 to 32/],
  ['none at once', ['save', '--to', 'x', '--concurrency', '0'], /--concurrency.*1 to 32/],
  ['a fraction at once', ['save', '--to', 'x', '--concurrency', '2.5'], /--concurrency/],
  ['a number in another notation', ['save', '--to', 'x', '--concurrency', '0x4'], /--concurrency/],
  ['no time at all', ['save', '--to', 'x', '--max-minutes', '0'], /--max-minutes.*above 0/],
  ['time that goes backwards', ['resume', '--max-minutes', '-5'], /--max-minutes/],
  ['time that is endless', ['resume', '--max-minutes', 'Infinity'], /--max-minutes/],
  ['no calls at all', ['save', '--to', 'x', '--calls-per-minute', '0'], /--calls-per-minute.*1 to 100000/],
  ['calls that go backwards', ['save', '--to', 'x', '--calls-per-minute', '-5'], /--calls-per-minute/],
  ['a rate in no unit', ['save', '--to', 'x', '--bwlimit', '2X'], /--bwlimit cannot be “2X”.*500k/],
  ['no bytes at all', ['resume', '--bwlimit', '0'], /--bwlimit cannot be “0”/],
  ['a timetable with a gap', ['save', '--to', 'x', '--bwlimit', '08:00,2M 18:00'], /--bwlimit.*a time, a comma/],
  ['no patience', ['save', '--to', 'x', '--wait', '0'], /--wait.*above 0/],
  ['no folder', ['save'], /--to <DIR>/],
  [
    'an unknown token in the pattern',
    ['save', '--to', 'x', '--name', '{custmer}', ...ONE_OFF],
    /custmer.*\{customer\}/,
  ],
  ['a pattern that leaves the folder', ['save', '--to', 'x', '--name', '../{name}', ...ONE_OFF], /\.\./],
  ['a set that is no id', ['get', '--set', '../..', '--document', ID, '--output', 'x'], /--set/],
  ['a document that is no id', ['get', '--set', ID, '--document', '1', '--output', 'x'], /--document/],
  ['no file to write', ['get', '--set', ID, '--document', ID], /--output/],
  ['no folder to verify', ['verify'], /DIR/],
  ['a word too many', ['search', 'Aurora'], /more arguments/],
  ['a filter without a name', ['search', '--filter', '=x'], /--filter.*NAME=VALUE/],
  ['a filter without an equals sign', ['search', '--filter', 'vesselName'], /--filter.*NAME=VALUE/],
  ['a filter that has its own option', ['search', '--filter', 'status=FILED'], /--filter.*--status/],
  ['a filter given twice', ['search', '--filter', 'a=1', '--filter', 'a=2'], /--filter.*twice/],
  [
    'plain HTTP to another computer',
    ['search', '--base-url', 'http://exchange.example', '--username', 'o'],
    /https:\/\//,
  ],
  ['no user name', ['search', '--base-url', 'https://exchange.example'], /--username/],
  ['no address', ['search', '--username', 'ops'], /--base-url/],
  ['two connections', ['search', '--profile', 'a', ...ONE_OFF], /--profile.*--base-url/],
  ['a password for a saved account', ['search', '--profile', 'a', '--password-stdin'], /--password-stdin/],
  ['a certificate file that is not there', ['search', '--ca-file', '/no/such.pem', ...ONE_OFF], /such\.pem/],
  ['a list that is not there', ['search', '--refs-file', 'no-such.csv', ...ONE_OFF], /no-such\.csv.*no such file/],
  ['two that want standard input', ['search', '--refs-file', '-', '--password-stdin', ...ONE_OFF], /standard input/i],
  [
    'a schedule for the system to keep',
    ['schedule', 'export', 'Morning'],
    /“export”\. It takes list, add, run, remove/,
  ],
  ['a Shovel', ['feed', 'topology', '--customer', ID, '--shovel'], /no option --shovel/],
  ['a shell that there is not', ['completion', 'bsh'], /bsh.*bash/],
]

describe('an invalid command line', () => {
  it.each(BAD)('ends with 2 and says what is wrong: %s', async (_what, argv, sentence) => {
    const { desk, calls } = createFakeDesk()
    const { code, stdout, stderr } = await run(argv, { desk, env: { PARCEL_DESK_PASSWORD: 'hunter2-canary' } })
    expect(code).toBe(2)
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stdout === '' || argv.includes('--json')).toBe(true)
    expect({ search: calls.search, plan: calls.plan, connections: calls.connections }).toEqual({
      search: [],
      plan: [],
      connections: [],
    })
  })

  it('prints the failure as JSON with --json, because a script reads nothing else', async () => {
    const { code, stdout } = await run(['search', '--json', '--custmer', 'x'])
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toHaveProperty('failure.tag', 'bad-usage')
    expect(stdout).toContain('--custmer')
    expect(stdout).toContain('--customer')
  })

  it('shows the help and ends with 2 if there is no command, because nothing was done', async () => {
    const { code, stdout, stderr } = await run([])
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain('Usage: parcel-desk')
  })
})

describe('a password on the command line', () => {
  const secret = 'hunter2-canary'
  it.each([
    ['as an option', ['search', '--password', secret]],
    ['joined to an option', ['search', `--password=${secret}`]],
    ['as a short option', ['search', '-p', secret]],
    ['joined to a short option', ['search', `-p${secret}`]],
    ['joined to a mistyped option', ['search', `--pasword=${secret}`]],
    ['after a mistyped option', ['search', '--pasword', secret]],
    ['after the option that reads it from elsewhere', ['search', '--password-stdin', secret]],
    ['in the address', ['search', '--username', 'ops', '--base-url', `https://ops:${secret}@exchange.example`]],
    [
      'in an address that is none',
      ['search', '--username', 'ops', '--base-url', `https://ops:${secret}@exchange example`],
    ],
  ])('is refused without being repeated: %s', async (_how, argv) => {
    const { code, stdout, stderr, log } = await run([...argv, '--json'])
    expect(code).toBe(2)
    expect(stdout + stderr + log).not.toContain(secret)
  })

  it('is refused with the two alternatives', async () => {
    const { stderr } = await run(['search', '--password', secret])
    expect(stderr).toContain('PARCEL_DESK_PASSWORD')
    expect(stderr).toContain('--password-stdin')
  })
})

describe('a home folder that the shell did not replace', () => {
  const tree = buildCommandTree({ version: '1', launch: () => Promise.resolve(), writeOut: String, writeErr: String })
  const options = tree.commands.flatMap((command) =>
    command.options
      .filter(({ flags }) => /FILE|DIR/.test(flags))
      .map(({ long }): [string, string] => [command.name(), long ?? '']),
  )

  it.each([...options, ['verify', 'The folder']])(
    'is refused by %s %s, because a folder “~” would be made or read',
    async (command, option) => {
      const words = option.startsWith('--') ? [`${option}=~/ships`] : ['~/ships']
      const { code, stderr, opened } = await run([command, ...words])
      expect({ code, opened }).toEqual({ code: 2, opened: [] })
      expect(stderr).toContain(`${option} cannot be “~/ships”`)
      expect(stderr).toContain('$HOME')
    },
  )

  it.each([
    ['PARCEL_DESK_DATA_DIR', ['jobs']],
    ['PARCEL_DESK_CA_FILE', ['search', ...ONE_OFF]],
    ['PARCEL_DESK_CA_FILE', ['sign-in', ...ONE_OFF]],
    ['PARCEL_DESK_CA_FILE', ['watch', '--queue', 'q', '--amqp-url', 'amqps://ops@mq.example/parcels']],
  ])('is refused in %s of the environment by %j', async (variable, words) => {
    const env = { [variable]: '~ops/x', PARCEL_DESK_PASSWORD: 'x', PARCEL_DESK_AMQP_PASSWORD: 'x' }
    const { code, stderr } = await run(words, { desk: createFakeDesk().desk, env })
    expect(code).toBe(2)
    expect(stderr).toContain(`${variable} cannot be “~ops/x”`)
  })
})

describe('bytes that are no UTF-8', () => {
  it.each([
    ['in a folder', ['save', '--to', 'lat\uFFFD', ...ONE_OFF], {}],
    ['joined to an option', ['save', '--to=lat\uFFFD', ...ONE_OFF], {}],
    ['in an argument', ['verify', 'lat\uFFFD'], {}],
    ['after two dashes', ['verify', '--', 'lat\uFFFD'], {}],
    ['in the environment', ['jobs'], { env: { PARCEL_DESK_DATA_DIR: '/srv/lat\uFFFD' } }],
    ['in the name of the folder that relative paths begin from', ['jobs'], { workingDir: '/srv/lat\uFFFD' }],
  ])('are refused %s before anything is opened, because they would name another', async (_where, words, given) => {
    const { code, stderr, opened } = await run(words, { desk: createFakeDesk().desk, ...given })
    expect({ code, opened }).toEqual({ code: 2, opened: [] })
    expect(stderr).toContain('UTF-8')
  })
})

describe('a data folder that Windows cannot mean', () => {
  it.each<[how: string, words: string[], env: Record<string, string>]>([
    ['--data-dir', ['--data-dir', String.raw`D:\desk\aux`], {}],
    ['PARCEL_DESK_DATA_DIR', [], { PARCEL_DESK_DATA_DIR: String.raw`D:\desk\aux` }],
  ])('is refused as %s before anything is opened', async (how, words, env) => {
    asPlatform('win32')
    const { code, stderr, opened } = await run(['jobs', ...words], { env })
    expect({ code, opened }).toEqual({ code: 2, opened: [] })
    expect(stderr).toContain(`${how} cannot be “D:\\desk\\aux”`)
  })

  it('is not looked at where --data-dir names another', async () => {
    asPlatform('win32')
    const env = { PARCEL_DESK_DATA_DIR: String.raw`D:\desk\aux` }
    const { opened } = await run(['jobs', '--data-dir', String.raw`D:\desk`], { env })
    expect(opened).toMatchObject([{ dataDir: String.raw`D:\desk` }])
  })
})

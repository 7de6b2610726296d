import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HAS_OWN_ETC, manageComputer, type ManagedComputer } from '../support/system-policy.ts'

const SET = { QueueForbidden: true, ArchiveRoots: ['/srv/archive'], ConnectionsLocked: true, ConnectionList: [] }
const LOOSE = '{ "QueueForbidden": false, "ArchiveRoots": null, "ConnectionsLocked": false, "PlainAmqpAllowed": true }'
const NOBODY = 65_534

interface Listed {
  key: string
  value: unknown
  source: string
  locked: boolean
}

async function listed(
  computer: ManagedComputer,
  { words = [], env = {} }: { words?: string[]; env?: Record<string, string> } = {},
): Promise<Record<string, Listed>> {
  const { code, stdout, stderr } = await computer.run(['policy', '--json', ...words], env)
  expect({ code, stderr }).toMatchObject({ code: 0 })
  const records: Listed[] = JSON.parse(stdout)
  return Object.fromEntries(records.map((one) => [one.key, one]))
}

/** As an administrator has set it: nothing of what the user did counts. */
const AS_SET = {
  QueueForbidden: { value: true, source: 'file', locked: true },
  ArchiveRoots: { value: ['/srv/archive'], source: 'file', locked: true },
  ConnectionsLocked: { value: true, source: 'file', locked: true },
  PlainAmqpAllowed: { value: false },
}
/** A policy that is not believed forbids everything. */
const STRICTEST = {
  QueueForbidden: { value: true, source: 'file', locked: true },
  ArchiveRoots: { value: [], source: 'file', locked: true },
  ConnectionsLocked: { value: true, source: 'file', locked: true },
  PlainAmqpAllowed: { value: false },
}

describe.skipIf(!HAS_OWN_ETC)('a user who wants to evade the policy of the computer', () => {
  it('is told what applies', async () => {
    expect(await listed(manageComputer(SET))).toMatchObject(AS_SET)
  })

  it('does not with the variable that forbids, which never allows', { tags: 'soak' }, async () => {
    expect(await listed(manageComputer(SET), { env: { PARCEL_DESK_FORBID_QUEUE: '0' } })).toMatchObject(AS_SET)
  })

  it('does not by naming other places in the environment, with policies of their own', async () => {
    const computer = manageComputer(SET)
    const { home } = computer
    for (const folder of ['parcel-desk', 'Parcel Desk', '.config/parcel-desk']) {
      mkdirSync(join(home, folder), { recursive: true })
      writeFileSync(join(home, folder, 'policy.json'), LOOSE)
    }
    const variables = [
      'ProgramData',
      'PROGRAMDATA',
      'ALLUSERSPROFILE',
      'SystemRoot',
      'XDG_CONFIG_HOME',
      'XDG_CONFIG_DIRS',
    ]
    const named = { PARCEL_DESK_POLICY: join(home, 'parcel-desk', 'policy.json'), PARCEL_DESK_POLICY_FILE: home }
    const env = { ...named, ...Object.fromEntries(variables.map((name) => [name, home])) }
    expect(await listed(computer, { env })).toMatchObject(AS_SET)
  })

  it('does not with another data folder and a policy or settings in it', { tags: 'soak' }, async () => {
    const computer = manageComputer(SET)
    const dataDir = join(computer.home, 'data')
    mkdirSync(dataDir)
    chownSync(dataDir, NOBODY, NOBODY)
    writeFileSync(join(dataDir, 'policy.json'), LOOSE)
    writeFileSync(join(dataDir, 'settings.json'), '{ "concurrency": 32, "queueForbidden": false }')
    expect(await listed(computer, { words: ['--data-dir', dataDir] })).toMatchObject(AS_SET)
  })

  it('does not with a policy in the folder that the program is started in', { tags: 'soak' }, async () => {
    const computer = manageComputer(SET)
    writeFileSync(join(computer.home, 'policy.json'), LOOSE)
    expect(await listed(computer)).toMatchObject(AS_SET)
  })

  it('does not with a switch: there is none', async () => {
    const { code, stderr } = await manageComputer(SET).run(['policy', '--policy', 'policy.json'])
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('--policy') })
  })

  it('does not with programs of the system’s names first on the path', { tags: 'soak' }, async () => {
    const computer = manageComputer(SET)
    const folder = join(computer.home, 'bin')
    mkdirSync(folder)
    for (const name of ['reg', 'reg.exe', 'plutil', 'id']) {
      writeFileSync(join(folder, name), `#!/bin/sh\ntouch "${computer.home}/was-run-${name}"\n`, { mode: 0o755 })
    }
    const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}` }
    expect(await listed(computer, { env })).toMatchObject(AS_SET)
    expect(readdirSync(computer.home)).toEqual(['bin'])
  })

  it(
    'does not where an administrator left the folder open: what lies there is not believed',
    { tags: 'soak' },
    async () => {
      const computer = manageComputer(SET)
      chmodSync(computer.policyFolder, 0o777)
      writeFileSync(computer.policyFile, LOOSE)
      expect(await listed(computer)).toMatchObject(STRICTEST)
    },
  )

  it('does not with a file of another user in place of the administrator’s', { tags: 'soak' }, async () => {
    const computer = manageComputer(SET)
    writeFileSync(computer.policyFile, LOOSE)
    chownSync(computer.policyFile, NOBODY, NOBODY)
    expect(await listed(computer)).toMatchObject(STRICTEST)
  })

  it('does not with a file that others may write to', { tags: 'soak' }, async () => {
    const computer = manageComputer(SET)
    writeFileSync(computer.policyFile, LOOSE)
    chmodSync(computer.policyFile, 0o666)
    expect(await listed(computer)).toMatchObject(STRICTEST)
  })

  it('does not with a link to a file of their own', { tags: 'soak' }, async () => {
    const computer = manageComputer()
    writeFileSync(join(computer.home, 'mine.json'), LOOSE)
    symlinkSync(join(computer.home, 'mine.json'), computer.policyFile)
    expect(await listed(computer)).toMatchObject(STRICTEST)
  })

  it('does not by what the policy is about: each is refused by name, before a password is read or a byte is sent', async () => {
    const computer = manageComputer({ ...SET, ConnectionsLocked: false })
    const service = ['--base-url', 'https://127.0.0.1:9', '--username', 'ops', '--json']
    const env = { PARCEL_DESK_PASSWORD: 'secret', PARCEL_DESK_AMQP_PASSWORD: 'secret' }
    const mine = join(computer.home, 'mine')
    const saved = await computer.run(['save', '--shipment-ref', 'X', '--to', mine, ...service], env)
    expect(saved).toMatchObject({ code: 2, stdout: expect.stringContaining('"tag":"set-by-organisation"') })
    expect(saved.stderr).toContain(
      `Saving into ${mine} is forbidden here by your organisation, in /etc/parcel-desk/policy.json.`,
    )
    const watched = await computer.run(
      ['watch', '--amqp-url', 'amqps://ops@127.0.0.1:9', '--queue', 'q', '--json'],
      env,
    )
    expect(watched).toMatchObject({ code: 2, stderr: expect.stringContaining('forbidden here by your organisation') })
    const locked = await manageComputer(SET).run(['counterparties', ...service], env)
    expect(locked).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^.*Signing in at 127\.0\.0\.1:9 .* is forbidden here/m),
    })
  })
})

describe.skipIf(!HAS_OWN_ETC)('a policy that is not as it should be', () => {
  it.each([
    ['a key of a wrong type', '{ "QueueForbidden": "no" }', 'QueueForbidden must be true or false', true],
    ['10 MB', `{ "QueueForbidden": false, "x": "${'x'.repeat(10_000_000)}" }`, 'is larger than', true],
    ['the UTF-16 of Notepad', Buffer.from('\uFEFF{ "QueueForbidden": true }', 'utf16le'), '', true],
  ])(
    'because of %s is told in a sentence, and the program works',
    { tags: 'soak' },
    async (_name, bytes, ...[sentence, isForbidden]) => {
      const computer = manageComputer()
      writeFileSync(computer.policyFile, bytes)
      const { code, stdout, stderr } = await computer.run(['policy', '--json'])
      expect({ code, stdout }).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`{"key":"QueueForbidden","value":${String(isForbidden)}`),
      })
      expect(stderr).toContain(sentence)
      expect(stderr === '').toBe(sentence === '')
    },
  )
})

describe.skipIf(!HAS_OWN_ETC)('the log of a run that fails before anything is opened', () => {
  const words = ['search', '--base-url', 'https://exchange.example', '--username', 'ops']

  it.each([
    ['is written as far as the organisation wants it', undefined, 'command.failed'],
    ['is not written below the level of the organisation', { LogLevel: 'error' }, ''],
  ])('%s', async (_what, policy, expected) => {
    const computer = manageComputer(policy)
    const file = join(computer.home, 'run.log')
    expect(await computer.run([...words, '--log-file', file])).toMatchObject({ code: 3 })
    const log = existsSync(file) ? readFileSync(file, 'utf8') : ''
    expect(expected === '' ? log === '' : log.includes(expected)).toBe(true)
  })
})

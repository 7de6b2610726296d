import { describe, expect, it } from 'vitest'
import { policyOf } from '../../support/test-policy.ts'
import { createFakeDesk } from './fake-desk.ts'
import { demoConnection } from './demo-values.ts'
import { run } from '../../support/fake-terminal.ts'

const ADDRESS = ['--base-url', 'https://exchange.example/', '--username', 'ops']
const AURORA = { name: 'Aurora', environment: 'test', address: 'https://aurora.example' } as const
const PASSWORD = 'hunter2-canary'

describe('sign-in', () => {
  it.each<[string, string | Buffer]>([
    ['a line', `${PASSWORD}\n`],
    ['a line of Windows', `${PASSWORD}\r\n`],
    ['a line without an end', PASSWORD],
    ['the first of several lines', `${PASSWORD}\nsecond\n`],
    ['a line behind a byte order mark, as PowerShell pipes it', `\uFEFF${PASSWORD}\r\n`],
  ])('takes the password from standard input: %s', async (_what, stdin) => {
    const { desk, calls } = createFakeDesk()
    const { code, stdout, stderr } = await run(['sign-in', ...ADDRESS, '--password-stdin', '--json'], { desk, stdin })
    expect(code).toBe(0)
    expect(calls.signIn).toMatchObject([{ name: 'ops at exchange.example', password: PASSWORD }])
    expect(JSON.parse(stdout)).toMatchObject({ profile: 'ops at exchange.example', username: 'ops' })
    expect(stdout + stderr).not.toContain(PASSWORD)
  })

  it('keeps spaces that belong to the password', async () => {
    const { desk, calls } = createFakeDesk()
    await run(['sign-in', ...ADDRESS, '--password-stdin'], { desk, stdin: '  pass word \n' })
    expect(calls.signIn).toMatchObject([{ password: '  pass word ' }])
  })

  it('prefers standard input to the environment if requested', async () => {
    const { desk, calls } = createFakeDesk()
    await run(['sign-in', ...ADDRESS, '--password-stdin'], {
      desk,
      stdin: PASSWORD,
      env: { PARCEL_DESK_PASSWORD: 'older' },
    })
    expect(calls.signIn).toMatchObject([{ password: PASSWORD }])
  })

  it('saves under the given name, environment and form', async () => {
    const { desk, calls } = createFakeDesk()
    const argv = ['sign-in', ...ADDRESS, '--profile', 'uat', '--environment', 'test', '--credential-form', 'headers']
    await run(argv, { desk, env: { PARCEL_DESK_PASSWORD: PASSWORD } })
    expect(calls.signIn).toEqual([
      {
        name: 'uat',
        baseUrl: 'https://exchange.example',
        username: 'ops',
        environment: 'test',
        credentialForm: 'headers',
        password: PASSWORD,
      },
    ])
  })

  it.each([
    ['of that name', ['--profile', 'uat']],
    ['that is the only one', []],
  ])('needs only a new password for the saved account %s', async (_which, options) => {
    const { desk, calls } = createFakeDesk({ profiles: [demoConnection('uat')] })
    await run(['sign-in', ...options], { desk, env: { PARCEL_DESK_PASSWORD: PASSWORD } })
    expect(calls.signIn).toMatchObject([{ name: 'uat', username: 'ops', environment: 'test', password: PASSWORD }])
  })

  it.each<[how: string, options: string[], env: Record<string, string>]>([
    ['options', ['--profile', 'Aurora', '--username', 'ops'], {}],
    ['variables', [], { PARCEL_DESK_PROFILE: 'Aurora', PARCEL_DESK_USERNAME: 'ops' }],
    ['an option and a variable', ['--profile', 'Aurora'], { PARCEL_DESK_USERNAME: 'ops' }],
  ])('needs a name and a user name for a connection that the organisation has set up: %s', async (_how, words, env) => {
    const { desk, calls } = createFakeDesk({ desk: { policy: policyOf({ ConnectionList: [AURORA] }) } })
    const outcome = await run(['sign-in', ...words], { desk, env: { ...env, PARCEL_DESK_PASSWORD: PASSWORD } })
    expect(outcome).toMatchObject({ code: 0 })
    const { address: baseUrl, ...named } = AURORA
    expect(calls.signIn).toEqual([{ ...named, baseUrl, username: 'ops', credentialForm: 'basic', password: PASSWORD }])
  })

  it('takes an address of the environment beside a name there, as it takes the options', async () => {
    const { desk, calls } = createFakeDesk({ desk: { policy: policyOf({ ConnectionList: [AURORA] }) } })
    const env = { PARCEL_DESK_PROFILE: 'Aurora', PARCEL_DESK_BASE_URL: 'https://own.example' }
    const given = { ...env, PARCEL_DESK_USERNAME: 'ops', PARCEL_DESK_PASSWORD: PASSWORD }
    await run(['sign-in'], { desk, env: given })
    expect(calls.signIn).toMatchObject([{ name: 'Aurora', baseUrl: 'https://own.example' }])
    expect(await run(['sign-in'], { desk, env })).toMatchObject({ code: 2 })
  })

  it.each([
    ['nothing is given and nothing saved', ['sign-in'], 2],
    ['the profile is not known and no address given', ['sign-in', '--profile', 'x'], 2],
    ['there is no password and nobody to ask', ['sign-in', ...ADDRESS], 3],
    ['standard input is empty', ['sign-in', ...ADDRESS, '--password-stdin'], 3],
  ])('ends without a call if %s', async (_when, argv, code) => {
    const { desk, calls } = createFakeDesk()
    const outcome = await run(argv, { desk })
    expect(outcome.code).toBe(code)
    expect(calls.signIn).toEqual([])
  })

  it('refuses an endless first line, such as a piped disk image', async () => {
    const outcome = await run(['sign-in', ...ADDRESS, '--password-stdin'], {
      desk: createFakeDesk().desk,
      stdin: 'x'.repeat(70_000),
    })
    expect(outcome.code).toBe(2)
  })
})

describe('sign-out', () => {
  it.each([
    ['the named connection', ['sign-out', '--profile', 'a'], ['a', 'b'], ['a']],
    ['the only connection', ['sign-out'], ['b'], ['b']],
    ['none of several without a name', ['sign-out'], ['a', 'b'], []],
    ['none where there is none', ['sign-out'], [], []],
  ])('forgets %s', async (...[, argv, saved, forgotten]) => {
    const { desk, calls } = createFakeDesk({ profiles: saved.map(demoConnection) })
    const { code } = await run(argv, { desk })
    expect(calls.signOut).toEqual(forgotten)
    expect(code).toBe(forgotten.length === 0 ? 2 : 0)
  })
})

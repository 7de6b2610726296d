import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { demoData } from '../exchange-service/demo-data.ts'
import { demoUser, type ExchangeService, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { startKeychainSession } from '../support/keychain-session.ts'
import { readSaveResult, wholeFailure } from '../support/save-results.ts'
import { missingPackages } from '../support/system-packages.ts'
import { createProgram, type Program } from './cli-program.ts'

let service: ExchangeService
beforeEach(async () => {
  service = await startExchangeService({ data: demoData({ setsPerCustomer: 1 }) })
  onTestFinished(service.close)
})

describe('a one-off connection', () => {
  it('touches no keychain and stores nothing, so that it works without one', async () => {
    const program = await createProgram(service.url)
    onTestFinished(program.remove)
    const env = {
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/at/all',
      XDG_RUNTIME_DIR: '/nowhere',
      DISPLAY: undefined,
    }
    expect(await program.run(['counterparties', '--json', '--quiet'], { env })).toMatchObject({ code: 0, stderr: '' })
    const save = await program.run(['save', '--customer', 'aurora', '--to', 'out', '--json', '--quiet'], { env })
    expect(save).toMatchObject({ code: 0, stderr: '' })
    expect(await program.run(['profiles', '--json'], { env })).toMatchObject({ code: 0, stdout: '[]\n' })
    const signIn = await program.run(['sign-in', '--password-stdin'], { env, stdin: `${demoUser.password}\n` })
    expect(signIn).toMatchObject({ code: 3, stderr: expect.stringContaining('The system keychain cannot be used') })
  })

  it('requests one token if its password is wrong, and ends with 3', async () => {
    const program = await createProgram(service.url)
    onTestFinished(program.remove)
    const { code, stdout, stderr } = await program.run(
      ['save', '--to', 'out', '--json', '--quiet', '--concurrency', '16'],
      {
        env: { PARCEL_DESK_PASSWORD: 'wrong-password' },
      },
    )
    expect({ code, token: service.counts.token, all: service.requests.length }).toEqual({ code: 3, token: 1, all: 1 })
    expect(wholeFailure.parse(JSON.parse(stdout)).failure.tag).toBe('sign-in-refused')
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})

describe.skipIf(process.platform !== 'linux' || missingPackages().length > 0)('a connection in a real keychain', () => {
  let program: Program
  let env: Record<string, string | undefined>
  let lock: () => void
  const signIn = (stdin = `${demoUser.password}\n`) =>
    program.run(
      ['sign-in', '--profile', 'demo', '--base-url', service.url, '--username', demoUser.username, '--password-stdin'],
      { env, stdin },
    )

  beforeEach(async () => {
    program = await createProgram(service.url)
    onTestFinished(program.remove)
    const session = await startKeychainSession(program.folder)
    onTestFinished(session.end)
    lock = session.lock
    const noOneOff = {
      PARCEL_DESK_BASE_URL: undefined,
      PARCEL_DESK_USERNAME: undefined,
      PARCEL_DESK_PASSWORD: undefined,
    }
    env = { ...noOneOff, ...session.env }
    expect(await signIn()).toMatchObject({ code: 0 })
  })

  it(
    'stops its job if its password is refused in the middle, and sends nothing until the next sign-in',
    { tags: 'soak' },
    async () => {
      const gate = service.hold('document')
      const save = program.start(['save', '--to', 'out', '--json', '--quiet', '--concurrency', '4'], { env })
      await expect.poll(() => gate.waiting).toBe(4)
      const tokens = service.counts.token
      service.faults.revokeTokens()
      service.faults.refuseTokens(true)
      gate.open()
      const { code, stdout, stderr } = await save.result
      expect({ code, stderr }).toEqual({
        code: 3,
        stderr: expect.stringContaining('refused the user name or password'),
      })
      expect(readSaveResult(stdout)).toMatchObject({ complete: false, failure: { tag: 'sign-in-refused' }, failed: 0 })
      expect(service.counts.token - tokens).toBe(1)
      service.faults.refuseTokens(false)
      const asked = service.requests.length
      for (const words of [['resume'], ['counterparties'], ['save', '--to', 'out']]) {
        expect(await program.run(words, { env })).toMatchObject({
          code: 3,
          stderr: expect.stringContaining('not tried again'),
        })
      }
      expect(service.requests.length).toBe(asked)
      expect(await signIn()).toMatchObject({ code: 0 })
      expect(await program.run(['resume', '--quiet'], { env })).toMatchObject({ code: 0 })
    },
  )

  it('ends with 3 and a sentence if the keychain is locked, and sends nothing', async () => {
    const asked = service.requests.length
    lock()
    const { code, stderr } = await program.run(['counterparties', '--quiet'], { env })
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringMatching(/keychain.*locked/) })
    expect(service.requests.length).toBe(asked)
    const again = await signIn()
    expect({ code: again.code, stderr: again.stderr }).toEqual({ code: 3, stderr: expect.stringContaining('keychain') })
  })
})

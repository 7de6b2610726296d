import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { demoData } from '../exchange-service/demo-data.ts'
import { demoUser, type ExchangeService, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { type KeychainSession, startKeychainSession } from '../support/keychain-session.ts'
import { missingPackages } from '../support/system-packages.ts'
import { createProgram, type Program } from './cli-program.ts'

const NO_ONE_OFF = { PARCEL_DESK_BASE_URL: undefined, PARCEL_DESK_USERNAME: undefined, PARCEL_DESK_PASSWORD: undefined }

describe.skipIf(process.platform !== 'linux' || missingPackages().length > 0)('a saved account', () => {
  let service: ExchangeService
  let program: Program
  let keychain: KeychainSession
  let env: Record<string, string | undefined>

  beforeEach(async () => {
    service = await startExchangeService({ data: demoData({ setsPerCustomer: 1 }) })
    program = await createProgram(service.url)
    keychain = await startKeychainSession(program.folder)
    env = { ...NO_ONE_OFF, ...keychain.env }
  })

  afterEach(async () => {
    await keychain.end()
    await service.close()
    await program.remove()
  })

  it('is kept in the keychain, used without a password, and forgotten again', async () => {
    const address = ['--base-url', service.url, '--username', demoUser.username]
    const signIn = ['sign-in', '--profile', 'demo', '--environment', 'test', ...address, '--password-stdin', '--json']
    const signedIn = await program.run(signIn, { env, stdin: `${demoUser.password}\n` })
    expect(signedIn).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(signedIn.stdout)).toMatchObject({ profile: 'demo', environment: 'test', baseUrl: service.url })

    const found = await program.run(['counterparties', '--json'], { env })
    expect(found.code).toBe(0)
    expect(JSON.parse(found.stdout)).toHaveLength(7)
    expect(await program.everythingIn('.')).not.toContain(demoUser.password)

    expect(await program.run(['sign-out'], { env })).toMatchObject({ code: 0 })
    expect(await program.run(['profiles', '--json'], { env })).toMatchObject({ code: 0, stdout: '[]\n' })
    expect(await program.run(['counterparties'], { env })).toMatchObject({ code: 3 })
  })

  it('is not stored if the password is wrong', async () => {
    const address = ['--base-url', service.url, '--username', demoUser.username]
    const { code } = await program.run(['sign-in', ...address, '--password-stdin'], { env, stdin: 'wrong-password\n' })
    expect(code).toBe(3)
    expect(service.counts.token).toBe(1)
    expect(await program.run(['profiles', '--json'], { env })).toMatchObject({ stdout: '[]\n' })
  })

  it('ends with 3 and says why if no keychain can be reached', async () => {
    const address = ['--base-url', service.url, '--username', demoUser.username]
    const without = { ...env, DBUS_SESSION_BUS_ADDRESS: undefined, XDG_RUNTIME_DIR: undefined, DISPLAY: undefined }
    const { code, stderr } = await program.run(['sign-in', ...address, '--password-stdin'], {
      env: without,
      stdin: `${demoUser.password}\n`,
    })
    expect(code).toBe(3)
    expect(stderr).toContain('The system keychain cannot be used')
    expect(stderr).toContain('PARCEL_DESK_PASSWORD')
  })
})

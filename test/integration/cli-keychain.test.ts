import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { lockDataDir } from '../../src/engine/storage/data-lock.ts'
import { EXIT_CODES } from '../../src/shared/errors/exit-code.ts'
import { demoData } from '../exchange-service/demo-data.ts'
import { demoUser, type ExchangeService, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { type KeychainSession, startKeychainSession } from '../support/keychain-session.ts'
import { missingPackages } from '../support/system-packages.ts'
import { createProgram, type Program } from './cli-program.ts'

const NO_ONE_OFF = { PARCEL_DESK_BASE_URL: undefined, PARCEL_DESK_USERNAME: undefined, PARCEL_DESK_PASSWORD: undefined }

const hasNoKeychain = process.platform !== 'linux' || missingPackages().length > 0

describe.skipIf(hasNoKeychain)('two users of one computer', () => {
  it('have accounts of the same name, each its own, and do not wait for each other', { tags: 'soak' }, async () => {
    const users = ['ann', 'bob'].map((username) => ({ username, password: `password of ${username}` }))
    const service = await startExchangeService({ data: demoData({ setsPerCustomer: 1 }), users })
    onTestFinished(service.close)
    const seats = await Promise.all(
      users.map(async ({ username, password }) => {
        const program = await createProgram(service.url)
        onTestFinished(program.remove)
        const keychain = await startKeychainSession(program.folder)
        onTestFinished(keychain.end)
        // Each in the usual place below the user's home.
        const env = { ...NO_ONE_OFF, PARCEL_DESK_DATA_DIR: undefined, ...keychain.env }
        return { username, password, program, env }
      }),
    )
    const signIns = seats.map(async ({ username, password, program, env }) => {
      const words = ['sign-in', '--profile', 'demo', '--environment', 'test', '--base-url', service.url]
      return await program.run([...words, '--username', username, '--password-stdin'], { env, stdin: `${password}\n` })
    })
    for (const signedIn of await Promise.all(signIns)) expect(signedIn).toMatchObject({ code: 0, stderr: '' })
    const [ann, bob] = seats
    if (ann === undefined || bob === undefined) throw new Error('there are two users')
    const lock = lockDataDir(join(ann.program.folder, '.local', 'share', 'Parcel Desk'))
    const words = ['save', '--customer', 'aurora', '--to', 'documents']
    expect(await ann.program.run(words, { env: ann.env })).toMatchObject({ code: EXIT_CODES.locked })
    expect(await bob.program.run(words, { env: bob.env })).toMatchObject({ code: 0 })
    lock.release()
    expect(await ann.program.run(['sign-out'], { env: ann.env })).toMatchObject({ code: 0 })
    expect(await ann.program.run(['profiles', '--json'], { env: ann.env })).toMatchObject({ stdout: '[]\n' })
    const { stdout } = await bob.program.run(['profiles', '--json'], { env: bob.env })
    expect(JSON.parse(stdout)).toMatchObject([{ profile: 'demo', username: 'bob' }])
    expect(await bob.program.run(['counterparties'], { env: bob.env })).toMatchObject({ code: 0 })
  })
})

describe.skipIf(hasNoKeychain)('a saved account', () => {
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

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { demoData } from '../exchange-service/demo-data.ts'
import { demoUser, type ExchangeService, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { failureThrown } from '../support/failure-thrown.ts'
import { createMemorySecrets } from '../support/memory-secrets.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { createTestDesk, type TestDesk } from '../support/test-desk.ts'
import type { NewProfile } from '../../src/engine/accounts/accounts-service.ts'
import type { Problem } from '../../src/shared/model/parcel-set.ts'

const users = [demoUser, { username: 'other@aurora.example', password: 'other-password' }]

let service: ExchangeService
beforeEach(async () => {
  service = await startExchangeService({ users, data: demoData({ setsPerCustomer: 1 }) })
  onTestFinished(service.close)
})

describe('the accounts of an installation', () => {
  let root: string
  let desk: TestDesk
  let keychain: ReturnType<typeof createMemorySecrets>
  beforeEach(async () => {
    root = await tempFolder()
    keychain = createMemorySecrets()
    desk = await createTestDesk({ service, root, ports: { secrets: keychain } })
    onTestFinished(desk.close)
  })

  const profile = (change: Partial<NewProfile> = {}): NewProfile => ({
    name: 'demo',
    baseUrl: service.url,
    environment: 'test',
    ...demoUser,
    ...change,
  })
  const signIn = (change: Partial<NewProfile> = {}) => desk.desk.accounts.signIn(profile(change))
  const accounts = () => desk.desk.accounts
  async function tryAgain(name: string): Promise<unknown> {
    const session = desk.desk.connect(await accounts().useProfile(name))
    onTestFinished(session.close)
    return (await session.customers()).counterparties
  }

  it('store a connection once its password was accepted, and the password only in the keychain', async () => {
    const connection = await signIn()
    expect(connection).toMatchObject({ profile: 'demo', environment: 'test', username: demoUser.username })
    expect(service.counts.token).toBe(1)
    expect([...keychain.secrets]).toEqual([
      [`Parcel Desk (test): ${demoUser.username} at ${service.url}`, demoUser.password],
    ])
    expect(await readFile(join(desk.dataDir, 'profiles.json'), 'utf8')).not.toContain(demoUser.password)
    expect(await tryAgain('demo')).toHaveLength(7)
  })

  it('store nothing if the password is refused, and try it only once', async () => {
    const failure = await failureThrown(signIn({ password: 'wrong' }))
    expect(failure).toMatchObject({ tag: 'sign-in-refused', username: demoUser.username })
    expect([service.counts.token, accounts().profiles().length, keychain.secrets.size]).toEqual([1, 0, 0])
  })

  it('keep the old connection if a new password for it is refused', async () => {
    await signIn()
    await failureThrown(signIn({ password: 'wrong' }))
    expect([...keychain.secrets.values()]).toEqual([demoUser.password])
    expect(await tryAgain('demo')).toHaveLength(7)
  })

  it('forget connection and password', async () => {
    await signIn()
    await accounts().signOut('demo')
    expect([accounts().profiles().length, keychain.secrets.size]).toEqual([0, 0])
    expect(await failureThrown(accounts().useProfile('demo'))).toMatchObject({ tag: 'bad-usage' })
  })

  it('keep a password as long as another connection of the same account needs it', async () => {
    await signIn()
    await signIn({ name: 'again' })
    await accounts().signOut('demo')
    expect(await tryAgain('again')).toHaveLength(7)
    await accounts().signOut('again')
    expect(keychain.secrets.size).toBe(0)
  })

  it.each([
    ['user', { username: 'other@aurora.example', password: 'other-password' }],
    ['environment', { environment: 'production' as const }],
  ])('replace no account that has the same name and another %s, and ask the service nothing', async (_, other) => {
    await signIn()
    const asked = service.counts.token
    expect(await failureThrown(signIn(other))).toMatchObject({
      tag: 'bad-usage',
      message: `There is another account “demo”: ${demoUser.username} at ${service.url} (test).`,
    })
    expect(service.counts.token).toBe(asked)
    expect([...keychain.secrets.values()]).toEqual([demoUser.password])
    expect(await tryAgain('demo')).toHaveLength(7)
  })

  it('keep test and production apart in the keychain', async () => {
    await signIn()
    await signIn({ name: 'live', environment: 'production' })
    expect(keychain.secrets.size).toBe(2)
  })

  it('choose the only connection, and ask which one if there are several', async () => {
    expect(await failureThrown(accounts().useProfile(undefined))).toMatchObject({ tag: 'no-credentials' })
    await signIn()
    expect((await accounts().useProfile(undefined)).connection.profile).toBe('demo')
    await signIn({ name: 'live', environment: 'production' })
    expect(await failureThrown(accounts().useProfile(undefined))).toMatchObject({ tag: 'bad-usage' })
    const { message } = await failureThrown(accounts().useProfile('dmeo')).then((failure) => ({
      message: '',
      ...failure,
    }))
    expect(message).toContain('Did you mean “demo”?')
  })

  it('remember a refusal across restarts, for every connection of the account, until the next sign-in', async () => {
    await signIn()
    await signIn({ name: 'again' })
    service.faults.refuseTokens(true)
    expect(await failureThrown(tryAgain('demo'))).toMatchObject({ tag: 'sign-in-refused' })
    const asked = service.counts.token
    service.faults.refuseTokens(false)
    await desk.close()
    desk = await createTestDesk({ service, root, ports: { secrets: keychain } })
    onTestFinished(desk.close)
    for (const name of ['demo', 'again', undefined]) {
      const { tag } = await failureThrown(accounts().useProfile(name))
      expect(tag).toBe(name === undefined ? 'bad-usage' : 'sign-in-refused')
    }
    expect(service.counts.token).toBe(asked)
    await signIn({ name: 'again' })
    expect(await tryAgain('demo')).toHaveLength(7)
  })

  it('record a refusal of the account that was refused, not of another that has taken its name', async () => {
    await signIn()
    await signIn({ name: 'again' })
    const before = desk.desk.connect(await accounts().useProfile('demo'))
    onTestFinished(before.close)
    await accounts().signOut('demo')
    await signIn({ username: 'other@aurora.example', password: 'other-password' })
    keychain.secrets.set(`Parcel Desk (test): ${demoUser.username} at ${service.url}`, 'wrong')
    expect(await failureThrown(before.customers())).toMatchObject({ tag: 'sign-in-refused' })
    expect(await tryAgain('demo')).toHaveLength(7)
    expect(await failureThrown(accounts().useProfile('again'))).toMatchObject({ tag: 'sign-in-refused' })
  })

  it('report a keychain that gives no password', async () => {
    await signIn()
    keychain.secrets.clear()
    expect(await failureThrown(tryAgain('demo'))).toMatchObject({
      tag: 'no-credentials',
      what: expect.stringContaining('demo'),
    })
    expect(service.counts.token).toBe(1)
  })

  it('are set aside with a notice if their file cannot be read, and never overwritten', async () => {
    await signIn()
    const file = join(desk.dataDir, 'profiles.json')
    await writeFile(file, '{"profiles":[{"profile":')
    expect(accounts().profiles()).toEqual([])
    const notices: Problem[] = []
    desk.desk.onNotice((notice) => notices.push(notice))
    expect(notices).toMatchObject([{ message: expect.stringContaining('set aside as') }])
    await signIn()
    expect(accounts().profiles()).toHaveLength(1)
  })
})

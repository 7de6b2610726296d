import { beforeEach, describe, expect, it } from 'vitest'
import {
  type BrokerAccount,
  type BrokerPasswords,
  createBrokerPasswords,
} from '../../../../src/engine/accounts/broker-passwords.ts'
import { AppError } from '../../../../src/shared/errors/app-error.ts'
import { failureThrown } from '../../../support/failure-thrown.ts'
import { createMemorySecrets } from '../../../support/memory-secrets.ts'

const account: BrokerAccount = {
  environment: 'test',
  username: 'desk',
  hosts: [
    { host: 'mq.example', port: 5671 },
    { host: 'MQ.backup.example', port: 5671 },
  ],
  usesTls: true,
  virtualHost: '{customerId}',
}
const ENTRY = 'Parcel Desk broker (test): desk at amqps://mq.backup.example:5671,mq.example:5671/{customerId}'

let keychain: ReturnType<typeof createMemorySecrets>
let told: string[]
let brokers: BrokerPasswords
beforeEach(() => {
  keychain = createMemorySecrets()
  told = []
  brokers = createBrokerPasswords({ secrets: keychain, onSecret: (secret) => void told.push(secret) })
})

describe('the password of a broker', () => {
  it('goes into the keychain under user, hosts, encryption and virtual host, test apart from production', async () => {
    expect(await brokers.remember(account, 'pw', true)).toBe('kept')
    expect([...keychain.secrets]).toEqual([[ENTRY, 'pw']])
    expect(brokers.isForSessionOnly(account)).toBe(false)
    const next = createBrokerPasswords({ secrets: keychain, onSecret: () => undefined })
    expect(await next.read(account)).toBe('pw')
    const other = await failureThrown(next.read({ ...account, environment: 'production' }))
    expect(other).toMatchObject({ tag: 'no-credentials' })
  })

  it('stays in memory if it is not to be kept, and an older one is removed from the keychain', async () => {
    await brokers.remember(account, 'old', true)
    expect(await brokers.remember(account, 'pw', false)).toBe('this-session')
    expect(keychain.secrets.size).toBe(0)
    expect(brokers.isForSessionOnly(account)).toBe(true)
    expect(await brokers.read(account)).toBe('pw')
  })

  it('stays in memory if there is no keychain, and says so', async () => {
    const none = (): Promise<never> => Promise.reject(new AppError({ tag: 'keychain-unavailable', reason: 'none' }))
    const without = createBrokerPasswords({
      secrets: { read: none, write: none, remove: none },
      onSecret: () => undefined,
    })
    expect(await without.remember(account, 'pw', true)).toBe('this-session')
    expect(await without.remember(account, 'pw', false)).toBe('this-session')
    expect(await without.read(account)).toBe('pw')
    await without.forget(account)
    expect(await failureThrown(without.read(account))).toMatchObject({ tag: 'keychain-unavailable' })
  })

  it('is registered with the log as a secret when it is entered and when it is read', async () => {
    await brokers.remember(account, 'pw', true)
    await brokers.read(account)
    expect(told).toEqual(['pw', 'pw'])
  })

  it('is forgotten wherever it was', async () => {
    await brokers.remember(account, 'pw', true)
    await brokers.forget(account)
    expect(keychain.secrets.size).toBe(0)
    expect(await failureThrown(brokers.read(account))).toMatchObject({
      tag: 'no-credentials',
      what: 'There is no password for desk at mq.example, MQ.backup.example.',
    })
  })

  it.each<[string, Partial<BrokerAccount>]>([
    ['another host', { hosts: [{ host: 'evil.example', port: 5671 }] }],
    ['a host more', { hosts: [...account.hosts, { host: 'evil.example', port: 5671 }] }],
    ['another port', { hosts: account.hosts.map(({ host }) => ({ host, port: 5672 })) }],
    ['no encryption', { usesTls: false }],
    ['another user', { username: 'other' }],
    ['another virtual host', { virtualHost: '/' }],
  ])('is not that of %s', async (_what, change) => {
    await brokers.remember(account, 'pw', true)
    expect(await failureThrown(brokers.read({ ...account, ...change }))).toMatchObject({ tag: 'no-credentials' })
    expect(await brokers.read({ ...account, hosts: account.hosts.toReversed() })).toBe('pw')
  })

  it('has an account name that every keychain accepts, however many hosts there are', async () => {
    const hosts = Array.from({ length: 10 }, (_, at) => ({ host: `${at}.${'x'.repeat(200)}.example`, port: 5671 }))
    await brokers.remember({ ...account, hosts }, 'pw', true)
    expect([...keychain.secrets.keys()].map(({ length }) => length < 300)).toEqual([true])
    expect(await brokers.read({ ...account, hosts })).toBe('pw')
  })

  it('that is not in the keychain is known to be missing until it is entered', async () => {
    expect(brokers.isMissing(account)).toBe(false)
    await failureThrown(brokers.read(account))
    expect(brokers.isMissing(account)).toBe(true)
    await brokers.remember(account, 'pw', true)
    expect(brokers.isMissing(account)).toBe(false)
  })
})

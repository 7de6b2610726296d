import { beforeEach, describe, expect, it } from 'vitest'
import { type BrokerPasswords, createBrokerPasswords } from '../../../src/main/accounts/broker-passwords.ts'
import { AppError } from '../../../src/shared/errors/app-error.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { createMemorySecrets } from '../../support/memory-secrets.ts'

const account = { environment: 'test', username: 'desk', host: 'mq.example:5671', virtualHost: '{customerId}' } as const
const ENTRY = 'Parcel Desk broker (test): desk at mq.example:5671/{customerId}'

let keychain: ReturnType<typeof createMemorySecrets>
let told: string[]
let brokers: BrokerPasswords
beforeEach(() => {
  keychain = createMemorySecrets()
  told = []
  brokers = createBrokerPasswords({ secrets: keychain, onSecret: (secret) => void told.push(secret) })
})

describe('the password of a broker', () => {
  it('goes into the keychain under user, host and virtual host, test apart from production', async () => {
    expect(await brokers.remember(account, 'pw', true)).toBe('kept')
    expect([...keychain.secrets]).toEqual([[ENTRY, 'pw']])
    expect(brokers.isOfThisRun(account)).toBe(false)
    const next = createBrokerPasswords({ secrets: keychain, onSecret: () => undefined })
    expect(await next.read(account)).toBe('pw')
    const other = await failureThrown(next.read({ ...account, environment: 'production' }))
    expect(other).toMatchObject({ tag: 'no-credentials' })
  })

  it('stays in memory where it is not to be kept, and an older one leaves the keychain', async () => {
    await brokers.remember(account, 'old', true)
    expect(await brokers.remember(account, 'pw', false)).toBe('this-session')
    expect(keychain.secrets.size).toBe(0)
    expect(brokers.isOfThisRun(account)).toBe(true)
    expect(await brokers.read(account)).toBe('pw')
  })

  it('stays in memory where there is no keychain, and says so', async () => {
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

  it('is told to the log as a secret when it is entered and when it is read', async () => {
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
      what: 'There is no password for desk at mq.example:5671.',
    })
  })
})

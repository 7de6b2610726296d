import { describe, expect, it } from 'vitest'
import { createKeychain } from '../../../../src/adapters/keychain/keychain.ts'
import type { KeychainLibrary } from '../../../../src/adapters/keychain/native-module.ts'
import { failureOf } from '../../../../src/shared/errors/app-error.ts'
import { failureThrown } from '../../../support/failure-thrown.ts'
import { createManualClock } from '../../../support/manual-clock.ts'

function memoryLibrary(): KeychainLibrary {
  const kept = new Map<string, string>()
  const key = (service: string, account: string): string => `${service}/${account}`
  return {
    getPassword: (service, account) => Promise.resolve(kept.get(key(service, account)) ?? null),
    setPassword: (service, account, password) => {
      kept.set(key(service, account), password)
      return Promise.resolve()
    },
    deletePassword: (service, account) => Promise.resolve(kept.delete(key(service, account))),
  }
}

describe('createKeychain', () => {
  it('stores, reads and removes a password', async () => {
    const library = memoryLibrary()
    const keychain = createKeychain(() => Promise.resolve(library))
    expect(await keychain.read('Parcel Desk', 'ops')).toBeUndefined()
    await keychain.write('Parcel Desk', 'ops', 'Pa$$ wörd')
    expect(await keychain.read('Parcel Desk', 'ops')).toBe('Pa$$ wörd')
    expect(await keychain.remove('Parcel Desk', 'ops')).toBe(true)
    expect(await keychain.remove('Parcel Desk', 'ops')).toBe(false)
  })

  it('loads nothing before the first call, because a one-off connection must work without a keychain', () => {
    let loaded = 0
    createKeychain(() => {
      loaded += 1
      return Promise.resolve(memoryLibrary())
    })
    expect(loaded).toBe(0)
  })

  it.each([
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', /desktop session/],
    ['Cannot create an item in a locked collection', /it is locked/],
    ['The name org.freedesktop.secrets was not provided by any .service files', /no keychain service/],
    ['Failed to load keytar native addon, checked []', /system library/],
    ['libsecret-1.so.0: cannot open shared object file', /system library/],
    ['User canceled the operation.', /refused/],
    ['Something else.\n  at native code', /^Something else$/],
    ['', /no reason/],
  ])('says plainly what “%s” means', async (said, reason) => {
    const keychain = createKeychain(() => Promise.reject(new Error(said)))
    const failure = await keychain.read('s', 'a').then(() => undefined, failureOf)
    expect(failure?.tag === 'keychain-unavailable' ? failure.reason : 'another failure').toMatch(reason)
  })

  it('refuses a password that Windows would not keep, before any keychain sees it', async () => {
    const keychain = createKeychain(() => Promise.reject(new Error('asked')))
    const failure = await keychain.write('s', 'a', 'x'.repeat(2501)).then(() => undefined, failureOf)
    expect(failure?.tag === 'bad-usage' ? failure.message : 'another failure').toContain('2,500')
  })

  it('gives up on a keychain that waits for somebody to unlock it', async () => {
    const clock = createManualClock()
    const load = (): Promise<KeychainLibrary> => Promise.withResolvers<KeychainLibrary>().promise
    const failure = failureThrown(createKeychain(load, clock).read('s', 'a'))
    await clock.advance(120_000)
    expect(await failure).toMatchObject({ tag: 'keychain-unavailable', reason: 'it gave no answer for 120 seconds' })
  })
})

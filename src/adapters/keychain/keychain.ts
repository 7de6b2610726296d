import { AppError, badUsage, messageOf } from '../../shared/errors/app-error.ts'
import { withinTime } from '../../engine/base/async.ts'
import type { ClockPort } from '../../engine/ports/clock.ts'
import type { SecretsPort } from '../../engine/ports/host-ports.ts'
import { createSystemClock } from '../system-clock.ts'
import { type KeychainLibrary, loadKeytar } from './native-module.ts'

/** Windows keeps at most 2,560 bytes and refuses more with a meaningless number. */
const MAX_SECRET_BYTES = 2500
/** A keychain may be asking its owner to unlock it; with nobody there, that must end. */
const ANSWER_TIMEOUT_MS = 120_000

/** In the order they are tried: the platform's message, and what it means for people. Measured with keytar 7.10.6. */
const REASONS: [RegExp, string][] = [
  [/D-?Bus|dbus/i, 'this process has no desktop session (D-Bus) to reach it through'],
  [/locked/i, 'it is locked'],
  [/was not provided|ServiceUnknown|no such interface/i, 'no keychain service runs here'],
  [/Failed to load|shared object|libsecret|Cannot find (?:module|package)/i, 'its system library could not be loaded'],
  [/denied|cancel|user name or passphrase/i, 'access to it was refused'],
]

/**
 * The keychain of the operating system through keytar, loaded on first use, because a one-off connection must work without
 * one. Every error becomes keychain-unavailable.
 */
export function createKeychain(
  load: () => Promise<KeychainLibrary> = loadKeytar,
  clock: Pick<ClockPort, 'wait'> = createSystemClock(),
): SecretsPort {
  const lateError = (): Error => new Error(`it gave no answer for ${ANSWER_TIMEOUT_MS / 1000} seconds`)
  const run = async <T>(call: (library: KeychainLibrary) => Promise<T>): Promise<T> => {
    try {
      return await withinTime(load().then(call), { clock, timeMs: ANSWER_TIMEOUT_MS, lateError })
    } catch (thrown) {
      throw new AppError({ tag: 'keychain-unavailable', reason: reasonOf(thrown) }, { cause: thrown })
    }
  }
  return {
    read: async (service, account) => (await run((library) => library.getPassword(service, account))) ?? undefined,
    write: async (service, account, secret) => {
      if (Buffer.byteLength(secret) > MAX_SECRET_BYTES) {
        throw badUsage('The password is longer than 2,500 characters, which is more than a keychain keeps.')
      }
      await run((library) => library.setPassword(service, account, secret))
    },
    remove: async (service, account) => await run((library) => library.deletePassword(service, account)),
  }
}

function reasonOf(thrown: unknown): string {
  const said = messageOf(thrown)
  const known = REASONS.find(([pattern]) => pattern.test(said))
  if (known !== undefined) return known[1]
  const [firstLine = ''] = said.trim().split('\n', 1)
  return firstLine.replace(/(?<![.\s])[.\s]+$/, '') || 'it gave no reason'
}

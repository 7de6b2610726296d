import { hash } from 'node:crypto'
import { AppError, failureOf } from '../../shared/errors/app-error.ts'
import type { Environment } from '../../shared/model/connection.ts'
import type { SecretsPort } from '../ports/host-ports.ts'

/**
 * A user of a message broker, with all that decides who gets the password to see: every host and the encryption. Where any of
 * it is another, so is the password (W-M1). Placeholders of hosts and virtual host stay as they were written.
 */
export interface BrokerAccount {
  environment: Environment
  username: string
  /** All that may be tried, in any order. */
  hosts: readonly { host: string; port: number }[]
  usesTls: boolean
  virtualHost: string
}

export interface BrokerPasswords {
  /** In the keychain where it `keeps` and there is one, else in memory until this process ends: it says which. */
  remember(account: BrokerAccount, password: string, keeps: boolean): Promise<'kept' | 'this-session'>
  /** Fails with no-credentials where there is none, keychain-unavailable. */
  read(account: BrokerAccount): Promise<string>
  /** Whether it is known until this process ends, and no longer. */
  isForSessionOnly(account: BrokerAccount): boolean
  /** Whether it was looked for in the keychain, and is not there. */
  isMissing(account: BrokerAccount): boolean
  forget(account: BrokerAccount): Promise<void>
}

const MAX_ACCOUNT_CHARS = 250

interface BrokerPasswordsOptions {
  secrets: SecretsPort
  onSecret: (secret: string) => void
}

/** Passwords of message brokers: in the keychain, or in memory where it cannot or shall not keep them. */
export function createBrokerPasswords({ secrets, onSecret }: BrokerPasswordsOptions): BrokerPasswords {
  const sessionPasswords = new Map<string, string>()
  const missing = new Set<string>()
  const forgetKept = async (account: BrokerAccount): Promise<void> => {
    await ignoringNoKeychain(secrets.remove(serviceOf(account), accountOf(account)))
  }
  return {
    remember: async (account, password, keeps) => {
      onSecret(password)
      missing.delete(keyOf(account))
      const isKept = keeps && (await hasSucceeded(secrets.write(serviceOf(account), accountOf(account), password)))
      if (isKept) sessionPasswords.delete(keyOf(account))
      else sessionPasswords.set(keyOf(account), password)
      // An older one that stays behind would be taken for this one after the next start.
      if (!keeps) await forgetKept(account)
      return isKept ? 'kept' : 'this-session'
    },
    read: async (account) => {
      const known = sessionPasswords.get(keyOf(account)) ?? (await secrets.read(serviceOf(account), accountOf(account)))
      if (known === undefined) {
        missing.add(keyOf(account))
        throw noPassword(account)
      }
      onSecret(known)
      return known
    },
    isForSessionOnly: (account) => sessionPasswords.has(keyOf(account)),
    isMissing: (account) => missing.has(keyOf(account)),
    forget: async (account) => {
      sessionPasswords.delete(keyOf(account))
      await forgetKept(account)
    },
  }
}

async function hasSucceeded(writing: Promise<void>): Promise<boolean> {
  return (await ignoringNoKeychain(writing.then(() => true))) === true
}

/** Where there is no keychain, nothing is in it. */
async function ignoringNoKeychain<Result>(asked: Promise<Result>): Promise<Result | undefined> {
  try {
    return await asked
  } catch (thrown) {
    if (failureOf(thrown)?.tag === 'keychain-unavailable') return undefined
    throw thrown
  }
}

function noPassword({ username, hosts }: BrokerAccount): AppError {
  const what = `There is no password for ${username} at ${hosts.map(({ host }) => host).join(', ')}.`
  const next = { terminal: 'Set PARCEL_DESK_AMQP_PASSWORD.', desk: 'Enter the password in Settings, under the broker.' }
  return new AppError({ tag: 'no-credentials', what, next })
}

/** Test and production have entries of their own, as everything has. */
function serviceOf({ environment }: BrokerAccount): string {
  return `Parcel Desk broker (${environment})`
}

function accountOf({ username, hosts, usesTls, virtualHost }: BrokerAccount): string {
  const places = hosts.map(({ host, port }) => `${host.toLowerCase()}:${port}`).toSorted()
  const account = `${username} at ${usesTls ? 'amqps' : 'amqp'}://${places.join(',')}/${virtualHost}`
  // Credential managers take a few hundred characters.
  return account.length <= MAX_ACCOUNT_CHARS ? account : `${username.slice(0, 64)} at ${hash('sha256', account)}`
}

function keyOf(account: BrokerAccount): string {
  return `${serviceOf(account)} ${accountOf(account)}`
}

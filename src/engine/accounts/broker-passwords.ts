import { hash } from 'node:crypto'
import { AppError } from '../../shared/errors/app-error.ts'
import type { Environment } from '../../shared/model/connection.ts'
import type { SecretsPort } from '../ports/host-ports.ts'
import { hasSucceeded, ignoringNoKeychain } from './without-keychain.ts'

/**
 * A user of a message broker, with everything that decides who gets to see the password: every host, and the encryption. A
 * password is used only where all of it is the same (W-M1). Placeholders in hosts and virtual host are kept as written.
 */
export interface BrokerAccount {
  environment: Environment
  username: string
  /** Every host that may be tried; their order does not matter. */
  hosts: readonly { host: string; port: number }[]
  usesTls: boolean
  virtualHost: string
}

export interface BrokerPasswords {
  /** Stores it in the keychain if it `keeps` and there is one, else in memory until this process ends; returns which. */
  remember(account: BrokerAccount, password: string, keeps: boolean): Promise<'kept' | 'this-session'>
  /** Fails with no-credentials (no password), keychain-unavailable. */
  read(account: BrokerAccount): Promise<string>
  /** Whether it is known only until this process ends. */
  isForSessionOnly(account: BrokerAccount): boolean
  /** Whether a read has shown that the keychain does not have it. */
  isMissing(account: BrokerAccount): boolean
  forget(account: BrokerAccount): Promise<void>
}

const MAX_ACCOUNT_CHARS = 250

interface BrokerPasswordsOptions {
  secrets: SecretsPort
  onSecret: (secret: string) => void
}

/** Passwords of message brokers: in the keychain, or in memory if it cannot or must not keep them. */
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
      // Otherwise the next start would use an older password that is still in the keychain.
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

function noPassword({ username, hosts }: BrokerAccount): AppError {
  const what = `There is no password for ${username} at ${hosts.map(({ host }) => host).join(', ')}.`
  const next = { terminal: 'Set PARCEL_DESK_AMQP_PASSWORD.', desk: 'Enter the password in Settings, under the broker.' }
  return new AppError({ tag: 'no-credentials', what, next })
}

/** Test and production have separate entries. */
function serviceOf({ environment }: BrokerAccount): string {
  return `Parcel Desk broker (${environment})`
}

function accountOf({ username, hosts, usesTls, virtualHost }: BrokerAccount): string {
  const places = hosts.map(({ host, port }) => `${host.toLowerCase()}:${port}`).toSorted()
  const account = `${username} at ${usesTls ? 'amqps' : 'amqp'}://${places.join(',')}/${virtualHost}`
  // Credential managers accept a few hundred characters.
  return account.length <= MAX_ACCOUNT_CHARS ? account : `${username.slice(0, 64)} at ${hash('sha256', account)}`
}

function keyOf(account: BrokerAccount): string {
  return `${serviceOf(account)} ${accountOf(account)}`
}

import type { Environment } from '../model/connection.ts'
import { serviceAddress, withScheme } from '../text/addresses.ts'

/** What makes an account itself, whatever it is called. */
export interface AccountIdentity {
  readonly environment: Environment
  readonly baseUrl: string
  readonly username: string
}

export type NamedAccount = AccountIdentity & { readonly profile: string }

/** Two are one account where environment, whole address and user are the same. */
export function isSameAccount(one: AccountIdentity, other: AccountIdentity): boolean {
  return one.environment === other.environment && one.baseUrl === other.baseUrl && one.username === other.username
}

const ENVIRONMENT_NAMES: Readonly<Record<Environment, string>> = { test: 'Test', production: 'Production' }

/**
 * What an account is called unless its user names it: “ops at exchange.example”; where another account is called so, with what
 * differs: its path, its environment, or both.
 */
export function defaultAccountName(account: AccountIdentity, known: readonly NamedAccount[]): string {
  // As it was typed: it is read as an address only when somebody signs in.
  const url = URL.parse(withScheme(account.baseUrl.trim(), 'https'))
  const baseUrl = url === null ? account.baseUrl.trim() : serviceAddress(url)
  const host = url?.host ?? baseUrl
  const path = url === null ? '' : baseUrl.slice(url.origin.length)
  const suffix = ` (${ENVIRONMENT_NAMES[account.environment]})`
  const at = `${account.username} at ${host}`
  const names = [at, ...(path === '' ? [] : [`${at}${path}`]), `${at}${suffix}`, `${at}${path}${suffix}`]
  return names.find((name) => accountCalled(name, known, { ...account, baseUrl }) === undefined) ?? at
}

/** Another account of that name. */
export function accountCalled(
  name: string,
  known: readonly NamedAccount[],
  account: AccountIdentity,
): NamedAccount | undefined {
  return known.find((one) => one.profile === name && !isSameAccount(one, account))
}

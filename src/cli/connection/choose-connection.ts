import path from 'node:path'
import { badUsage } from '../../shared/errors/app-error.ts'
import type { CredentialForm, Environment } from '../../shared/model/connection.ts'
import { parseBaseUrl } from '../../engine/accounts/base-url.ts'
import type { ConnectionOptions } from '../options/option-types.ts'
import { pathOf } from '../options/option-values.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** How to reach the service, by options and environment. */
export type ConnectionChoice = { caFile: string | undefined } & (
  | { kind: 'profile'; name: string | undefined }
  | { kind: 'once'; address: OneOffAddress }
)

export interface OneOffAddress {
  baseUrl: string
  username: string
  credentialForm: CredentialForm
  environment: Environment
}

type Env = Terminal['env']

/**
 * Chooses the connection by options and environment. Options take precedence; a profile and a one-off connection from the
 * same source are bad-usage, never a guess.
 */
export function chooseConnection(options: ConnectionOptions, { env, workingDir }: Terminal): ConnectionChoice {
  const caFile = chosenCaFile(options.caFile, { env, workingDir })
  if (options.profile !== undefined && options.baseUrl !== undefined) throw twoConnections('--profile', '--base-url')
  if (options.profile !== undefined) return profileChoice(options.profile, options, caFile)
  const isOneOffByOption = options.baseUrl !== undefined || options.username !== undefined
  const profile = isOneOffByOption ? undefined : envValue(env, 'PARCEL_DESK_PROFILE')
  const address = oneOffAddress(options, env)
  if (profile !== undefined && address !== undefined)
    throw twoConnections('PARCEL_DESK_PROFILE', 'PARCEL_DESK_BASE_URL')
  return address === undefined ? profileChoice(profile, options, caFile) : { kind: 'once', address, caFile }
}

/** Address and user name, or undefined if neither is given; fails with bad-usage if only one is. */
export function oneOffAddress(options: ConnectionOptions, env: Env): OneOffAddress | undefined {
  const baseUrl = options.baseUrl ?? envValue(env, 'PARCEL_DESK_BASE_URL')
  const username = options.username ?? envValue(env, 'PARCEL_DESK_USERNAME')
  if (baseUrl === undefined && username === undefined) return undefined
  if (baseUrl === undefined) throw halfAConnection('a user name', 'address', '--base-url or PARCEL_DESK_BASE_URL')
  if (username === undefined) throw halfAConnection('an address', 'user name', '--username or PARCEL_DESK_USERNAME')
  return {
    baseUrl: parseBaseUrl(baseUrl),
    username,
    credentialForm: options.credentialForm ?? 'basic',
    environment: options.environment ?? 'production',
  }
}

/** Whether options or environment name any connection. */
export function namesConnection({ profile, baseUrl, username }: ConnectionOptions, { env }: Terminal): boolean {
  const variables = ['PARCEL_DESK_PROFILE', 'PARCEL_DESK_BASE_URL', 'PARCEL_DESK_USERNAME']
  const values = [profile, baseUrl, username, ...variables.map((name) => envValue(env, name))]
  return values.some((value) => value !== undefined)
}

/** The value of an environment variable. An empty one, as scripts leave it behind, counts as unset. */
export function envValue(env: Env, name: string): string | undefined {
  const value = env[name]
  return value === undefined || value === '' ? undefined : value
}

/** The file of --ca-file, else of the environment, absolute. */
export function chosenCaFile(
  named: string | undefined,
  { env, workingDir }: Pick<Terminal, 'env' | 'workingDir'>,
): string | undefined {
  const file = named ?? envPath(env, 'PARCEL_DESK_CA_FILE')
  return file === undefined ? undefined : path.resolve(workingDir, file)
}

/** A path in the environment, checked as that of an option is. Fails with bad-usage. */
export function envPath(env: Env, name: string): string | undefined {
  const value = envValue(env, name)
  return value === undefined ? undefined : pathOf(name)(value)
}

/** A profile has its own address, user name and password: options that it would override are refused, not ignored. */
function profileChoice(
  name: string | undefined,
  options: ConnectionOptions,
  caFile: string | undefined,
): ConnectionChoice {
  const ignored = [
    ['--username', options.username],
    ['--password-stdin', options.passwordStdin],
    ['--credential-form', options.credentialForm],
    ['--environment', options.environment],
  ].find(([, value]) => value !== undefined)
  if (ignored !== undefined) {
    throw badUsage(
      `${String(ignored[0])} belongs to a connection for this run only, and none was given.`,
      'Add --base-url and --username, or leave it out to use a saved account.',
    )
  }
  return { kind: 'profile', name, caFile }
}

function twoConnections(one: string, other: string): Error {
  return badUsage(`${one} and ${other} name two different connections.`, 'Give one of them.')
}

function halfAConnection(has: string, lacks: string, where: string): Error {
  return badUsage(`There is ${has} for a connection but no ${lacks}.`, `Give it with ${where}.`)
}

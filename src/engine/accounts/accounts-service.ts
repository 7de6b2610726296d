import { AppError, badUsage } from '../../shared/errors/app-error.ts'
import { accountCalled, isSameAccount } from '../../shared/words/account-names.ts'
import type { Connection, CredentialForm, Environment } from '../../shared/model/connection.ts'
import { nearest } from '../base/did-you-mean.ts'
import type { SecretsPort } from '../ports/host-ports.ts'
import { parseBaseUrl } from './base-url.ts'
import { createBrokerPasswords, type BrokerPasswords } from './broker-passwords.ts'
import type { Profile, ProfileStore } from './profile-store.ts'
import { createProxyPasswords, type ProxyPasswords } from './proxy-passwords.ts'

/** A connection, and how to get its password. */
export interface SignedIn {
  connection: Connection
  password(): Promise<string>
}

export interface OneOffConnection {
  baseUrl: string
  username: string
  password: string
  credentialForm?: CredentialForm
  environment?: Environment
  caFile?: string
}

export interface NewProfile extends OneOffConnection {
  name: string
}

/** Of a profile. */
export type SavedConnection = Omit<Profile, 'refusedAt'>

export interface AccountsService {
  /** Those used longest ago first. */
  profiles(): SavedConnection[]
  /** Somebody works with it now. One that there is not is left alone. */
  noteUsed(name: string): void
  /**
   * Checks the password with the service once, then stores profile and password. Fails with bad-usage (another account is called so),
   * sign-in-refused, keychain-unavailable.
   */
  signIn(profile: NewProfile, signal?: AbortSignal): Promise<SavedConnection>
  /** Forgets profile and password. Fails with bad-usage if there is no such profile. */
  signOut(name: string): Promise<SavedConnection>
  /** The named profile, or the only one. Fails with bad-usage, no-credentials, keychain-unavailable, sign-in-refused (in an earlier run). */
  useProfile(name: string | undefined): Promise<SignedIn>
  /** A one-off connection: touches no keychain, stores nothing. */
  useOnce(connection: OneOffConnection): SignedIn
  /** Reads an entry that does not exist. Fails with keychain-unavailable. */
  checkKeychain(): Promise<void>
  readonly brokers: BrokerPasswords
  readonly proxies: ProxyPasswords
}

interface AccountsOptions {
  profiles: ProfileStore
  secrets: SecretsPort
  /** Signs in once with the service. Fails with sign-in-refused. */
  verifyPassword: (signedIn: SignedIn, signal?: AbortSignal) => Promise<void>
  onSecret: (secret: string) => void
}

/** Profiles and their passwords. Only this room uses the secrets port. */
export function createAccountsService(options: AccountsOptions): AccountsService {
  const { profiles, secrets, verifyPassword, onSecret } = options
  const useOnce: AccountsService['useOnce'] = (oneOff) => {
    noteSecrets(onSecret, oneOff.username, oneOff.password)
    return { connection: connectionOf(oneOff), password: () => Promise.resolve(oneOff.password) }
  }
  /** Removes a password from the keychain unless another profile of the same account still needs it. */
  const forgetPassword = async (profile: Profile): Promise<void> => {
    if (othersOfAccount(profiles.list(), profile).length === 0)
      await secrets.remove(serviceOf(profile), accountOf(profile))
  }
  return {
    profiles: () => profiles.list().map(withoutRefusedAt),
    noteUsed: (name) => {
      const all = profiles.list()
      const profile = all.find((one) => one.profile === name)
      if (profile === undefined || profile === all.at(-1)) return
      try {
        profiles.save(profile)
      } catch {
        // Their order is no reason to refuse an account that works.
      }
    },
    useOnce,
    signIn: async (added, signal) => {
      const name = profileName(added)
      const { connection, password } = useOnce(added)
      refuseTaken(name, profiles.list(), connection)
      await verifyPassword({ connection, password }, signal)
      const profile: Profile = { ...connection, profile: name }
      await secrets.write(serviceOf(profile), accountOf(profile), added.password)
      profiles.save(...othersOfAccount(profiles.list(), profile).map(withoutRefusedAt), profile)
      return withoutRefusedAt(profile)
    },
    signOut: async (name) => {
      const profile = findProfile(profiles.list(), name)
      await forgetPassword(profile)
      profiles.remove(profile.profile)
      return withoutRefusedAt(profile)
    },
    useProfile: (name) => Promise.resolve().then(() => useProfile(options, name)),
    checkKeychain: async () => {
      await secrets.read('Parcel Desk (check)', 'nobody')
    },
    brokers: createBrokerPasswords({ secrets, onSecret }),
    proxies: createProxyPasswords({ secrets, onSecret }),
  }
}

function useProfile(options: AccountsOptions, name: string | undefined): SignedIn {
  const profiles = options.profiles.list()
  const profile = name === undefined ? onlyProfile(profiles) : findProfile(profiles, name)
  if (profile.refusedAt !== undefined) throw refusedEarlier(profile)
  return { connection: withoutRefusedAt(profile), password: () => passwordOf(options, profile) }
}

/**
 * Records that the service refused a profile's password, so that no later run tries it again (T31): for every profile of the
 * account, because they share the password, and trying it again may lock the account. The profile itself may belong to another
 * account by now.
 */
export function noteRefused(profiles: ProfileStore, connection: Connection): void {
  if (connection.profile === undefined) return
  const ofAccount = profiles.list().filter((one) => isSameAccount(one, connection))
  if (ofAccount.length === 0) return
  const refusedAt = new Date().toISOString()
  profiles.save(...ofAccount.map((one) => ({ ...one, refusedAt })))
}

async function passwordOf({ secrets, onSecret }: AccountsOptions, profile: Profile): Promise<string> {
  const password = await secrets.read(serviceOf(profile), accountOf(profile))
  if (password === undefined) {
    // A locked keychain answers as if it were empty.
    const what = `The keychain gave no password for account “${profile.profile}”: it has none, or it is locked.`
    throw new AppError({ tag: 'no-credentials', what })
  }
  noteSecrets(onSecret, profile.username, password)
  return password
}

/** The password, and its Basic form, which a service may repeat in an error. */
function noteSecrets(onSecret: (secret: string) => void, username: string, password: string): void {
  onSecret(password)
  onSecret(Buffer.from(`${username}:${password}`).toString('base64'))
}

/** The other profiles with the same keychain entry. */
function othersOfAccount(profiles: readonly Profile[], profile: Profile): Profile[] {
  return profiles.filter((one) => one.profile !== profile.profile && isSameAccount(one, profile))
}

/** A name is no account: another one that is called so keeps its password, its worklists and its schedules. */
function refuseTaken(name: string, profiles: readonly Profile[], connection: Connection): void {
  const other = accountCalled(name, profiles, connection)
  if (other === undefined) return
  const { username, baseUrl, environment } = other
  throw badUsage(`There is another account “${name}”: ${username} at ${baseUrl} (${environment}).`, {
    terminal: 'Choose another name with --profile, or sign out of that one first.',
    desk: 'Give this one another name, or remove that one first.',
  })
}

function connectionOf(oneOff: OneOffConnection): Connection {
  return {
    profile: undefined,
    environment: oneOff.environment ?? 'production',
    baseUrl: parseBaseUrl(oneOff.baseUrl),
    username: oneOff.username,
    credentialForm: oneOff.credentialForm ?? 'basic',
    caFile: oneOff.caFile,
  }
}

function withoutRefusedAt({ refusedAt: _kept, ...connection }: Profile): SavedConnection {
  return connection
}

function profileName({ name }: NewProfile): string {
  const trimmed = name.trim()
  if (trimmed === '')
    throw badUsage('An account needs a name.', { terminal: 'Give one with --profile.', desk: 'Give it one.' })
  return trimmed
}

function findProfile(profiles: readonly Profile[], name: string): Profile {
  const found = profiles.find((one) => one.profile === name)
  if (found !== undefined) return found
  const names = profiles.map((one) => one.profile)
  const near = nearest(name, names)
  const known = names.length === 0 ? 'There is none yet.' : `There are: ${names.join(', ')}.`
  throw badUsage(`There is no account “${name}”.${near === undefined ? '' : ` Did you mean “${near}”?`} ${known}`, {
    terminal: 'Run “parcel-desk sign-in” to add one.',
    desk: 'Sign in to add one.',
  })
}

function onlyProfile(profiles: readonly Profile[]): Profile {
  const [only, second] = profiles
  if (only === undefined) {
    throw new AppError({ tag: 'no-credentials', what: 'There is no saved account, and no connection was given.' })
  }
  if (second === undefined) return only
  throw badUsage(`There are ${profiles.length} saved accounts: ${profiles.map((one) => one.profile).join(', ')}.`, {
    terminal: 'Name one with --profile.',
    desk: 'Choose one of them.',
  })
}

function refusedEarlier({ username, baseUrl, refusedAt }: Profile): AppError {
  const said = `refused on ${refusedAt ?? ''}; not tried again since`
  return new AppError({ tag: 'sign-in-refused', username, origin: new URL(baseUrl).origin, said })
}

/** Test and production have separate entries. */
function serviceOf({ environment }: Connection): string {
  return `Parcel Desk (${environment})`
}

function accountOf({ username, baseUrl }: Connection): string {
  return `${username} at ${baseUrl}`
}

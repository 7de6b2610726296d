import { badUsage } from '../../shared/errors/app-error.ts'
import { defaultAccountName } from '../../shared/words/account-names.ts'
import type { PolicyConnection } from '../../shared/policy/policy-schema.ts'
import type { SavedConnection } from '../../engine/accounts/accounts-service.ts'
import { didYouMean } from '../../engine/base/did-you-mean.ts'
import { readyMadeConnections } from '../../engine/policy/guards.ts'
import type { CommandAction, CommandRun } from '../command-run.ts'
import { chosenCaFile, envValue, oneOffAddress } from '../connection/choose-connection.ts'
import { refuseUnreadable } from '../connection/open-session.ts'
import { readPassword } from '../connection/read-password.ts'
import type { ConnectionOptions, GeneralOptions } from '../options/option-types.ts'
import { profileRecord } from '../reports/records.ts'
import { textTable } from '../terminal/text-table.ts'

type SignInOptions = GeneralOptions & ConnectionOptions

/** `sign-in`: checks a password with the service and keeps the connection; the password goes into the keychain. */
export const signIn: CommandAction<SignInOptions> = async (run) => {
  const { options, terminal, screen, interruption } = run
  // Called only to fail before the engine opens: an incomplete address is bad usage whatever is saved. A user name alone may
  // complete a connection that the organisation has set up.
  if (accountName(run) === undefined || namesAddress(run)) oneOffAddress(options, terminal.env)
  const desk = await run.open()
  const known = { saved: desk.accounts.profiles(), readyMade: readyMadeConnections(desk.policy.current()) }
  const { profile, caFile, ...resolved } = resolveConnection(run, known)
  await refuseUnreadable(caFile)
  const of = `${resolved.username} at ${new URL(resolved.baseUrl).host}`
  const password = await readPassword(run, of)
  const connection = await desk.accounts.signIn(
    { name: profile, ...resolved, ...(caFile === undefined ? {} : { caFile }), password },
    interruption.stop,
  )
  await screen.result(profileRecord(connection), () => [`Signed in as ${of}; saved as account “${profile}”.\n`])
  return undefined
}

type SignInRun = Pick<CommandRun<SignInOptions>, 'options' | 'terminal'>

function accountName({ options, terminal }: SignInRun): string | undefined {
  return options.profile ?? envValue(terminal.env, 'PARCEL_DESK_PROFILE')
}

/** Whether an address stands beside the name. One of the environment does not beside a name of the options, which go first. */
function namesAddress({ options, terminal }: SignInRun): boolean {
  if (options.baseUrl !== undefined) return true
  return options.profile === undefined && envValue(terminal.env, 'PARCEL_DESK_BASE_URL') !== undefined
}

/** Missing values come from the saved account of that name, so that a new password needs no other option. */
function resolveConnection(
  run: SignInRun,
  { saved, readyMade }: { saved: SavedConnection[]; readyMade: readonly PolicyConnection[] },
): SavedConnection {
  const { options: given, terminal } = run
  const { env } = terminal
  const named = accountName(run)
  const ready = namesAddress(run) ? undefined : readyMade.find(({ name }) => name === named)
  const isReady = ready !== undefined && (given.username ?? envValue(env, 'PARCEL_DESK_USERNAME')) !== undefined
  const options = isReady ? { ...given, baseUrl: ready.address, environment: ready.environment } : given
  const address = oneOffAddress(options, env)
  const before = address === undefined ? onlyOf(saved, named) : saved.find(({ profile }) => profile === named)
  const { baseUrl, username } = address ?? before ?? nothingToSignInTo(named, saved)
  const environment = options.environment ?? before?.environment ?? 'production'
  return {
    profile: named ?? before?.profile ?? defaultAccountName({ baseUrl, username, environment }, saved),
    baseUrl,
    username,
    credentialForm: options.credentialForm ?? before?.credentialForm ?? 'basic',
    environment,
    caFile: chosenCaFile(options.caFile, terminal) ?? before?.caFile,
  }
}

function onlyOf(saved: SavedConnection[], named: string | undefined): SavedConnection | undefined {
  const matching = saved.filter(({ profile }) => named === undefined || profile === named)
  return matching.length === 1 ? matching[0] : undefined
}

function nothingToSignInTo(named: string | undefined, saved: SavedConnection[]): never {
  const next = 'Give --base-url and --username; --profile names the connection.'
  if (named === undefined) throw badUsage('There is nothing to sign in to.', next)
  const meant = didYouMean(
    named,
    saved.map(({ profile }) => profile),
  )
  throw badUsage(`There is no saved account “${named}” yet.`, meant + next)
}

/** `sign-out`: forgets a saved account and its password. */
export const signOut: CommandAction<GeneralOptions & { profile?: string }> = async (run) => {
  const { screen } = run
  const desk = await run.open()
  const named = accountName(run)
  const forgotten = await desk.accounts.signOut(named ?? onlyProfile(desk.accounts.profiles()))
  await screen.result(profileRecord(forgotten), () => [`Forgot “${forgotten.profile}” and its password.\n`])
  return undefined
}

function onlyProfile(profiles: SavedConnection[]): string {
  const [first, ...others] = profiles
  if (first === undefined) throw badUsage('There is no saved account to forget.', '“parcel-desk profiles” lists them.')
  if (others.length === 0) return first.profile
  const names = profiles.map(({ profile }) => profile).join(', ')
  throw badUsage('There are several saved accounts.', `Name one of them with --profile: ${names}.`)
}

/** `profiles`: the saved accounts, without their passwords. */
export const profiles: CommandAction<GeneralOptions> = async ({ open, screen }) => {
  const desk = await open()
  const records = desk.accounts.profiles().map(profileRecord)
  await screen.result(records, () =>
    records.length === 0
      ? ['There are no saved accounts. “parcel-desk sign-in” makes one.\n']
      : textTable(
          ['PROFILE', 'ENVIRONMENT', 'USER', 'ADDRESS'],
          records.map(({ profile, environment, username, baseUrl }) => [profile, environment, username, baseUrl]),
        ),
  )
  return undefined
}

import path from 'node:path'
import type { AccountsService, NewProfile } from '../../main/core/parcel-desk.ts'
import { badUsage } from '../../shared/errors/app-error.ts'
import type { Connection } from '../../shared/model/connection.ts'
import { given, oneOffAddress } from '../choose-connection.ts'
import type { CommandAction, CommandRun } from '../command-run.ts'
import { refuseUnreadable } from '../open-session.ts'
import type { CommonOptions, ConnectionOptions } from '../option-types.ts'
import { profileRecord } from '../profile-record.ts'
import { readPassword } from '../read-password.ts'

type SignInOptions = CommonOptions & ConnectionOptions

/** `sign-in`: checks a password with the service and keeps the connection; the password goes into the keychain. */
export const signIn: CommandAction<SignInOptions> = async (run) => {
  const { options, terminal, screen, interruption } = run
  // Refused before the engine opens: half an address is bad usage whatever is saved already.
  oneOffAddress(options, terminal.env)
  const { desk, log } = await run.open()
  const address = addressOf(run, desk.accounts)
  await refuseUnreadable(address.caFile)
  const of = `${address.username} at ${new URL(address.baseUrl).host}`
  const password = await readPassword(terminal, { isFromStdin: options.passwordStdin === true, of })
  log.addSecret(password)
  const connection = await desk.accounts.signIn({ ...address, password }, interruption.stop)
  await screen.result(profileRecord(connection), () => [
    `Signed in as ${of}; saved as profile “${connection.profile ?? address.name}”.\n`,
  ])
  return undefined
}

/** What is not given comes from the saved connection of that name, so that a new password needs nothing else. */
function addressOf({ options, terminal }: CommandRun<SignInOptions>, accounts: AccountsService): Omit<NewProfile, 'password'> {
  const { env, workingDir } = terminal
  const address = oneOffAddress(options, env)
  const named = options.profile ?? given(env, 'PARCEL_DESK_PROFILE')
  const name = named ?? (address === undefined ? undefined : `${address.username} at ${new URL(address.baseUrl).host}`)
  const saved = savedConnection(accounts.profiles(), name)
  if (address === undefined && saved === undefined) throw nothingToSignInTo(name)
  const caFile = options.caFile ?? given(env, 'PARCEL_DESK_CA_FILE')
  const kept = { baseUrl: saved?.baseUrl ?? '', username: saved?.username ?? '' }
  return {
    name: name ?? saved?.profile ?? '',
    baseUrl: address?.baseUrl ?? kept.baseUrl,
    username: address?.username ?? kept.username,
    credentialForm: options.credentialForm ?? saved?.credentialForm ?? 'basic',
    environment: options.environment ?? saved?.environment ?? 'production',
    ...caFileField(caFile === undefined ? saved?.caFile : path.resolve(workingDir, caFile)),
  }
}

function savedConnection(profiles: Connection[], name: string | undefined): Connection | undefined {
  if (name !== undefined) return profiles.find(({ profile }) => profile === name)
  return profiles.length === 1 ? profiles[0] : undefined
}

function caFileField(caFile: string | undefined): { caFile?: string } {
  return caFile === undefined ? {} : { caFile }
}

function nothingToSignInTo(name: string | undefined): Error {
  const message = name === undefined ? 'There is nothing to sign in to.' : `There is no saved connection “${name}” yet.`
  return badUsage(message, 'Give --base-url and --username.')
}

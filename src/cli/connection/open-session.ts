import { access, constants } from 'node:fs/promises'
import { badUsage } from '../../shared/errors/app-error.ts'
import type { SignedIn } from '../../engine/accounts/accounts-service.ts'
import type { ParcelSession } from '../../engine/parcel-desk.ts'
import type { CommandRun } from '../command-run.ts'
import type { ConnectionOptions } from '../options/option-types.ts'
import { chooseConnection, type ConnectionChoice, type OneOffAddress } from './choose-connection.ts'
import { readPassword } from './read-password.ts'
import { whyUnreadable } from './read-selection.ts'

/** Opens a session by options and environment. Fails with bad-usage, no-credentials, keychain-unavailable. */
export async function openSession(run: CommandRun<ConnectionOptions>): Promise<ParcelSession> {
  return await connect(run, chooseConnection(run.options, run.terminal))
}

/** Opens a session of the chosen connection; sends nothing. A one-off connection's password is read before the engine opens. */
export async function connect(run: CommandRun<ConnectionOptions>, choice: ConnectionChoice): Promise<ParcelSession> {
  await refuseUnreadable(choice.caFile)
  const signedIn = choice.kind === 'once' ? await signInOnce(run, choice.address) : await signInSaved(run, choice.name)
  const desk = await run.open()
  // --ca-file applies to this run, also with a saved account.
  const caFile = choice.caFile ?? signedIn.connection.caFile
  return desk.connect({ ...signedIn, connection: { ...signedIn.connection, caFile } })
}

async function signInSaved(run: CommandRun<ConnectionOptions>, profile: string | undefined): Promise<SignedIn> {
  const desk = await run.open()
  return await desk.accounts.useProfile(profile)
}

async function signInOnce(run: CommandRun<ConnectionOptions>, address: OneOffAddress): Promise<SignedIn> {
  const password = await readPassword(run, `${address.username} at ${new URL(address.baseUrl).host}`)
  const desk = await run.open()
  return desk.accounts.useOnce({ ...address, password })
}

/** Checked early: otherwise a mistyped name would first show as an untrusted certificate. */
export async function refuseUnreadable(caFile: string | undefined): Promise<void> {
  if (caFile === undefined) return
  try {
    await access(caFile, constants.R_OK)
  } catch (thrown) {
    const reason = whyUnreadable(thrown)
    throw badUsage(`The certificate file ${caFile} cannot be read: ${reason}.`, 'Check --ca-file.')
  }
}

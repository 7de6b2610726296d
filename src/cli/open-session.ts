import { access, constants } from 'node:fs/promises'
import type { ParcelSession, SignedIn } from '../main/core/parcel-desk.ts'
import { badUsage } from '../shared/errors/app-error.ts'
import { chooseConnection, type ConnectionChoice } from './choose-connection.ts'
import type { CommandRun } from './command-run.ts'
import type { ConnectionOptions } from './option-types.ts'
import { readPassword } from './read-password.ts'

/** A session as options and environment say. Fails with bad-usage, no-credentials, keychain-unavailable. */
export async function openSession(run: CommandRun<ConnectionOptions>): Promise<ParcelSession> {
  return await connect(run, chooseConnection(run.options, run.terminal))
}

/** A session of the chosen connection; nothing is sent. The password of a one-off connection is read before the engine opens. */
export async function connect(run: CommandRun<ConnectionOptions>, choice: ConnectionChoice): Promise<ParcelSession> {
  await refuseUnreadable(choice.caFile)
  const password = choice.kind === 'once' ? await passwordOf(run, choice) : undefined
  const { desk, log } = await run.open()
  if (password !== undefined) log.addSecret(password)
  const signedIn =
    choice.kind === 'profile'
      ? await desk.accounts.useProfile(choice.name)
      : desk.accounts.useOnce({ ...withoutCaFile(choice), password: password ?? '' })
  return desk.connect(withCaFile(signedIn, choice.caFile))
}

async function passwordOf(
  { terminal, options }: CommandRun<ConnectionOptions>,
  { username, baseUrl }: { username: string; baseUrl: string },
): Promise<string> {
  const of = `${username} at ${new URL(baseUrl).host}`
  return await readPassword(terminal, { isFromStdin: options.passwordStdin === true, of })
}

function withoutCaFile({ baseUrl, username, credentialForm, environment }: Extract<ConnectionChoice, { kind: 'once' }>) {
  return { baseUrl, username, credentialForm, environment }
}

/** --ca-file counts for this run, with a saved connection too. */
function withCaFile(signedIn: SignedIn, caFile: string | undefined): SignedIn {
  if (caFile === undefined) return signedIn
  return { connection: { ...signedIn.connection, caFile }, password: () => signedIn.password() }
}

/** Asked early: otherwise the first sign of a mistyped name would be a certificate that is not trusted. */
export async function refuseUnreadable(caFile: string | undefined): Promise<void> {
  if (caFile === undefined) return
  try {
    await access(caFile, constants.R_OK)
  } catch (thrown) {
    const reason = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown'
    throw badUsage(`The certificate file ${caFile} cannot be read (${reason}).`, 'Check the name given with --ca-file.')
  }
}

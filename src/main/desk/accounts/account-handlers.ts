import { basename } from 'node:path'
import type { z } from 'zod'
import type { account, openSession } from '../../../shared/contract/accounts-contract.ts'
import type { Payload } from '../../../shared/contract/contract.ts'
import type { Connection } from '../../../shared/model/connection.ts'
import { isSameAccount } from '../../../shared/words/account-names.ts'
import { serialize } from '../../../engine/base/async.ts'
import type { SavedConnection } from '../../../engine/accounts/accounts-service.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import type { ChosenFiles } from '../chosen-paths.ts'
import type { FoldersPort } from '../desk-ports.ts'
import type { EventHub } from '../event-hub.ts'
import type { KnownServices } from './known-services.ts'
import type { Handler, HandlersOf } from '../router.ts'
import type { OpenedSession, OpenSessions } from '../sessions.ts'

const CERTIFICATE_EXTENSIONS = ['pem', 'crt', 'cer'] as const

interface AccountHandlerOptions {
  engine: Pick<ParcelDesk, 'accounts'>
  sessions: OpenSessions
  folders: Pick<FoldersPort, 'chooseFile'>
  services: KnownServices
  /** The certificate files that the user has picked for a service. */
  chosenFiles: ChosenFiles
  events: Pick<EventHub, 'emit'>
}

/** Profiles and sessions for the page. Every change of them is followed by `accounts.changed`. */
export function createAccountHandlers(options: AccountHandlerOptions): HandlersOf<'accounts'> {
  const { sessions, folders, chosenFiles } = options
  return {
    ...createSessionHandlers(options),
    'accounts.chooseCaFile': async () => {
      const path = await folders.chooseFile('Certificate authority of your company', CERTIFICATE_EXTENSIONS)
      return path === undefined ? null : chosenFiles.add(path)
    },
    'accounts.customers': async ({ sessionId }, signal) => {
      const { counterparties, problems } = await sessions.find(sessionId).session.customers(signal)
      return { customers: counterparties, problems }
    },
  }
}

type SessionMethod = `accounts.${'signIn' | 'useProfile' | 'cancelSignIn' | 'signOut' | 'removeProfile'}`

function createSessionHandlers(options: AccountHandlerOptions): Pick<HandlersOf<'accounts'>, SessionMethod> {
  const { engine, sessions, events } = options
  // So that a second click neither opens a second session nor sends a password that is just being refused (T31).
  const serialized = serialize()
  let cancelled = new AbortController()
  const emitChanged = (): void => {
    events.emit('accounts.changed', describeAccounts(engine, sessions))
  }
  const open = async (attempt: (signal: AbortSignal) => Promise<OpenedSession>, signal: AbortSignal) => {
    const either = AbortSignal.any([signal, cancelled.signal])
    const opened = await serialized(() => attempt(either))
    emitChanged()
    return describeSession(opened)
  }
  return {
    'accounts.signIn': (input, signal) => open((either) => signIn(options, input, either), signal),
    'accounts.useProfile': ({ profile }, signal) => open((either) => useProfile(options, profile, either), signal),
    'accounts.cancelSignIn': () => {
      cancelled.abort()
      cancelled = new AbortController()
      return {}
    },
    'accounts.signOut': async ({ sessionId, forgets }) => {
      const { connection } = sessions.find(sessionId)
      // The profile first: if the keychain refuses, the user is still signed in and can try again.
      if (forgets && connection.profile !== undefined) await engine.accounts.signOut(connection.profile)
      await closeMatching(sessions, (one) => isSameAccount(connection, one))
      emitChanged()
      return {}
    },
    'accounts.removeProfile': async ({ profile }) => {
      await engine.accounts.signOut(profile)
      await closeMatching(sessions, (one) => one.profile === profile)
      emitChanged()
      return {}
    },
  }
}

async function closeMatching(sessions: OpenSessions, matches: (connection: Connection) => boolean): Promise<void> {
  const matching = sessions.list().filter(({ connection }) => matches(connection))
  await Promise.all(matching.map(({ sessionId }) => sessions.close(sessionId)))
}

/** All profiles, the one used last first, and the session that the page works with. */
export function describeAccounts(
  { accounts }: Pick<ParcelDesk, 'accounts'>,
  sessions: Pick<OpenSessions, 'current' | 'endedBecause'>,
): Payload<'accounts.changed'> {
  const current = sessions.current()
  return {
    accounts: accounts.profiles().toReversed().map(describeProfile),
    session: current === undefined ? null : describeSession(current),
    endedBecause: sessions.endedBecause(),
  }
}

async function signIn(
  { engine, sessions, services, chosenFiles }: AccountHandlerOptions,
  input: Parameters<Handler<'accounts.signIn'>>[0],
  signal: AbortSignal,
): Promise<OpenedSession> {
  const { profile, caFileId, keepsCaFile, ...oneOff } = input
  await services.requireConsent(input.baseUrl)
  signal.throwIfAborted()
  const kept = keepsCaFile ? engine.accounts.profiles().find((one) => one.profile === profile)?.caFile : undefined
  const path = caFileId === null ? kept : chosenFiles.pathOf(caFileId)
  const caFile = path === undefined ? {} : { caFile: path }
  if (profile === null) return await sessions.signIn(engine.accounts.useOnce({ ...oneOff, ...caFile }), signal)
  // This checks the password with the service; the new session must not send a refused one again (T31).
  const signedIn = await engine.accounts.signIn({ ...oneOff, ...caFile, name: profile }, signal)
  return sessions.open(await engine.accounts.useProfile(signedIn.profile))
}

/** Reuses the open session of a profile, so that a second click does not open a second one. */
async function useProfile(
  { engine, sessions }: AccountHandlerOptions,
  profile: string,
  signal: AbortSignal,
): Promise<OpenedSession> {
  const signedIn = await engine.accounts.useProfile(profile)
  const open = sessions.list().findLast(({ connection }) => isSame(connection, signedIn.connection))
  if (open === undefined) {
    const opened = await sessions.signIn(signedIn, signal)
    engine.accounts.noteUsed(profile)
    return opened
  }
  await open.session.signIn(signal)
  engine.accounts.noteUsed(profile)
  return sessions.makeCurrent(open.sessionId)
}

function isSame(one: Connection, other: Connection): boolean {
  const isAlike = one.profile === other.profile && one.credentialForm === other.credentialForm
  return isAlike && one.caFile === other.caFile && isSameAccount(one, other)
}

function describeProfile(connection: SavedConnection): z.input<typeof account> {
  const { profile, environment, baseUrl, username, credentialForm, caFile } = connection
  const caFileName = caFile === undefined ? null : basename(caFile)
  return { profile, environment, baseUrl, username, credentialForm, caFileName }
}

function describeSession({ sessionId, connection }: OpenedSession): z.input<typeof openSession> {
  const { profile, environment, baseUrl, username } = connection
  return { sessionId, profile: profile ?? null, environment, baseUrl, username }
}

import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors/app-error.ts'
import type { Connection } from '../../shared/model/connection.ts'
import { type AccountIdentity, isSameAccount } from '../../shared/words/account-names.ts'
import type { SignedIn } from '../../engine/accounts/accounts-service.ts'
import type { ParcelDesk, ParcelSession } from '../../engine/parcel-desk.ts'
import { assertServiceAllowed } from '../../engine/policy/guards.ts'

export interface OpenedSession {
  /** The page's handle for it: random and meaningless. */
  sessionId: string
  session: ParcelSession
  connection: Connection
}

export interface OpenSessions {
  /**
   * Makes it the current session without a call to the service. Earlier sessions stay open, so that their jobs go on. Whatever
   * opens a session fails with set-by-organisation where the service is forbidden by now.
   */
  open(signedIn: SignedIn): OpenedSession
  /** Opens a session for background work; the current session stays the same. */
  openInBackground(signedIn: SignedIn): OpenedSession
  /** Requests a token first, so that a refused session is not opened. Fails with sign-in-refused and like any call. */
  signIn(signedIn: SignedIn, signal?: AbortSignal): Promise<OpenedSession>
  /** Fails with no-credentials if it is not open any more. */
  find(sessionId: string): OpenedSession
  /** How it was signed in, for a test of its connection. Fails with no-credentials if it is not open any more. */
  signedInOf(sessionId: string): SignedIn
  /** The session that the page works with. */
  current(): OpenedSession | undefined
  /** Fails with no-credentials if it is not open any more. */
  makeCurrent(sessionId: string): OpenedSession
  /** Every open session, oldest first. */
  list(): OpenedSession[]
  /** The newest session of an account. */
  findFor(account: AccountIdentity): OpenedSession | undefined
  /**
   * Ends the work of a session, then the session; `because` is for the user who worked with it. Does nothing if it is not
   * open.
   */
  close(sessionId: string, because?: string): Promise<void>
  /** Why the session that the page worked with was closed, where the user did not close it; null otherwise. */
  endedBecause(): string | null
  /** Registers `end` to be called, and awaited, before a session closes: afterwards nothing may use the session. */
  beforeClose(end: (closing: OpenedSession) => Promise<void> | void): void
}

/** The open sessions of this run. */
export function createOpenSessions({ engine }: { engine: Pick<ParcelDesk, 'connect' | 'policy'> }): OpenSessions {
  const opened = new Map<string, OpenedSession & { signedIn: SignedIn }>()
  const ends: ((closing: OpenedSession) => Promise<void> | void)[] = []
  let currentId: string | undefined
  let endedBecause: string | null = null
  const makeCurrent = (session: OpenedSession): OpenedSession => {
    currentId = session.sessionId
    endedBecause = null
    return session
  }
  const add = (session: ParcelSession, signedIn: SignedIn): OpenedSession => {
    refuseForbidden(engine.policy, session)
    const added = { sessionId: randomUUID(), session, connection: session.connection, signedIn }
    opened.set(added.sessionId, added)
    return added
  }
  const find = (sessionId: string): OpenedSession & { signedIn: SignedIn } => opened.get(sessionId) ?? refuseClosed()
  return {
    open: (signedIn) => makeCurrent(add(engine.connect(signedIn), signedIn)),
    openInBackground: (signedIn) => add(engine.connect(signedIn), signedIn),
    signIn: async (signedIn, signal) =>
      makeCurrent(add(await requestToken(engine.connect(signedIn), signal), signedIn)),
    find,
    signedInOf: (sessionId) => find(sessionId).signedIn,
    current: () => (currentId === undefined ? undefined : opened.get(currentId)),
    makeCurrent: (sessionId) => makeCurrent(find(sessionId)),
    list: () => [...opened.values()],
    findFor: (account) => [...opened.values()].findLast(({ connection }) => isSameAccount(account, connection)),
    close: async (sessionId, because) => {
      const closing = opened.get(sessionId)
      if (closing === undefined) return
      // First, so that no new work starts in it while running work ends.
      opened.delete(sessionId)
      if (sessionId === currentId) endedBecause = because ?? null
      await Promise.allSettled(ends.map((end) => Promise.resolve(closing).then(end)))
      closing.session.close()
    },
    endedBecause: () => endedBecause,
    beforeClose: (end) => {
      ends.push(end)
    },
  }
}

async function requestToken(session: ParcelSession, signal: AbortSignal | undefined): Promise<ParcelSession> {
  try {
    await session.signIn(signal)
    return session
  } catch (thrown) {
    session.close()
    throw thrown
  }
}

/** The organisation may have forbidden the service while it was being asked for a token. */
function refuseForbidden(policy: ParcelDesk['policy'], session: ParcelSession): void {
  try {
    assertServiceAllowed(policy, session.connection)
  } catch (thrown) {
    session.close()
    throw thrown
  }
}

function refuseClosed(): never {
  throw new AppError({ tag: 'no-credentials', what: 'You are not signed in any more.', next: 'Sign in again.' })
}

import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors/app-error.ts'
import type { Connection, Environment } from '../../shared/model/connection.ts'
import type { SignedIn } from '../../engine/accounts/accounts-service.ts'
import type { ParcelDesk, ParcelSession } from '../../engine/parcel-desk.ts'

export interface OpenedSession {
  /** What the page names it by; it tells nothing and cannot be guessed. */
  sessionId: string
  session: ParcelSession
  connection: Connection
}

export interface AccountOfSession {
  baseUrl: string
  username: string
  environment: Environment
}

export interface OpenSessions {
  /** Makes it the current one without asking the service. Those before stay open: their jobs go on. */
  open(signedIn: SignedIn): OpenedSession
  /** Opens it for work without a page: what the page works with stays the current one. */
  openInBackground(signedIn: SignedIn): OpenedSession
  /** Asks the service for a token first: what it refuses is not opened. Fails with sign-in-refused and like any call. */
  signIn(signedIn: SignedIn, signal?: AbortSignal): Promise<OpenedSession>
  /** Fails with no-credentials when it is not open any more. */
  find(sessionId: string): OpenedSession
  /** What the page works with. */
  current(): OpenedSession | undefined
  /** Fails with no-credentials when it is not open any more. */
  makeCurrent(sessionId: string): OpenedSession
  /** Every open session, the oldest first. */
  list(): OpenedSession[]
  /** The newest session of an account, for a job of it. */
  findFor(account: AccountOfSession): OpenedSession | undefined
  /** Ends what still runs in a session, then the session. Nothing happens when it is not open. */
  close(sessionId: string): Promise<void>
  /** Has `end` called with every session that is about to close, and waits for it: nothing may use it afterwards. */
  beforeClose(end: (closing: OpenedSession) => Promise<void> | void): void
}

/** The sessions of this run, by the ids that the page knows them by. */
export function createOpenSessions({ engine }: { engine: Pick<ParcelDesk, 'connect'> }): OpenSessions {
  const opened = new Map<string, OpenedSession>()
  const ends: ((closing: OpenedSession) => Promise<void> | void)[] = []
  let currentId: string | undefined
  const makeCurrent = (session: OpenedSession): OpenedSession => {
    currentId = session.sessionId
    return session
  }
  const add = (session: ParcelSession): OpenedSession => {
    const added = { sessionId: randomUUID(), session, connection: session.connection }
    opened.set(added.sessionId, added)
    return added
  }
  const find = (sessionId: string): OpenedSession => opened.get(sessionId) ?? refuseClosed()
  return {
    open: (signedIn) => makeCurrent(add(engine.connect(signedIn))),
    openInBackground: (signedIn) => add(engine.connect(signedIn)),
    signIn: async (signedIn, signal) => makeCurrent(add(await requestToken(engine.connect(signedIn), signal))),
    find,
    current: () => (currentId === undefined ? undefined : opened.get(currentId)),
    makeCurrent: (sessionId) => makeCurrent(find(sessionId)),
    list: () => [...opened.values()],
    findFor: (account) => [...opened.values()].findLast(({ connection }) => isOfAccount(account, connection)),
    close: async (sessionId) => {
      const closing = opened.get(sessionId)
      if (closing === undefined) return
      // First, so that nothing new begins with it while what runs comes to its end.
      opened.delete(sessionId)
      await Promise.allSettled(ends.map((end) => Promise.resolve(closing).then(end)))
      closing.session.close()
    },
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

/** Whether a connection is one of this account, under whatever profile. */
export function isOfAccount(account: AccountOfSession, connection: Connection): boolean {
  return (
    connection.baseUrl === account.baseUrl &&
    connection.username === account.username &&
    connection.environment === account.environment
  )
}

function refuseClosed(): never {
  throw new AppError({ tag: 'no-credentials', what: 'You are not signed in any more.', next: 'Sign in again.' })
}

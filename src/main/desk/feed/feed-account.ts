import { AppError } from '../../../shared/errors/app-error.ts'
import type { Connection, Environment } from '../../../shared/model/connection.ts'
import { isSameAccount } from '../../../shared/words/account-names.ts'
import { serialize } from '../../../engine/base/async.ts'
import type { FeedSettings, StoredAccount } from '../../../engine/feed/feed-settings.ts'
import type { ParcelDesk, ParcelSession } from '../../../engine/parcel-desk.ts'
import type { OpenedSession, OpenSessions } from '../sessions.ts'

interface FeedAccountDependencies {
  environment: Environment
  engine: Pick<ParcelDesk, 'accounts' | 'connect'>
  sessions: Pick<OpenSessions, 'findFor' | 'openInBackground'>
  settings: Pick<FeedSettings, 'read'>
}

/** Sessions of the user who set the feed up, whether or not anyone is signed in at the page. */
export interface FeedAccount {
  /**
   * A session that can call the service: an open one, or else one of the saved profile. Fails with no-credentials,
   * keychain-unavailable, and with sign-in-refused, which is not tried a second time (T31).
   */
  online(): Promise<OpenedSession>
  /** A session that may only read the local index; undefined while nobody has set the feed up. */
  local(): ParcelSession | undefined
  close(): void
}

export function createFeedAccount(dependencies: FeedAccountDependencies): FeedAccount {
  // Concurrent callers get the same session.
  const inTurn = serialize()
  const reader = createReader(dependencies)
  return {
    online: () => inTurn(() => openOnline(dependencies)),
    local: () => {
      const { account } = dependencies.settings.read()
      return account === null ? undefined : (openSession(dependencies, account)?.session ?? reader.of(account))
    },
    close: reader.close,
  }
}

function openSession(
  { sessions, environment }: FeedAccountDependencies,
  { baseUrl, username }: StoredAccount,
): OpenedSession | undefined {
  return sessions.findFor({ baseUrl, username, environment })
}

async function openOnline(dependencies: FeedAccountDependencies): Promise<OpenedSession> {
  const { settings, engine, sessions, environment } = dependencies
  const { account } = settings.read()
  if (account === null) throw new AppError({ tag: 'no-credentials', what: 'Nobody has set this feed up yet.' })
  const open = openSession(dependencies, account)
  if (open !== undefined) return open
  if (account.profile === null) throw notSignedIn(account)
  const signedIn = await engine.accounts.useProfile(account.profile)
  // The profile of that name may belong to another account by now.
  if (!isSameAccount({ ...account, environment }, signedIn.connection)) throw notSignedIn(account)
  return sessions.openInBackground(signedIn)
}

/** Opens the local index, which exists before anyone has signed in. */
function createReader({ engine, environment }: FeedAccountDependencies): {
  of(account: StoredAccount): ParcelSession
  close(): void
} {
  let opened: { account: StoredAccount; session: ParcelSession } | undefined
  const close = (): void => {
    opened?.session.close()
    opened = undefined
  }
  return {
    close,
    of: (account) => {
      if (opened?.account.baseUrl === account.baseUrl) return opened.session
      close()
      const { baseUrl, username } = account
      const form = { profile: undefined, credentialForm: 'basic', caFile: undefined } as const
      const connection: Connection = { ...form, baseUrl, username, environment }
      const session = engine.connect({ connection, password: () => Promise.reject(notSignedIn(account)) })
      opened = { account, session }
      return session
    },
  }
}

function notSignedIn({ username, baseUrl }: StoredAccount): AppError {
  const what = `${username} at ${new URL(baseUrl).origin}, who set the feed up, is not signed in.`
  return new AppError({ tag: 'no-credentials', what, next: 'Sign in as that user.' })
}

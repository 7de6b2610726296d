import { AppError } from '../../../shared/errors/app-error.ts'
import type { Connection, Environment } from '../../../shared/model/connection.ts'
import { isOfAccount, type OpenedSession, type OpenSessions } from '../sessions.ts'
import type { ParcelDesk, ParcelSession } from '../../../engine/parcel-desk.ts'
import { serialize } from '../../../engine/base/async.ts'
import type { FeedSettings, StoredAccount } from '../../../engine/feed/feed-settings.ts'

interface FeedAccountDependencies {
  environment: Environment
  engine: Pick<ParcelDesk, 'accounts' | 'connect'>
  sessions: Pick<OpenSessions, 'findFor' | 'openInBackground'>
  settings: Pick<FeedSettings, 'read'>
}

/** The service as the user who set the feed up, with or without somebody at the page. */
export interface FeedAccount {
  /**
   * One that may ask the service: a session that is open, else one of the saved profile. Fails with no-credentials,
   * keychain-unavailable, and sign-in-refused without asking the service a second time (T31).
   */
  online(): Promise<OpenedSession>
  /** For reading what is known locally; undefined while nobody has set the feed up. */
  local(): ParcelSession | undefined
  close(): void
}

export function createFeedAccount(parts: FeedAccountDependencies): FeedAccount {
  // Two who ask at the same time get the same session.
  const inTurn = serialize()
  const reader = createReader(parts)
  return {
    online: () => inTurn(() => openOnline(parts)),
    local: () => {
      const { account } = parts.settings.read()
      return account === null ? undefined : (openSession(parts, account)?.session ?? reader.of(account))
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

async function openOnline(parts: FeedAccountDependencies): Promise<OpenedSession> {
  const { account } = parts.settings.read()
  if (account === null) throw new AppError({ tag: 'no-credentials', what: 'Nobody has set this feed up yet.' })
  const open = openSession(parts, account)
  if (open !== undefined) return open
  if (account.profile === null) throw notSignedIn(account)
  const signedIn = await parts.engine.accounts.useProfile(account.profile)
  // A profile of that name may have become another account's meanwhile.
  if (!isOfAccount({ ...account, environment: parts.environment }, signedIn.connection)) throw notSignedIn(account)
  return parts.sessions.openInBackground(signedIn)
}

/** The local index without the service: it is there before anybody has signed in. */
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

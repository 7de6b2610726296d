import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { ignoring } from '../../shared/errors/ignoring.ts'
import type { ManagedControl } from '../../shared/policy/user-settings.ts'
import type { DeskEvent, DeskSnapshot } from '../../shared/contract/contract.ts'
import { follow } from './desk-client.ts'

type Account = DeskSnapshot['accounts'][number]
export type Session = NonNullable<DeskSnapshot['session']>
export type Job = DeskSnapshot['jobs'][number]
export type SearchProgress = DeskSnapshot['searches'][number]
export type Settings = DeskSnapshot['settings']
export type Organisation = DeskSnapshot['organisation']
export type Notice = DeskSnapshot['notices'][number]

/** The state of the main process, as last reported to this page. Only events change it. */
export interface DeskState {
  version: string
  host: DeskSnapshot['host']
  systemRegion: DeskSnapshot['systemRegion']
  demo: DeskSnapshot['demo']
  accounts: readonly Account[]
  session: Session | null
  /** Why the last session was closed, where the user did not close it. */
  endedBecause: DeskSnapshot['endedBecause']
  searches: ReadonlyMap<string, SearchProgress>
  /** Newest first. */
  jobs: readonly Job[]
  settings: Settings
  organisation: Organisation
  notices: readonly Notice[]
  /** Of the session’s environment; null without a session. */
  feed: DeskSnapshot['feed']
  /** The second window. */
  reader: DeskSnapshot['reader']
  /** An error that nobody caught, not told yet. */
  crash: DeskSnapshot['crash']
  /** Those that ask for a password. */
  proxies: DeskSnapshot['proxies']
  updates: DeskSnapshot['updates']
  /** Connections wait for that. */
  isReadingCertificates: boolean
}

/** Undefined until the first snapshot. */
export const deskStore = createStore<{ desk: DeskState | undefined }>(() => ({ desk: undefined }))

export type FeedView = NonNullable<DeskSnapshot['feed']>['view']
type InboxCounts = NonNullable<DeskSnapshot['feed']>['counts']

/** Follows the main process for the life of the page; `onEvent` is called after the state has changed. Returns a function that stops it. */
export async function connectDesk(onEvent: (event: DeskEvent) => void): Promise<() => void> {
  return await follow(
    ({ eventNumber: _number, searches, ...rest }) => {
      deskStore.setState({ desk: { ...rest, searches: new Map(searches.map((one) => [one.searchId, one])) } })
    },
    (event) => {
      change((desk) => reduce(desk, event))
      onEvent(event)
    },
  )
}

function reduce(desk: DeskState, event: DeskEvent): Partial<DeskState> {
  switch (event.name) {
    case 'accounts.changed':
      return { ...event.payload, feed: feedOf(desk, event.payload.session) }
    case 'searches.progressed':
      return { searches: new Map(desk.searches).set(event.payload.searchId, event.payload) }
    case 'jobs.changed':
      return { jobs: withJob(desk.jobs, event.payload) }
    case 'settings.changed':
      return { settings: event.payload }
    case 'organisation.changed':
      return { organisation: event.payload }
    case 'notices.raised':
      return { notices: [...desk.notices, event.payload] }
    case 'proxies.changed':
    case 'certificates.changed':
      return event.payload
    case 'reader.changed':
      return { reader: event.payload }
    case 'crashes.changed':
      return event.payload
    case 'updates.changed':
      return { updates: event.payload }
    case 'feeds.changed':
      return withView(desk, event.payload)
    // Handled by the feed: while the inbox is on the screen, its counts are drawn together with its list.
    case 'inbox.changed':
    case 'alerts.raised':
    case 'alerts.opened':
    case 'desk.commanded':
    // Of interest only to the list of schedules.
    case 'schedules.changed':
    // Of interest only to what started the test.
    case 'connections.tested':
    // Of interest only to the preview that waits for that document.
    case 'documents.progressed':
    // Of interest only to the dialog that waits for the pack.
    case 'packs.progressed':
    // Of interest only to what is found in documents.
    case 'texts.changed':
    // Read again by the worklists themselves.
    case 'worklists.changed':
      break
  }
  return {}
}

/** The feed belongs to an environment: a session of another one drops it. */
function feedOf({ feed }: DeskState, session: Session | null): DeskState['feed'] {
  return feed !== null && feed.view.environment === session?.environment ? feed : null
}

const NOTHING_IN: InboxCounts = { total: 0, unread: 0, flagged: 0, done: 0, snoozed: 0 }

function withView({ session, feed }: DeskState, view: FeedView): Partial<DeskState> {
  return view.environment === session?.environment ? { feed: { view, counts: feed?.counts ?? NOTHING_IN } } : {}
}

function withCounts({ feed }: DeskState, counts: InboxCounts): Partial<DeskState> {
  return feed === null ? {} : { feed: { ...feed, counts } }
}

/**
 * Shows the feed as a call returned it. An event that arrives during the call may be newer than the answer, and nothing would
 * correct it later: in that case the feed is read again until no event has overtaken the answer. Fails as `request` does; if
 * only a reload fails, the state from the events stays.
 */
export async function applyFeedAnswer(
  request: () => Promise<FeedView>,
  reload: () => Promise<FeedView>,
): Promise<void> {
  let before = shownView()
  let view: FeedView | undefined = await request()
  while (view !== undefined && shownView() !== before) {
    before = shownView()
    view = await reload().catch(ignoring('the answer that is there stands'))
  }
  const newest = view
  if (newest !== undefined) change((desk) => withView(desk, newest))
}

/** Undefined while nobody is signed in. */
export function currentSessionId(): string | undefined {
  return deskStore.getState().desk?.session?.sessionId
}

function shownView(): FeedView | undefined {
  return deskStore.getState().desk?.feed?.view
}

/** The inbox counts as a call returned them. */
export function setInboxCounts(counts: InboxCounts): void {
  change((desk) => withCounts(desk, counts))
}

export function dismissNotice(notice: Notice): void {
  change(({ notices }) => ({ notices: notices.filter((one) => one !== notice) }))
}

function change(next: (desk: DeskState) => Partial<DeskState>): void {
  deskStore.setState(({ desk }) => (desk === undefined ? { desk } : { desk: { ...desk, ...next(desk) } }))
}

function withJob(jobs: readonly Job[], newer: Job): Job[] {
  const isKnown = jobs.some((job) => job.jobId === newer.jobId)
  return isKnown ? jobs.map((job) => (job.jobId === newer.jobId ? newer : job)) : [newer, ...jobs]
}

/** Who set what the user cannot change, as the end of a sentence; undefined where the user can. */
export function useLocked(control: ManagedControl): string | undefined {
  return useDesk(({ organisation }) => organisation.locked[control])
}

/** Reads the state of the main process. For components below the one that waits for the first snapshot. */
export function useDesk<T>(select: (desk: DeskState) => T): T {
  return useStore(deskStore, ({ desk }) => {
    if (desk === undefined) throw new Error('the desk is not connected yet')
    return select(desk)
  })
}

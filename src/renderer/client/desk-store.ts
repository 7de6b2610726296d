import { createStore } from 'zustand/vanilla'
import type { DeskEvent, DeskSnapshot } from '../../shared/contract/contract.ts'
import { follow } from './desk-client.ts'
import { useStore } from 'zustand'

type Account = DeskSnapshot['accounts'][number]
export type Session = NonNullable<DeskSnapshot['session']>
export type Job = DeskSnapshot['jobs'][number]
export type SearchProgress = DeskSnapshot['searches'][number]
export type Settings = DeskSnapshot['settings']
export type Notice = DeskSnapshot['notices'][number]

/** What the main process holds, as this page last heard of it. Only events change it. */
export interface DeskState {
  version: string
  host: DeskSnapshot['host']
  demo: DeskSnapshot['demo']
  accounts: readonly Account[]
  session: Session | null
  searches: ReadonlyMap<string, SearchProgress>
  /** Newest first. */
  jobs: readonly Job[]
  settings: Settings
  notices: readonly Notice[]
  /** Of the environment that the session is in; null without one. */
  feed: DeskSnapshot['feed']
}

/** Undefined until the first snapshot is there. */
export const deskStore = createStore<{ desk: DeskState | undefined }>(() => ({ desk: undefined }))

export type FeedView = NonNullable<DeskSnapshot['feed']>['view']
type InboxCounts = NonNullable<DeskSnapshot['feed']>['counts']

/** Follows the main process for as long as the page lives; `onEvent` comes after the state has changed. Returns what ends it. */
export async function connectDesk(onEvent: (event: DeskEvent) => void): Promise<() => void> {
  return await follow(
    ({ eventNumber: _number, searches, ...rest }) => {
      deskStore.setState({ desk: { ...rest, searches: new Map(searches.map((one) => [one.searchId, one])) } })
    },
    (event) => {
      change((desk) => changed(desk, event))
      onEvent(event)
    },
  )
}

function changed(desk: DeskState, event: DeskEvent): Partial<DeskState> {
  switch (event.name) {
    case 'accounts.changed':
      return { ...event.payload, feed: feedOf(desk, event.payload.session) }
    case 'searches.progressed':
      return { searches: new Map(desk.searches).set(event.payload.searchId, event.payload) }
    case 'jobs.changed':
      return { jobs: withJob(desk.jobs, event.payload) }
    case 'settings.changed':
      return { settings: event.payload }
    case 'notices.raised':
      return { notices: [...desk.notices, event.payload] }
    case 'feeds.changed':
      return withView(desk, event.payload)
    // The feed’s own: while the inbox is looked at, its counts are drawn with the list that they count.
    case 'inbox.changed':
    case 'alerts.raised':
    case 'alerts.opened':
    case 'desk.commanded':
    // Of interest to who waits for that document alone.
    case 'documents.progressed':
      break
  }
  return {}
}

/** The feed is the environment's: it goes with a session of another one. */
function feedOf({ feed }: DeskState, session: Session | null): DeskState['feed'] {
  return feed !== null && feed.view.environment === session?.environment ? feed : null
}

const NOTHING_IN: InboxCounts = { total: 0, new: 0, unread: 0, flagged: 0, done: 0 }

function withView({ session, feed }: DeskState, view: FeedView): Partial<DeskState> {
  return view.environment === session?.environment ? { feed: { view, counts: feed?.counts ?? NOTHING_IN } } : {}
}

function withCounts({ feed }: DeskState, counts: InboxCounts): Partial<DeskState> {
  return feed === null ? {} : { feed: { ...feed, counts } }
}

/**
 * The feed as a call answers it. An event that comes while the call is on its way may be newer than the answer, and nothing
 * would put it right again: then the feed is read until nothing has overtaken it. Fails as `ask` does; where only reading
 * again fails, what the events said stays.
 */
export async function noteFeed(ask: () => Promise<FeedView>, readAgain: () => Promise<FeedView>): Promise<void> {
  let before = shownView()
  let view: FeedView | undefined = await ask()
  while (view !== undefined && shownView() !== before) {
    before = shownView()
    view = await readAgain().catch(() => undefined)
  }
  const newest = view
  if (newest !== undefined) change((desk) => withView(desk, newest))
}

function shownView(): FeedView | undefined {
  return deskStore.getState().desk?.feed?.view
}

/** The inbox as a call counted it. */
export function noteCounts(counts: InboxCounts): void {
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

/** Reads what the main process holds. For components below the one that waits for the first snapshot. */
export function useDesk<T>(select: (desk: DeskState) => T): T {
  return useStore(deskStore, ({ desk }) => {
    if (desk === undefined) throw new Error('the desk is not connected yet')
    return select(desk)
  })
}

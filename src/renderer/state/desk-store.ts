import { createStore } from 'zustand/vanilla'
import type { DeskCommand, DeskEvent, DeskSnapshot } from '../../shared/contract/contract.ts'
import { follow } from '../desk.ts'

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

/** Follows the main process for as long as the page lives. Returns what ends it. */
export async function connectDesk(onCommand: (command: DeskCommand) => void): Promise<() => void> {
  return await follow(
    ({ eventNumber: _number, searches, ...rest }) => {
      deskStore.setState({ desk: { ...rest, searches: new Map(searches.map((one) => [one.searchId, one])) } })
    },
    (event) => {
      if (event.name === 'desk.commanded') onCommand(event.payload.command)
      else change((desk) => changed(desk, event))
    },
  )
}

function changed(desk: DeskState, event: Exclude<DeskEvent, { name: 'desk.commanded' }>): Partial<DeskState> {
  switch (event.name) {
    case 'accounts.changed':
      return event.payload
    case 'searches.progressed':
      return { searches: new Map(desk.searches).set(event.payload.searchId, event.payload) }
    case 'jobs.changed':
      return { jobs: withJob(desk.jobs, event.payload) }
    case 'settings.changed':
      return { settings: event.payload }
    case 'feeds.changed':
      return desk.feed === null ? {} : { feed: { ...desk.feed, view: event.payload } }
    case 'inbox.changed':
      return desk.feed === null ? {} : { feed: { ...desk.feed, counts: event.payload.counts } }
    case 'alerts.raised':
    case 'alerts.opened':
      return {}
    case 'notices.raised':
      break
  }
  return { notices: [...desk.notices, event.payload] }
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

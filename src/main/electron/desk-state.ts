import { contract, type DeskSnapshot } from '../../shared/contract/contract.ts'
import { createRegionFormats, type RegionFormats } from '../../shared/text/region.ts'
import type { Desk } from '../desk/desk.ts'

/** The desk's state as the host needs it, from the same snapshot and events as the page. */
export interface DeskState {
  settings(): DeskSnapshot['settings']
  /** As the region of the settings, or else of the system, writes numbers and dates. */
  formats(): RegionFormats
  /** The feed of the current session's environment; null without a session. */
  feed(): DeskSnapshot['feed']
  sessionId(): string | undefined
  onChange(listener: () => void): void
}

export async function followDesk({ router, events }: Pick<Desk, 'router' | 'events'>): Promise<DeskState> {
  const listeners: (() => void)[] = []
  let snapshot = await readSnapshot(router)
  const set = (changed: Partial<DeskSnapshot>): void => {
    snapshot = { ...snapshot, ...changed }
    for (const listener of listeners) listener()
  }
  events.listen((event) => {
    const { feed } = snapshot
    if (event.name === 'settings.changed') set({ settings: event.payload })
    if (event.name === 'feeds.changed' && feed?.view.environment === event.payload.environment) {
      set({ feed: { ...feed, view: event.payload } })
    }
    if (event.name === 'inbox.changed' && feed?.view.environment === event.payload.environment) {
      set({ feed: { ...feed, counts: event.payload.counts } })
    }
    // Another account may be in the other environment, which has its own feed.
    if (event.name === 'accounts.changed') void readSnapshot(router).then(set)
  })
  return {
    settings: () => snapshot.settings,
    formats: () => {
      const { settings, systemRegion } = snapshot
      const region = settings.region === 'system' ? (systemRegion ?? '') : settings.region
      return createRegionFormats({ region, dates: settings.dates })
    },
    feed: () => snapshot.feed,
    sessionId: () => snapshot.session?.sessionId,
    onChange: (listener) => {
      listeners.push(listener)
    },
  }
}

async function readSnapshot(router: Desk['router']): Promise<DeskSnapshot> {
  const reply = await router.answer('desk.snapshot', {})
  if (!reply.isOk) throw new Error(`the desk gave no snapshot: ${reply.failure.message}`)
  return contract.methods['desk.snapshot'].output.parse(reply.value)
}

const ACTIVE_STATES: ReadonlySet<string> = new Set(['waiting', 'running', 'pausing', 'cancelling'])

/** The jobs that are being saved or wait for their turn. */
export interface RunningJobs {
  ids(): readonly string[]
  /** Called when a job joins or leaves them. */
  onChange(listener: () => void): void
}

/** Follows the jobs by the desk's events, as the page does. */
export function followJobs(events: Pick<Desk['events'], 'listen'>): RunningJobs {
  const running = new Set<string>()
  const listeners: (() => void)[] = []
  events.listen((event) => {
    if (event.name !== 'jobs.changed') return
    const { jobId, state, isServiceAway } = event.payload
    // A job may wait for an unreachable service all night; it must not keep the computer awake.
    const isAtWork = ACTIVE_STATES.has(state) && !(state === 'waiting' && isServiceAway)
    if (running.has(jobId) === isAtWork) return
    if (isAtWork) running.add(jobId)
    else running.delete(jobId)
    for (const listener of listeners) listener()
  })
  return {
    ids: () => [...running],
    onChange: (listener) => {
      listeners.push(listener)
    },
  }
}

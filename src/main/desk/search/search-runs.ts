import { randomUUID } from 'node:crypto'
import { badUsage } from '../../../shared/errors/app-error.ts'
import type { OpenSessions } from '../sessions.ts'
import type { EventHub } from '../event-hub.ts'
import type { Logger } from '../../../engine/base/logger.ts'
import type { Selection } from '../../../engine/parcel-desk.ts'
import { createSearchRun, type RunningSearch, type RunProgress, type SearchRun } from './search-run.ts'

export interface SearchRuns {
  /** Returns at once; events tell of the rest. Fails with no-credentials, bad-usage (an empty reference). */
  start(sessionId: string, selection: Selection): SearchRun
  /** Fails with bad-usage when it was closed. */
  find(searchId: string): SearchRun
  /** Ends a search; what it found stays. */
  cancel(searchId: string): void
  /** Ends a search and forgets what it found. */
  close(searchId: string): void
  /** Every search that is not closed, the oldest first. */
  list(): SearchRun[]
}

interface Parts {
  sessions: Pick<OpenSessions, 'find' | 'beforeClose'>
  events: Pick<EventHub, 'emit'>
  logger: Logger
}

/** The searches of this run. Those of a session end with it. */
export function createSearchRuns({ sessions, events, logger }: Parts): SearchRuns {
  const runs = new Map<string, RunningSearch>()
  const find = (searchId: string): RunningSearch => {
    const run = runs.get(searchId)
    if (run === undefined) throw badUsage('This search is not open any more.', 'Search again.')
    return run
  }
  const close = async (searchId: string): Promise<void> => {
    const run = runs.get(searchId)
    runs.delete(searchId)
    await run?.end()
  }
  sessions.beforeClose(async ({ sessionId }) => {
    const ofSession = [...runs.values()].filter((run) => run.sessionId === sessionId)
    await Promise.all(ofSession.map((run) => close(run.searchId)))
  })
  return {
    start: (sessionId, selection) => {
      const { session } = sessions.find(sessionId)
      const searchId = randomUUID()
      const onProgress = (progress: RunProgress): void => {
        events.emit('searches.progressed', progress, searchId)
      }
      const run = createSearchRun({ searchId, sessionId, session, logger, onProgress }, selection)
      runs.set(searchId, run)
      return run
    },
    find,
    cancel: (searchId) => {
      void find(searchId).end()
    },
    close: (searchId) => {
      void close(searchId)
    },
    list: () => [...runs.values()],
  }
}

import type { DeskCore } from '../desk-core.ts'
import type { ShownRoom } from '../room.ts'
import { createSavedSearches } from './saved-searches.ts'
import { createSearchHandlers } from './search-handlers.ts'
import { createSearchRuns, type SearchRuns } from './search-runs.ts'

export interface SearchRoom extends ShownRoom<'search' | 'sets', 'searches'> {
  runs: SearchRuns
}

export function registerSearch(desk: DeskCore): SearchRoom {
  const { ports, engine, sessions, events, tableFiles, notices } = desk
  const { logger } = engine
  const runs = createSearchRuns({ sessions, events, logger })
  const savedSearches = createSavedSearches({ dataDir: ports.paths.dataDir, onNotice: notices.add })
  return {
    runs,
    handlers: createSearchHandlers({ engine, sessions, runs, savedSearches, tableFiles, logger }),
    snapshot: () => ({ searches: runs.list().map(({ progress }) => progress) }),
  }
}

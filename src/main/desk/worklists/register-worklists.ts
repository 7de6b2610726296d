import type { DeskCore } from '../desk-core.ts'
import type { Room } from '../room.ts'
import type { SearchRuns } from '../search/search-runs.ts'
import { createWorklistHandlers } from './worklist-handlers.ts'
import { createWorklistsService } from './worklists-service.ts'

export function registerWorklists(desk: DeskCore, runs: SearchRuns): Room<'worklists'> {
  const { ports, engine, sessions, events, tableFiles, tables } = desk
  const { clock, folders } = ports
  const worklists = createWorklistsService({ engine, sessions, runs, events, clock, logger: engine.logger })
  return { handlers: createWorklistHandlers({ worklists, folders, tableFiles, tables }) }
}

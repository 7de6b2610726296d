import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../../shared/model/connection.ts'
import { createFindingDoubts, type FindingDoubts } from './finding-doubts.ts'
import { createInboxArrivals, type InboxArrivals } from './inbox-arrivals.ts'
import { createInboxMarks, type InboxMarks } from './inbox-marks.ts'
import { createInboxQuery, type InboxQuery } from './inbox-query.ts'
import { createResolving, type Resolving } from './inbox-resolving.ts'
import { createStateNames, type StateNames } from './state-names.ts'
import { createSetStates, type SetStates } from './set-states.ts'

/** The inbox of one environment: the record of what came. Every call fails with storage-failed. */
export interface FeedStore
  extends InboxArrivals, SetStates, FindingDoubts, StateNames, InboxQuery, InboxMarks, Resolving {
  readonly environment: Environment
  /** For tables of the feed that others keep: what rules did, how far a journal was read. */
  readonly database: DatabaseSync
}

/** Over an open database of `FEED_DESIGN`. */
export function createFeedStore(database: DatabaseSync, environment: Environment): FeedStore {
  const { states, rows } = createSetStates(database)
  return {
    ...{ environment, database },
    ...states,
    ...createFindingDoubts(database),
    ...createStateNames(database),
    ...createInboxArrivals(database, environment, rows),
    ...createInboxQuery(database, environment),
    ...createInboxMarks(database),
    ...createResolving(database),
  }
}

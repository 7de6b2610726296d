import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../shared/model/connection.ts'
import { type CollectorChecks, createCollectorChecks } from './checks/collector-checks.ts'
import { createSetAsideMessages, type SetAsideMessages } from './firm/set-aside.ts'
import { createFeedStore, type FeedStore } from './inbox/inbox-store.ts'
import { createRuleRuns, type RuleRuns } from './rule-runs.ts'
import { createStreamGaps, type StreamGaps } from './stream/stream-gaps.ts'
import { createStreamPlaces, type StreamPlaces } from './stream/stream-places.ts'

/** The inbox of one environment with all that is kept in its database. Every call fails with storage-failed. */
export interface Feed extends FeedStore {
  /** What the rules of a desk did. */
  readonly runs: RuleRuns
  /** What one `watch` that saves did. */
  runsOfWatch(ruleId: string): RuleRuns
  readonly places: StreamPlaces
  readonly gaps: StreamGaps
  readonly collectorChecks: CollectorChecks
  readonly setAside: SetAsideMessages
}

/** Takes an open database of `FEED_SCHEMA`. */
export function openFeed(database: DatabaseSync, environment: Environment): Feed {
  return {
    ...createFeedStore(database, environment),
    runs: createRuleRuns(database),
    runsOfWatch: (ruleId) => createRuleRuns(database, ruleId),
    places: createStreamPlaces(database),
    gaps: createStreamGaps(database),
    collectorChecks: createCollectorChecks(database),
    setAside: createSetAsideMessages(database),
  }
}

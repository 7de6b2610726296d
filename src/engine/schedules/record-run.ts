import type { FeedEntry } from '../../shared/model/feed-entry.ts'
import type { FeedStore } from '../feed/inbox/inbox-store.ts'
import type { EndedRun } from './schedule-runner.ts'

/**
 * Puts how a run ended into the inbox, in a line of its own, and returns it. A run that was on time and found nothing new has
 * none: a schedule of every quarter of an hour would fill the inbox with it.
 */
export function recordRun(feed: Pick<FeedStore, 'addRun'>, { schedule, run }: EndedRun): FeedEntry[] {
  const { state, text, missed, runId, startedAt, endedAt } = run
  if (state === 'running' || (state === 'nothing-new' && missed === 0)) return []
  return feed.addRun({
    schedule: schedule.name,
    scheduleId: schedule.scheduleId,
    runId,
    startedAt,
    text,
    hasFailed: state === 'failed',
    seenAt: endedAt ?? startedAt,
  })
}

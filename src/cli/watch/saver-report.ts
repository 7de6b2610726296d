import type { DescribedFailure } from '../../shared/errors/failure.ts'
import { counted } from '../../shared/text/format.ts'
import type { FeedStore } from '../../engine/feed/inbox/inbox-store.ts'
import type { RuleRun } from '../../engine/feed/rule-runs.ts'
import type { Screen } from '../terminal/screen.ts'

/** How many of the sets that are owed at the end are named. */
const MAX_NAMED = 20

/** What a `watch` that saves prints, and how it ends. */
export interface SaverReport {
  /** Prints how an attempt ended; why a run waits only where the reason is new. */
  report(run: RuleRun): void
  /** The search still lags behind the message of this run. */
  lagging(run: RuleRun, why: string): void
  failed(run: RuleRun, failure: DescribedFailure): void
  /** The runs can no longer be recorded. */
  storeBroken(where: string, failure: DescribedFailure): void
  /** Prints what is owed, and returns what the command ends with: why the first unsaved set was not saved. */
  end(owed: readonly RuleRun[]): DescribedFailure | undefined
}

export function createSaverReport({
  screen,
  feed,
}: {
  screen: Pick<Screen, 'note' | 'problems'>
  feed: Pick<FeedStore, 'read'>
}): SaverReport {
  /** By set, in the order of their first failure: a later message may bring what an earlier one could not. */
  const failures = new Map<string, { runId: number; failure: DescribedFailure }>()
  const lastReported = new Map<number, string>()
  const nameOf = ({ entryId }: RuleRun): string => {
    const entry = feed.read(entryId)
    return `Set ${entry?.parcelReference ?? entry?.setId ?? ''}`
  }
  const setOf = ({ entryId }: RuleRun): string => feed.read(entryId)?.setId ?? `entry ${entryId}`
  return {
    report: (run) => {
      const { runId, state, text, note } = run
      if (state !== 'waiting') lastReported.delete(runId)
      if (state === 'failed') {
        screen.problems([{ where: nameOf(run), message: text }])
        return
      }
      if (state === 'waiting') {
        if (lastReported.get(runId) !== text) screen.note(`${nameOf(run)}: ${text} It is tried again.`)
        lastReported.set(runId, text)
        return
      }
      // That a later message is outdated saves nothing of what an earlier one could not.
      const set = setOf(run)
      if (state === 'saved' || failures.get(set)?.runId === runId) failures.delete(set)
      screen.note(`${nameOf(run)}: ${note === null ? text : `${text} ${note}`}`)
    },
    lagging: (run, why) => {
      failures.set(setOf(run), { runId: run.runId, failure: { tag: 'incomplete', message: why, next: NEXT } })
    },
    failed: (run, failure) => {
      failures.set(setOf(run), { runId: run.runId, failure })
    },
    storeBroken: (where, failure) => {
      failures.set(where, { runId: 0, failure })
      screen.problems([{ where, message: failure.message }])
    },
    end: (owed) => {
      const [first] = Array.from(failures.values(), ({ failure }) => failure)
      if (owed.length === 0) return first
      const named = owed.slice(0, MAX_NAMED)
      screen.problems(
        named.map((run) => ({
          where: nameOf(run),
          message: `${lastReported.get(run.runId) ?? 'It was not tried yet.'} ${KEPT}`,
        })),
      )
      const more = owed.length - named.length
      if (more > 0) screen.problems([{ where: counted(more, 'more set'), message: KEPT }])
      const message = `The documents of ${counted(owed.length, 'set')} are still owed.`
      return { tag: first?.tag ?? 'incomplete', message, next: NEXT }
    },
  }
}

const KEPT = 'It is kept for the next run.'
const NEXT = 'Run the same command again to save them.'

import { setImmediate as nextTurn } from 'node:timers/promises'
import { ignoring } from '../../../shared/errors/ignoring.ts'
import type { FeedEntry } from '../../../shared/model/feed-entry.ts'
import { coalesce } from '../../base/async.ts'
import type { Logger } from '../../base/logger.ts'
import type { ClockPort } from '../../ports/clock.ts'
import type { FeedStore } from './inbox-store.ts'

/** Where so many messages come at once, more are waiting behind them. */
const LARGE_BATCH = 100
/** A queue that has more never pauses so long, unless a broker holds everything up, and then there is time. */
const QUIET_MS = 500
const TRY_AGAIN_MS = 5_000

export interface BacklogOptions {
  feed: FeedStore
  clock: ClockPort
  logger: Pick<Logger, 'warn'>
  /** Given new entries that are made later; those that are made at once are returned by `add` as ever. */
  onEntries: (entries: readonly FeedEntry[]) => void
}

export interface Backlog {
  /**
   * The inbox, but `add` only keeps the messages of large batches as they came, and of small ones behind them. Entries are made
   * of them when no large batch has come for a while, and before anything that depends on the states of sets.
   */
  feed: FeedStore
  /** Resolves when entries are made of all. Fails with storage-failed. */
  settle(): Promise<void>
  /** Leaves what is kept to whoever opens the inbox next. */
  close(): void
}

/**
 * For a collector: desks wait for what it passes on, and its own inbox is hardly read. So a message of a backlog is stored,
 * passed on and acknowledged first, and becomes an entry after that (docs/decisions/inbox-tables.md). Where another program does
 * the same in this inbox, entries are made at once. `add` must not be given anything to do before it commits. Fails with
 * storage-failed.
 */
export function openBacklog(options: BacklogOptions): Backlog {
  const { feed, clock, logger, onEntries } = options
  const lock = feed.lockBacklog()
  if (lock === undefined) return entriesAtOnce(feed)
  const closed = new AbortController()
  let isBehind = feed.hasKept()
  let quietAtMs = clock.monotonicMs()
  const makeSome = (): void => {
    onEntries(feed.takeUp())
    isBehind = feed.hasKept()
  }
  const caughtUp =
    <Given extends unknown[], Result>(call: (...given: Given) => Result) =>
    (...given: Given): Result => {
      while (isBehind) makeSome()
      return call(...given)
    }
  /** Fails when it is closed. */
  const quiet = async (): Promise<void> => {
    while (clock.monotonicMs() < quietAtMs) await clock.wait(quietAtMs - clock.monotonicMs(), closed.signal)
    await nextTurn(undefined, { signal: closed.signal })
  }
  const warn = (thrown: unknown): void => logger.warn('backlog.not-listed', { error: thrown })
  const listWhenQuiet = async (): Promise<void> => {
    while (isBehind && !closed.signal.aborted) {
      try {
        await quiet()
        makeSome()
      } catch (thrown) {
        if (closed.signal.aborted) return
        warn(thrown)
        await clock.wait(TRY_AGAIN_MS, closed.signal).catch(ignoring('being closed ends the wait'))
      }
    }
  }
  const listing = coalesce(listWhenQuiet, warn)
  const add: FeedStore['add'] = (arrivals, ...given) => {
    const isLarge = arrivals.length >= LARGE_BATCH
    if (!isLarge && !isBehind) return feed.add(arrivals, ...given)
    feed.keep(arrivals)
    if (isLarge) quietAtMs = clock.monotonicMs() + QUIET_MS
    isBehind = true
    void listing.run()
    return []
  }
  void listing.run()
  return {
    feed: {
      ...feed,
      add,
      addFindings: caughtUp(feed.addFindings),
      knownState: caughtUp(feed.knownState),
      recordStates: caughtUp(feed.recordStates),
    },
    settle: async () => {
      while (isBehind) {
        makeSome()
        await nextTurn()
      }
    },
    close: () => {
      closed.abort()
      lock.release()
    },
  }
}

/** For who has to know each entry at once. */
export function entriesAtOnce(feed: FeedStore): Backlog {
  return { feed, settle: () => Promise.resolve(), close: () => undefined }
}

/** Makes entries of what a collector kept that was killed, unless a living one is about to. Fails with storage-failed. */
export function takeUpBacklog(feed: FeedStore): void {
  if (!feed.hasKept()) return
  const lock = feed.lockBacklog()
  if (lock === undefined) return
  try {
    while (feed.hasKept()) feed.takeUp()
  } finally {
    lock.release()
  }
}

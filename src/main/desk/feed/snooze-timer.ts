import { setImmediate as nextTurn } from 'node:timers/promises'
import { ignoring } from '../../../shared/errors/ignoring.ts'
import { badUsage } from '../../../shared/errors/app-error.ts'
import type { ListedEntry } from '../../../shared/model/feed-entry.ts'
import type { Snoozes } from '../../../engine/feed/inbox/snoozes.ts'
import type { Logger } from '../../../engine/base/logger.ts'
import type { ClockPort } from '../../../engine/ports/clock.ts'

/** The wall clock may be set during the wait, and the computer may sleep. */
const MAX_WAIT_MS = 60_000
/** Brought back in one transaction, which takes a few milliseconds. */
const BATCH = 200
const MAX_SNOOZE_MS = 2 * 366 * 24 * 3_600_000

interface SnoozeDependencies {
  store: () => Snoozes
  clock: ClockPort
  logger: Logger
  /** These are back in the list, unread. */
  onReturned: (entries: readonly ListedEntry[]) => void
}

/** Brings entries back when the time has come that a user snoozed them until, also what came due while nothing ran. */
export interface SnoozeTimer {
  /** Fails with bad-usage where the time is not in the next two years. */
  snooze(entryIds: readonly number[], until: Date): number[]
  restart(): void
  stop(): void
}

export function createSnoozeTimer(dependencies: SnoozeDependencies): SnoozeTimer {
  const { store, clock } = dependencies
  let timer = new AbortController()
  const restart = (): void => {
    timer.abort()
    timer = new AbortController()
    void returnAll(dependencies, timer.signal).catch(ignoring('only a restart or shutdown interrupts it'))
  }
  return {
    restart,
    snooze: (entryIds, until) => {
      const inMs = until.getTime() - clock.now().getTime()
      if (inMs <= 0 || inMs > MAX_SNOOZE_MS) {
        throw badUsage('That time is not in the next two years.', 'Choose a time after now.')
      }
      const changed = store().snooze(entryIds, until.toISOString())
      restart()
      return changed
    },
    stop: () => {
      timer.abort()
    },
  }
}

/** Tries again after a failure, such as a full disk: until its time is acted on, a snoozed entry is in no list of open ones. */
async function returnAll(dependencies: SnoozeDependencies, signal: AbortSignal): Promise<void> {
  for (let isOver = false; !isOver;) {
    try {
      await returnWhenDue(dependencies, signal)
      isOver = true
    } catch (thrown) {
      signal.throwIfAborted()
      dependencies.logger.error('snoozes.not-returned', { thrown })
      await dependencies.clock.wait(MAX_WAIT_MS, signal)
    }
  }
}

async function returnWhenDue({ store, clock, onReturned }: SnoozeDependencies, signal: AbortSignal): Promise<void> {
  for (let next = store().nextReturn(); next !== undefined; next = store().nextReturn()) {
    const leftMs = Date.parse(next) - clock.now().getTime()
    if (leftMs > 0) {
      await clock.wait(Math.min(leftMs, MAX_WAIT_MS), signal)
    } else {
      onReturned(store().returnDue(clock.now().toISOString(), BATCH))
      await nextTurn()
      signal.throwIfAborted()
    }
  }
}

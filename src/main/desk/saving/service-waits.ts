import type { ClockPort } from '../../../engine/ports/clock.ts'

const FIRST_WAIT_MS = 8_000
const LONGEST_WAIT_MS = 60_000
/** A wait is counted down for whoever looks on. */
const TICK_MS = 1_000

/** Jobs whose service was gone, each until it is tried again. */
export interface ServiceWaits {
  /** Waits once more, longer each time that nothing but `begin` was called for the job. */
  begin(jobId: string): void
  /** Undefined where the job does not wait. */
  nextTryInMs(jobId: string): number | undefined
  /** Ends a wait, because somebody decides otherwise, and forgets how often there was one. True where there was one. */
  end(jobId: string): boolean
  endAll(): void
}

interface ServiceWaitOptions {
  clock: ClockPort
  /** Once a second. */
  onTick(jobId: string): void
  /** The wait is over. */
  onDue(jobId: string): void
}

interface Wait {
  dueMs: number
  ended: AbortController
}

export function createServiceWaits({ clock, onTick, onDue }: ServiceWaitOptions): ServiceWaits {
  const waits = new Map<string, Wait>()
  const tries = new Map<string, number>()
  const leftMs = ({ dueMs }: Wait): number => Math.max(0, dueMs - clock.monotonicMs())
  const countDown = async (jobId: string, wait: Wait): Promise<void> => {
    while (leftMs(wait) > 0) {
      await clock.wait(Math.min(TICK_MS, leftMs(wait)), wait.ended.signal)
      if (leftMs(wait) > 0) onTick(jobId)
    }
    waits.delete(jobId)
    onDue(jobId)
  }
  const end = (jobId: string): boolean => {
    waits.get(jobId)?.ended.abort()
    tries.delete(jobId)
    return waits.delete(jobId)
  }
  return {
    begin: (jobId) => {
      const tried = tries.get(jobId) ?? 0
      tries.set(jobId, tried + 1)
      const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
      const wait = { dueMs: clock.monotonicMs() + waitMs, ended: new AbortController() }
      waits.set(jobId, wait)
      // It rejects only when it is ended.
      countDown(jobId, wait).catch(() => undefined)
    },
    nextTryInMs: (jobId) => {
      const wait = waits.get(jobId)
      return wait === undefined ? undefined : leftMs(wait)
    },
    end,
    endAll: () => {
      for (const jobId of Array.from(waits.keys())) end(jobId)
    },
  }
}

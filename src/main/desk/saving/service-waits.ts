import type { ClockPort } from '../../../engine/ports/clock.ts'

const FIRST_WAIT_MS = 8_000
const MAX_WAIT_MS = 60_000
/** How often a wait is counted down on the page. */
const TICK_MS = 1_000

/** The waits of jobs whose service was away, each until its next try. */
export interface ServiceWaits {
  /** Starts a wait, which is longer each time until `end` is called for the job, and never shorter than the service asked. */
  begin(jobId: string, wait: WaitRequest): void
  /** Undefined where the job does not wait. */
  nextTryInMs(jobId: string): number | undefined
  /** Ends a wait, because somebody decided otherwise, and forgets the earlier ones. True where there was one. */
  end(jobId: string): boolean
  endAll(): void
}

interface WaitRequest {
  /** Undefined where it asked for nothing. */
  askedMs: number | undefined
  /** Once a second. */
  onTick(): void
  /** The wait is over. */
  onDue(): void
}

interface Wait {
  dueMs: number
  ended: AbortController
}

export function createServiceWaits(clock: ClockPort): ServiceWaits {
  const waits = new Map<string, Wait>()
  const tries = new Map<string, number>()
  const leftMs = ({ dueMs }: Wait): number => Math.max(0, dueMs - clock.monotonicMs())
  const countDown = async (wait: Wait, onTick: () => void): Promise<void> => {
    while (leftMs(wait) > 0) {
      await clock.wait(Math.min(TICK_MS, leftMs(wait)), wait.ended.signal)
      if (leftMs(wait) > 0) onTick()
    }
  }
  const end = (jobId: string): boolean => {
    waits.get(jobId)?.ended.abort()
    tries.delete(jobId)
    return waits.delete(jobId)
  }
  return {
    begin: (jobId, { askedMs = 0, onTick, onDue }) => {
      const tried = tries.get(jobId) ?? 0
      tries.set(jobId, tried + 1)
      const waitMs = Math.max(askedMs, Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** tried))
      const wait = { dueMs: clock.monotonicMs() + waitMs, ended: new AbortController() }
      waits.set(jobId, wait)
      const finish = (): void => {
        waits.delete(jobId)
        onDue()
      }
      // It rejects only when `end` interrupts it.
      void countDown(wait, onTick).then(finish, () => undefined)
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

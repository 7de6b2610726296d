import type { ClockPort } from '../ports/clock.ts'

export interface WorkQueue<Task> {
  /** The next task, or undefined when all are done or the queue was closed. Waits for a delayed one when none is fresh. */
  take(): Promise<Task | undefined>
  /** A taken task is finished, one way or the other. */
  done(): void
  /** A taken task comes again after a wait; meanwhile the others go on. */
  delay(task: Task, waitMs: number): void
  /** A taken task comes again after everything else: the second pass. */
  postpone(task: Task): void
  /** Hands nothing more out. */
  close(): void
}

/** Fresh tasks in order, between them those whose wait is over, at the end those that were postponed. */
export function createWorkQueue<Task>(fresh: Iterator<Task>, clock: ClockPort): WorkQueue<Task> {
  const delayed: { task: Task; dueMs: number }[] = []
  const postponed: Task[] = []
  let outstanding = 0
  let isFreshLeft = true
  let isClosed = false
  let changed = Promise.withResolvers<void>()

  const signalChange = (): void => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  const handOut = (task: Task): Task => {
    outstanding += 1
    return task
  }
  const ready = (): Task | undefined => {
    const index = delayed.findIndex(({ dueMs }) => dueMs <= clock.monotonicMs())
    if (index >= 0) return delayed.splice(index, 1)[0]?.task
    if (isFreshLeft) {
      const next = fresh.next()
      if (next.done !== true) return next.value
      isFreshLeft = false
    }
    return delayed.length === 0 ? postponed.shift() : undefined
  }
  const give = (): void => {
    outstanding -= 1
    signalChange()
  }

  return {
    take: async () => {
      while (!isClosed) {
        const task = ready()
        if (task !== undefined) return handOut(task)
        if (outstanding === 0 && delayed.length === 0) return undefined
        await waitForChange(delayed, changed.promise, clock)
      }
      return undefined
    },
    done: give,
    delay: (task, waitMs) => {
      delayed.push({ task, dueMs: clock.monotonicMs() + waitMs })
      give()
    },
    postpone: (task) => {
      postponed.push(task)
      give()
    },
    close: () => {
      isClosed = true
      signalChange()
    },
  }
}

/** Until a task comes back or the earliest wait is over. */
async function waitForChange(delayed: { dueMs: number }[], changed: Promise<void>, clock: ClockPort): Promise<void> {
  if (delayed.length === 0) {
    await changed
    return
  }
  const waited = new AbortController()
  const earliestMs = Math.min(...delayed.map(({ dueMs }) => dueMs)) - clock.monotonicMs()
  const due = clock.wait(Math.max(0, earliestMs), waited.signal).catch(() => undefined)
  await Promise.race([changed, due])
  waited.abort()
}

import { ignoring } from '../../../shared/errors/ignoring.ts'
import type { ClockPort } from '../../ports/clock.ts'

export interface WorkQueue<Task> {
  /** The next task; undefined when all are done or the queue is closed. Waits for a delayed task when none is fresh. */
  take(): Promise<Task | undefined>
  /** A taken task has ended, whether it succeeded or failed. */
  done(): void
  /** A taken task is retried after a wait; others run meanwhile. */
  delay(task: Task, waitMs: number): void
  /** A taken task is retried after everything else: the second pass. */
  postpone(task: Task): void
  /** How many tasks were given back to be tried again. */
  givenBack(): number
  /** There are more fresh tasks, or there will be no more. */
  grown(): void
  /** The time until the first delayed task is due; undefined where none is delayed. */
  nextTryInMs(): number | undefined
  /** Hands out no more tasks. */
  close(): void
}

/** While this many tasks wait for a retry no fresh one is started: it would most likely fail as well. */
const MAX_DELAYED = 64

/**
 * Hands out tasks to workers until none is left, postponed ones included. While `isGrowing`, `fresh` may have more after its end: it
 * is asked again once the queue has `grown`.
 */
export function createWorkQueue<Task>(
  fresh: Iterator<Task>,
  clock: ClockPort,
  isGrowing: () => boolean = () => false,
): WorkQueue<Task> {
  const order = createTaskOrder(fresh, clock)
  let outstanding = 0
  let givenBack = 0
  let isClosed = false
  let changed = Promise.withResolvers<void>()
  const signalChange = (): void => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  const giveBack = (): void => {
    outstanding -= 1
    signalChange()
  }
  return {
    take: async () => {
      while (!isClosed) {
        const task = order.next()
        outstanding += task === undefined ? 0 : 1
        if (task !== undefined) return task
        if (outstanding === 0 && order.isEmpty() && !isGrowing()) return undefined
        await waitForChange(changed.promise, order.nextDueInMs(), clock)
      }
      return undefined
    },
    done: giveBack,
    delay: (task, waitMs) => {
      order.delay(task, waitMs)
      givenBack += 1
      giveBack()
    },
    postpone: (task) => {
      order.postpone(task)
      givenBack += 1
      giveBack()
    },
    givenBack: () => givenBack,
    grown: () => {
      order.grown()
      signalChange()
    },
    nextTryInMs: order.nextDueInMs,
    close: () => {
      isClosed = true
      signalChange()
    },
  }
}

interface TaskOrder<Task> {
  next(): Task | undefined
  /** True where no more tasks will come unless one is given back. */
  isEmpty(): boolean
  grown(): void
  nextDueInMs(): number | undefined
  delay(task: Task, waitMs: number): void
  postpone(task: Task): void
}

/** First tasks whose wait is over, then fresh tasks in order, finally postponed ones. */
function createTaskOrder<Task>(fresh: Iterator<Task>, clock: ClockPort): TaskOrder<Task> {
  const delayed: { task: Task; dueMs: number }[] = []
  const postponed: Task[] = []
  let isFreshLeft = true
  const nextFresh = (): Task | undefined => {
    if (!isFreshLeft || delayed.length >= MAX_DELAYED) return undefined
    const next = fresh.next()
    isFreshLeft = next.done !== true
    return next.done === true ? undefined : next.value
  }
  return {
    next: () => {
      const index = delayed.findIndex(({ dueMs }) => dueMs <= clock.monotonicMs())
      if (index >= 0) return delayed.splice(index, 1)[0]?.task
      return nextFresh() ?? (delayed.length === 0 ? postponed.shift() : undefined)
    },
    grown: () => {
      isFreshLeft = true
    },
    isEmpty: () => delayed.length === 0,
    nextDueInMs: () =>
      delayed.length === 0
        ? undefined
        : Math.max(0, Math.min(...delayed.map(({ dueMs }) => dueMs)) - clock.monotonicMs()),
    delay: (task, waitMs) => {
      delayed.push({ task, dueMs: clock.monotonicMs() + waitMs })
    },
    postpone: (task) => {
      postponed.push(task)
    },
  }
}

/** Resolves when a task has been given back or the earliest delay is over. */
async function waitForChange(changed: Promise<void>, dueInMs: number | undefined, clock: ClockPort): Promise<void> {
  if (dueInMs === undefined) {
    await changed
    return
  }
  const waited = new AbortController()
  const due = clock.wait(dueInMs, waited.signal).catch(ignoring('waiting is over otherwise'))
  await Promise.race([changed, due])
  waited.abort()
}

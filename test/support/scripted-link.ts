import type { Link, LinkPort, LinkReceiver, LinkTarget, QueueFound } from '../../src/engine/ports/link.ts'
import { AppError } from '../../src/shared/errors/app-error.ts'
import type { Failure } from '../../src/shared/errors/failure.ts'

/** One attempt to connect, which the test lets succeed or fail. */
export interface ScriptedAttempt {
  target: LinkTarget
  receiver: LinkReceiver
  succeed(facts?: { waiting?: number; otherConsumers?: number }): Promise<void>
  fail(failure: Failure): Promise<void>
  /** The tags up to which deliveries were acknowledged on this link. */
  acknowledged: number[]
  isClosed: boolean
  /** Nothing new is taken. */
  isPaused: boolean
  /** Keeps `close` from resolving until the returned function is called. */
  holdClose(): () => void
}

export interface ScriptedLink extends LinkPort {
  attempts: ScriptedAttempt[]
  /** What a look at the queue finds, or how it fails. */
  inspection: QueueFound | Failure
  /** The targets that were looked at. */
  inspected: LinkTarget[]
  /** The current or last attempt. */
  latest(): ScriptedAttempt
}

/** A broker that a test controls. */
export function createScriptedLink(): ScriptedLink {
  const attempts: ScriptedAttempt[] = []
  const scripted: ScriptedLink = {
    attempts,
    inspection: { product: 'RabbitMQ 4.1.0', server: undefined, waiting: 0, consumers: 0 },
    inspected: [],
    inspect: (target) => {
      scripted.inspected.push(target)
      const { inspection } = scripted
      return 'tag' in inspection ? Promise.reject(new AppError(inspection)) : Promise.resolve(inspection)
    },
    latest: () => {
      const attempt = attempts.at(-1)
      if (attempt === undefined) throw new Error('nothing has connected yet')
      return attempt
    },
    connect: (target, receiver, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<Link>()
      const closed = Promise.withResolvers<void>()
      let isHeld = false
      const attempt: ScriptedAttempt = {
        target,
        receiver,
        acknowledged: [],
        isClosed: false,
        isPaused: false,
        succeed: async (facts) => {
          resolve(linkOf(attempt, () => (isHeld ? closed.promise : Promise.resolve()), facts))
          await settled()
        },
        holdClose: () => {
          isHeld = true
          return closed.resolve
        },
        fail: async (failure) => {
          reject(new AppError(failure))
          await settled()
        },
      }
      const interrupt = (): void => reject(new AppError({ tag: 'interrupted' }))
      // Like the real link: a connect after the abort must not wait for ever.
      if (signal?.aborted === true) interrupt()
      signal?.addEventListener('abort', interrupt, { once: true })
      attempts.push(attempt)
      return promise
    },
  }
  return scripted
}

/** Lets everything run that waits only for a turn of the event loop. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

function linkOf(
  attempt: ScriptedAttempt,
  untilClosed: () => Promise<void>,
  { waiting = 0, otherConsumers = 0 } = {},
): Link {
  return {
    waiting,
    otherConsumers,
    acknowledgeUpTo: (tag) => {
      if (!attempt.isClosed) attempt.acknowledged.push(tag)
    },
    pause: () => {
      attempt.isPaused = true
      return Promise.resolve()
    },
    resume: () => {
      attempt.isPaused = false
      return Promise.resolve()
    },
    countWaiting: () => Promise.resolve(attempt.isClosed ? undefined : waiting),
    close: () => {
      attempt.isClosed = true
      return untilClosed()
    },
  }
}

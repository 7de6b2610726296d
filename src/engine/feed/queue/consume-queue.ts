import { ignoring } from '../../../shared/errors/ignoring.ts'
import { failureOf } from '../../../shared/errors/app-error.ts'
import type { Failure } from '../../../shared/errors/failure.ts'
import type { ClockPort } from '../../ports/clock.ts'
import type { Link, LinkPort, LinkReceiver, LinkTarget } from '../../ports/link.ts'
import { type BufferOptions, createBatchBuffer } from './batch-buffer.ts'
import { type Hold, keepTrying, type Step, type StepTrouble } from './keep-trying.ts'
import type { SubscriptionOptions } from './queue-source.ts'

export interface ConsumeOptions
  extends
    Pick<SubscriptionOptions, 'store' | 'batchLimit' | 'proveStorage' | 'provePassing' | 'toFailure'>,
    Pick<BufferOptions, 'onStored' | 'onWorks'> {
  link: LinkPort
  clock: Pick<ClockPort, 'wait' | 'monotonicMs'>
  /** Where to connect; its password may first have to be read from the keychain. */
  target: () => Promise<LinkTarget>
  onLive: (link: Link) => void
  onBlocked: (reason: string | undefined) => void
  /** See `Retries.waitAfter`. */
  waitAfter(trouble: Hold, failures: number): Promise<void>
}

/** What ended it: a failure to connect; the link, after it was live; or what was not to be tried again. */
export type FailedBy = 'connecting' | 'link' | Step
export type ConsumerEnd = { by: 'signal' } | { by: 'held' } | { by: FailedBy; failure: Failure }

/**
 * Far below the half hour after which RabbitMQ closes the channel of who acknowledges nothing (a quarter in some versions of
 * 3.8): what is held longer goes back, once.
 */
const HELD_AT_MOST_MS = 600_000
/** How often it is looked whether messages could be passed on while none come. */
const PROVE_EVERY_MS = 30_000

/**
 * One link from proving that messages could be stored and passed on, to its end. Stores what arrives, has it passed on where
 * others depend on this program, and then acknowledges it, on this link only (T39). Batches need no timer to grow under load:
 * while one is being stored, the next arrives. Resolves when all that was taken is stored and passed on, or is not to be tried
 * again. Never fails.
 */
export async function consumeUntilClosed(options: ConsumeOptions, signal: AbortSignal): Promise<ConsumerEnd> {
  const { clock, toFailure } = options
  const ended = Promise.withResolvers<ConsumerEnd>()
  const over = new AbortController()
  const end = (ending: ConsumerEnd): void => {
    over.abort()
    ended.resolve(ending)
  }
  let returns = 0
  let heldSinceMs: number | undefined
  const retries = {
    toFailure,
    waitAfter: async (trouble: StepTrouble, failures: number): Promise<void> => {
      heldSinceMs ??= clock.monotonicMs()
      const isHolding = buffer.unacknowledged() > 0
      if (isHolding && clock.monotonicMs() - heldSinceMs >= HELD_AT_MOST_MS) end({ by: 'held' })
      const taken = !isHolding ? 'nothing' : over.signal.aborted ? 'returned' : 'held'
      await options.waitAfter({ ...trouble, taken, returns }, failures)
    },
  }
  const buffer = createBatchBuffer({
    ...options,
    ...retries,
    onWorks: () => {
      heldSinceMs = undefined
      options.onWorks()
    },
    onRefused: (by, thrown) => end(endOf(by, thrown, toFailure)),
  })
  const onAbort = (): void => end({ by: 'signal' })
  signal.addEventListener('abort', onAbort, { once: true })
  let by: FailedBy = 'store'
  try {
    const { proveStorage, provePassing } = options
    if (proveStorage !== undefined) await keepTrying({ by: 'store', attempt: proveStorage }, retries)
    by = 'passing-on'
    if (provePassing !== undefined) await keepTrying({ by: 'passing-on', attempt: provePassing }, retries)
    heldSinceMs = undefined
    options.onWorks()
    by = 'connecting'
    const receiver: LinkReceiver = {
      delivered: (delivery) => {
        returns = Math.max(returns, delivery.returns ?? 0)
        buffer.push(delivery)
      },
      blocked: options.onBlocked,
      lost: (failure) => end({ by: 'link', failure }),
    }
    const link = await options.link.connect(await options.target(), receiver, signal)
    if (!signal.aborted) options.onLive(link)
    buffer.open(link)
    if (provePassing !== undefined) void proveWhile(over.signal, clock, () => buffer.prove(provePassing))
    const ending = await ended.promise
    buffer.close()
    // What is on its way may still be acknowledged; what has to be tried again is not waited for with an open link.
    await Promise.race([buffer.settled(), buffer.heldUp()])
    await link.close()
    await buffer.settled()
    return ending
  } catch (thrown) {
    if (signal.aborted) return { by: 'signal' }
    return endOf(by, thrown, toFailure)
  } finally {
    over.abort()
    signal.removeEventListener('abort', onAbort)
  }
}

function endOf(by: FailedBy, thrown: unknown, toFailure: (thrown: unknown) => Failure): ConsumerEnd {
  const failure = failureOf(thrown) ?? toFailure(thrown)
  return failure.tag === 'interrupted' ? { by: 'signal' } : { by, failure }
}

async function proveWhile(over: AbortSignal, clock: Pick<ClockPort, 'wait'>, prove: () => void): Promise<void> {
  while (!over.aborted) {
    await clock.wait(PROVE_EVERY_MS, over).catch(ignoring('being stopped ends the wait'))
    if (!over.aborted) prove()
  }
}

import { ignoring } from '../../../shared/errors/ignoring.ts'
import { hostPort } from '../../../shared/text/addresses.ts'
import { AppError } from '../../../shared/errors/app-error.ts'
import type { Failure, FailureTag } from '../../../shared/errors/failure.ts'
import { fired } from '../../base/async.ts'
import type { Link, LinkTarget } from '../../ports/link.ts'
import { createStreamLink } from '../stream/stream-link.ts'
import { consumeUntilClosed, type ConsumerEnd } from './consume-queue.ts'
import type { Hold } from './keep-trying.ts'
import type { SubscriptionOptions } from './queue-source.ts'
import type { QueueFacts, StatusBoard } from './queue-status.ts'

/** For connecting, login and checking the queue together. */
const CONNECT_TIMEOUT_MS = 10_000
const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 30_000
/** A link that has lived this long, or has delivered a message, resets the waits. */
const STABLE_AFTER_MS = 30_000

/** Only a person can end these; and retrying a refused password locks its account. */
const NOT_RETRIED: ReadonlySet<FailureTag> = new Set<FailureTag>([
  'broker-refused',
  'queue-refused',
  'no-credentials',
  'keychain-unavailable',
  'bad-usage',
  'queue-forbidden',
  'not-a-stream',
])

/**
 * Retried where the queue is a stream of the firm: every desk would otherwise wait for a person once its administrator has put
 * rights or streams right, and no password is at stake.
 */
const RETRIED_FOR_STREAMS: ReadonlySet<FailureTag> = new Set<FailureTag>(['queue-refused', 'not-a-stream'])

/** Connects, consumes and reconnects, from one start of a subscription to its stop. */
export interface ConnectionLoop {
  /** Fires when it is stopped. */
  readonly stopped: AbortSignal
  /** Resolves when it has been stopped and its link is closed. Never fails. */
  run(): Promise<void>
  /** Ends a wait or a refusal. */
  retryNow(): void
  /** Drops the link, or ends the wait for one; a refusal stands. */
  reconnect(): void
  /** See `Subscription`. */
  countWaiting(): Promise<number | undefined>
  stop(): void
}

interface LoopState {
  phase: 'consuming' | 'waiting' | 'refused'
  /** Ends the current step: connecting and consuming, or the wait before the next attempt. */
  step: AbortController
  /** Failed attempts and lost links since the last stable one. */
  failures: number
  hostIndex: number
  password: string | undefined
  /** Something cannot be stored or passed on. Until it can, the state is not `live`. */
  isHeldUp: boolean
  /** Ends the wait before it is tried again. */
  hold: AbortController
  link: Link | undefined
}

interface LoopContext {
  options: SubscriptionOptions
  state: LoopState
  show: StatusBoard['show']
  stopped: AbortSignal
}

export function createConnectionLoop(options: SubscriptionOptions, board: StatusBoard): ConnectionLoop {
  const stopping = new AbortController()
  const stopped = stopping.signal
  const state: LoopState = {
    phase: 'consuming',
    step: new AbortController(),
    failures: 0,
    hostIndex: 0,
    password: undefined,
    isHeldUp: false,
    hold: new AbortController(),
    link: undefined,
  }
  const show: StatusBoard['show'] = (facts, place) => {
    if (!stopped.aborted) board.show(facts, place)
  }
  const { stream } = options.source
  const link = stream === undefined ? options.link : createStreamLink(options.link, options.clock, stream)
  const context: LoopContext = { options: { ...options, link }, state, show, stopped }
  const restartNow = (): void => {
    state.failures = 0
    state.step.abort()
  }
  return {
    stopped,
    run: async () => {
      while (!stopped.aborted) {
        state.step = new AbortController()
        state.phase = 'consuming'
        const ending = await connectAndConsume(context)
        state.link = undefined
        if (ending.by !== 'signal' && ending.by !== 'held' && !stopped.aborted) await backOff(ending, context)
      }
    },
    retryNow: () => {
      if (state.phase !== 'consuming') restartNow()
      else state.hold.abort()
    },
    reconnect: () => {
      if (state.phase === 'refused') return
      // Closing a dead link takes seconds, in which it is not live.
      if (state.phase === 'consuming') showConnecting(context)
      restartNow()
    },
    countWaiting: async () => await state.link?.countWaiting(),
    stop: () => {
      stopping.abort()
      state.step.abort()
      state.hold.abort()
    },
  }
}

function showConnecting({ options, state, show }: LoopContext): void {
  const place = { host: placeOf(options, state) }
  if (!state.isHeldUp) show({ state: 'connecting', ...place }, place)
}

async function connectAndConsume(context: LoopContext): Promise<ConsumerEnd> {
  const { options, state, show } = context
  const { clock, source } = options
  const place = { host: placeOf(options, state) }
  let otherConsumers: number | undefined
  let blocked: string | undefined
  let liveSinceMs = clock.monotonicMs()
  const showLink = (): void => {
    if (otherConsumers === undefined || state.isHeldUp) return
    if (blocked !== undefined) show({ state: 'blocked', ...place, reason: blocked }, place)
    else show({ state: 'live', ...place, queue: source.queue, otherConsumers }, place)
  }
  showConnecting(context)
  const ending = await consumeUntilClosed(
    {
      ...options,
      target: () => targetOf(options, state),
      onLive: (opened) => {
        liveSinceMs = clock.monotonicMs()
        otherConsumers = opened.otherConsumers
        state.link = opened
        showLink()
      },
      onBlocked: (reason) => {
        blocked = reason
        showLink()
      },
      onStored: () => (state.failures = 0),
      onWorks: () => {
        if (!state.isHeldUp) return
        state.isHeldUp = false
        if (otherConsumers === undefined) showConnecting(context)
        else showLink()
      },
      waitAfter: (hold, failures) => waitAfter({ hold, failures }, context),
    },
    state.step.signal,
  )
  if (ending.by === 'link' && clock.monotonicMs() - liveSinceMs >= STABLE_AFTER_MS) state.failures = 0
  return ending
}

/** See `Retries`. */
async function waitAfter(
  { hold, failures }: { hold: Hold; failures: number },
  { options, state, show, stopped }: LoopContext,
): Promise<void> {
  if (stopped.aborted) throw new AppError({ tag: 'interrupted' })
  if (hold.by === 'passing-on' && NOT_RETRIED.has(hold.failure.tag)) throw new AppError(hold.failure)
  state.isHeldUp = true
  state.hold = new AbortController()
  const waitMs = backOffMs({ rounds: failures, longestMs: MAX_WAIT_MS }, options.random ?? Math.random)
  const nextTryAt = new Date(options.clock.now().getTime() + waitMs)
  const isStream = options.source.stream !== undefined
  show({ state: 'not-stored', ...hold, isStream }, { host: placeOf(options, state), nextTryAt })
  await options.clock.wait(waitMs, state.hold.signal).catch(ignoring('being told to go on ends the wait'))
  if (stopped.aborted) throw new AppError({ tag: 'interrupted' })
}

async function backOff(
  ending: Exclude<ConsumerEnd, { by: 'signal' | 'held' }>,
  { options, state, show }: LoopContext,
): Promise<void> {
  const { failure } = ending
  state.failures += 1
  state.isHeldUp = false
  if (failure.tag === 'broker-refused') state.password = undefined
  const isOfStream = options.source.stream !== undefined && RETRIED_FOR_STREAMS.has(failure.tag)
  const isRetried = !NOT_RETRIED.has(failure.tag) || isOfStream
  const isReconnecting = state.step.signal.aborted
  state.step = new AbortController()
  if (!isRetried) {
    state.phase = 'refused'
    show(factsOf(failure, false), { host: placeOf(options, state) })
    await fired(state.step.signal)
    return
  }
  state.hostIndex += 1
  if (isReconnecting) return
  // The next host is tried at once; a wait follows a whole round of hosts, or the loss of a link that was live.
  if (ending.by === 'connecting' && state.failures % options.source.hosts.length !== 0) return
  state.phase = 'waiting'
  const { hosts, isExclusive = false, heartbeatSeconds } = options.source
  // A standby is to take over within two heartbeats, of which the broker may need one to notice.
  const longestMs = isExclusive && failure.tag === 'queue-held' ? (heartbeatSeconds * 1_000) / 2 : MAX_WAIT_MS
  const waitMs = backOffMs({ rounds: state.failures / hosts.length, longestMs }, options.random ?? Math.random)
  const nextTryAt = new Date(options.clock.now().getTime() + waitMs)
  show(factsOf(failure, true), { host: placeOf(options, state), nextTryAt })
  await options.clock.wait(waitMs, state.step.signal).catch(ignoring('being told to go on ends the wait'))
}

function factsOf(failure: Failure, isRetried: boolean): QueueFacts {
  switch (failure.tag) {
    case 'queue-missing':
      return { state: 'queue-missing', failure, isRetried }
    case 'queue-cancelled':
      return { state: 'cancelled', failure, isRetried }
    // A broker that is starting, or has too many connections, answers the same: retried, because no password is at stake.
    case 'virtual-host-refused':
    case 'queue-refused':
    case 'not-a-stream':
      return { state: 'refused', failure, isRetried }
    default:
      return { state: isRetried ? 'waiting' : 'refused', failure, isRetried }
  }
}

/** Grows with each round, up to half a minute; random, so that the desks of a company do not reconnect all at once. */
function backOffMs({ rounds, longestMs }: { rounds: number; longestMs: number }, random: () => number): number {
  const mostMs = Math.min(longestMs, FIRST_WAIT_MS * 2 ** Math.max(0, Math.ceil(rounds) - 1))
  return mostMs * (0.5 + random() / 2)
}

async function targetOf({ source }: SubscriptionOptions, state: LoopState): Promise<LinkTarget> {
  const { virtualHost, queue, username, heartbeatSeconds, prefetch, isExclusive, stream } = source
  const tls = await source.tls?.()
  state.password ??= await source.password()
  return {
    ...hostOf(source, state),
    virtualHost,
    queue,
    username,
    password: state.password,
    heartbeatSeconds,
    prefetch,
    timeoutMs: CONNECT_TIMEOUT_MS,
    ...(isExclusive === undefined ? {} : { isExclusive }),
    ...(stream === undefined ? {} : { isShared: true }),
    ...(tls === undefined ? {} : { tls }),
  }
}

function hostOf({ hosts }: SubscriptionOptions['source'], { hostIndex }: LoopState): { host: string; port: number } {
  const host = hosts[hostIndex % hosts.length]
  if (host === undefined) throw new Error('a queue without a host')
  return host
}

function placeOf({ source }: SubscriptionOptions, state: LoopState): string {
  return hostPort(hostOf(source, state))
}

import type { ServerResponse } from 'node:http'

/** How a service treats those who ask much of it. Nothing said: it bears everything, at once. */
export interface Manners {
  /** So many calls in progress; one more is refused with 503, at once and without a time. */
  bears?: number | undefined
  /** 429 for every call beyond these, until the window that began with the first of them is over. */
  quota?: Quota | undefined
  /** Sends nothing in the first attempt for every so many-th document: for `ms`, or until the caller hangs up. */
  stalls?: { every: number; ms?: number | undefined } | undefined
  /** Before every answer; from the number of the call, counted from 1, where it changes. */
  delayMs?: number | ((call: number) => number) | undefined
}

export interface Quota {
  calls: number
  seconds: number
  /** How an answer tells when the window is over: by `ratelimit` and `x-ratelimit` every answer does, else a refusal. Default: not at all. */
  tells?: QuotaHint | undefined
}

export const quotaHints = ['retry-after', 'retry-after-date', 'ratelimit', 'x-ratelimit'] as const
export type QuotaHint = (typeof quotaHints)[number]

export interface Call {
  /** Tells documents apart; undefined for a call that never stalls. */
  document: string | undefined
}

export interface MannersAtWork {
  calls: number
  /** Of them those answered with 429 or 503. */
  refused: number
  stalled: number
  /** Other manners from the next call on, with a new window and new counts of what is in progress. */
  behave(manners: Manners): void
  /** The status that refuses this call; undefined when it is to be answered, after the time that it has to wait. */
  receive(call: Call, response: ServerResponse): Promise<429 | 503 | undefined>
}

/** `nowMs` counts the window: a test gives the clock of what it tests. */
export function createManners(initial: Manners, nowMs = (): number => performance.now()): MannersAtWork {
  let manners = initial
  let inProgress = new Set<ServerResponse>()
  let quotaWindow: { endsAtMs: number; calls: number } | undefined
  const seen = new Set<string>()

  const isOverQuota = ({ calls, seconds, tells }: Quota, response: ServerResponse): boolean => {
    if (quotaWindow === undefined || nowMs() >= quotaWindow.endsAtMs) {
      quotaWindow = { endsAtMs: nowMs() + seconds * 1000, calls: 0 }
    }
    quotaWindow.calls += 1
    const left = { calls: Math.max(0, calls - quotaWindow.calls), ms: quotaWindow.endsAtMs - nowMs() }
    const isOver = quotaWindow.calls > calls
    if (tells !== undefined && (isOver || tells.endsWith('ratelimit'))) response.setHeaders(hintOf[tells](calls, left))
    return isOver
  }
  const stallsAt = ({ document }: Call): boolean => {
    if (document === undefined || seen.has(document)) return false
    seen.add(document)
    return manners.stalls !== undefined && seen.size % manners.stalls.every === 0
  }

  const atWork: MannersAtWork = {
    calls: 0,
    refused: 0,
    stalled: 0,
    behave: (wanted) => {
      manners = wanted
      inProgress = new Set()
      quotaWindow = undefined
      seen.clear()
    },
    receive: async (call, response) => {
      const { quota, bears = Infinity, delayMs = 0, stalls } = manners
      atWork.calls += 1
      const isOver = quota !== undefined && isOverQuota(quota, response)
      if (isOver || inProgress.size >= bears) {
        atWork.refused += 1
        return isOver ? 429 : 503
      }
      const borne = inProgress
      if (!response.destroyed) borne.add(response)
      response.once('close', () => borne.delete(response))
      const waitMs = typeof delayMs === 'number' ? delayMs : delayMs(atWork.calls)
      if (waitMs > 0) await pause(response, waitMs)
      if (!stallsAt(call)) return undefined
      atWork.stalled += 1
      await pause(response, stalls?.ms)
      return undefined
    },
  }
  return atWork
}

type Hint = (calls: number, left: { calls: number; ms: number }) => Headers

const hintOf: Record<QuotaHint, Hint> = {
  'retry-after': (_, left) => new Headers({ 'retry-after': secondsOf(left.ms) }),
  'retry-after-date': (_, left) => new Headers({ 'retry-after': new Date(Date.now() + left.ms + 999).toUTCString() }),
  ratelimit: (calls, left) =>
    new Headers({
      'ratelimit-limit': String(calls),
      'ratelimit-remaining': String(left.calls),
      'ratelimit-reset': secondsOf(left.ms),
    }),
  // As GitHub has it: the end of the window in seconds since 1970.
  'x-ratelimit': (calls, left) =>
    new Headers({
      'x-ratelimit-limit': String(calls),
      'x-ratelimit-remaining': String(left.calls),
      'x-ratelimit-reset': secondsOf(Date.now() + left.ms),
    }),
}

function secondsOf(ms: number): string {
  return String(Math.ceil(ms / 1000))
}

/** Ends early when the caller hangs up or the service closes, so that no timer outlives a test. */
function pause(response: ServerResponse, ms: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve()
    const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
    response.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

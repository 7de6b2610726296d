import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/shared/errors/app-error.ts'
import type { Failure } from '../../../../src/shared/errors/failure.ts'
import {
  askedWaitMs,
  ATTEMPTS,
  isTransient,
  mayPass,
  waitBeforeMs,
  withRetries,
} from '../../../../src/engine/base/retry.ts'
import { failureThrown } from '../../../support/failure-thrown.ts'
import { createQuickClock } from '../../../support/quick-clock.ts'

const endpoint = 'the test'
const reason = 'x'
const failing = (status: number, retryAfterMs?: number): Failure => ({
  tag: 'service-failing',
  endpoint,
  status,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
})
const lost: Failure = { tag: 'connection-lost', endpoint, reason }

/** Fails with each of these in turn, then succeeds. */
function failWith(...failures: unknown[]): (attempt: number) => Promise<number> {
  return (attempt) => {
    const failure = failures[attempt - 1]
    return failure === undefined ? Promise.resolve(attempt) : Promise.reject(failure)
  }
}

describe('isTransient', () => {
  it.each([202, 408, 425, 429, 500, 502, 503, 504, 507, 509, 520, 521, 522, 524, 529, 530, 598])(
    'is true for status %i (T32)',
    (status) => {
      expect(isTransient(failing(status))).toBe(true)
    },
  )

  it('is true for connection failures and for a document that arrived in part (T32)', () => {
    const passing: Failure[] = [
      lost,
      { tag: 'timed-out', endpoint, waitedFor: 'answer', timeoutMs: 1 },
      { tag: 'service-unreachable', origin: 'https://a.example', reason },
      { tag: 'not-a-whole-pdf', endpoint, reason },
    ]
    expect(passing.map(isTransient)).toEqual([true, true, true, true])
  })

  it('is false for permission, request, password, token or certificate (T28, T31, T32)', () => {
    const final: Failure[] = [
      { tag: 'access-denied', endpoint },
      { tag: 'request-refused', endpoint, status: 400 },
      { tag: 'not-found', endpoint },
      { tag: 'sign-in-refused', username: 'u', origin: 'o' },
      { tag: 'token-refused', endpoint },
      { tag: 'tls-untrusted', origin: 'o', reason },
      { tag: 'redirected', endpoint, to: 'o' },
      { tag: 'unreadable-answer', endpoint, reason },
      { tag: 'disk-full', folder: 'f' },
      { tag: 'interrupted' },
      failing(501),
      failing(505),
      failing(511),
    ]
    expect(final.filter(isTransient)).toEqual([])
  })

  it('is false where the service asks for more than five minutes, which is left to a later run (T33)', () => {
    expect([isTransient(failing(503, 300_000)), isTransient(failing(503, 301_000))]).toEqual([true, false])
  })

  it('askedWaitMs caps the wait that the service asked for, and gives none where it asked for none (T33)', () => {
    expect([failing(429, 0), failing(429, 7_000), failing(429, 1e12), failing(429), lost].map(askedWaitMs)).toEqual([
      0,
      7_000,
      24 * 3_600_000,
      undefined,
      undefined,
    ])
  })
})

describe('mayPass', () => {
  it('is true for what is transient or put right by somebody, and where the service asks for hours (T33)', () => {
    const failures: Failure[] = [lost, { tag: 'folder-gone', folder: 'f' }, failing(503, 3_600_000), failing(501)]
    expect(failures.map(mayPass)).toEqual([true, true, true, false])
  })
})

describe('waitBeforeMs', () => {
  it('doubles up to half a minute and is random below that', () => {
    for (const [attempt, mostMs] of [
      [2, 500],
      [3, 1_000],
      [8, 30_000],
      [50, 30_000],
    ] as const) {
      const waits = Array.from({ length: 300 }, () => waitBeforeMs(attempt))
      expect(Math.max(...waits)).toBeLessThanOrEqual(mostMs)
      expect(Math.max(...waits)).toBeGreaterThan(mostMs * 0.8)
      expect(Math.min(...waits)).toBeLessThan(mostMs * 0.2)
    }
  })
})

describe('withRetries', () => {
  it('ends with the first success', async () => {
    const clock = createQuickClock()
    const work = failWith(new AppError(lost), new AppError(failing(503)))
    expect([await withRetries(clock, work), clock.waitsMs.length]).toEqual([3, 2])
  })

  it('ends after five attempts with the last failure', async () => {
    const clock = createQuickClock()
    const failures = [500, 502, 503, 504, 429, 500].map((status) => new AppError(failing(status)))
    expect(await failureThrown(withRetries(clock, failWith(...failures)))).toEqual(failing(429))
    expect([ATTEMPTS, clock.waitsMs.length]).toEqual([5, 4])
  })

  it('waits as long as asked, or longer where its own wait is longer', async () => {
    const clock = createQuickClock()
    await withRetries(clock, failWith(new AppError(failing(503, 9_000)), new AppError(failing(503, 0))))
    expect(clock.waitsMs[0]).toBe(9_000)
    expect(clock.waitsMs[1]).toBeGreaterThan(0)
  })

  it('ends at once with a failure that is not transient, or a bug', async () => {
    const clock = createQuickClock()
    const mistake = new TypeError('mistake')
    await expect(withRetries(clock, failWith(mistake))).rejects.toBe(mistake)
    expect(await failureThrown(withRetries(clock, failWith(new AppError(failing(501)))))).toEqual(failing(501))
    expect(clock.waitsMs).toEqual([])
  })

  it('ends with interrupted when the signal fires during a wait', async () => {
    const clock = createQuickClock(1)
    const controller = new AbortController()
    const work = failureThrown(withRetries(clock, failWith(new AppError(failing(503, 60_000))), controller.signal))
    await expect.poll(() => clock.waitsMs.length).toBe(1)
    controller.abort()
    expect(await work).toEqual({ tag: 'interrupted' })
  })
})

import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/shared/errors/app-error.ts'
import type { Failure } from '../../../../src/shared/errors/failure.ts'
import { askedWaitMs, ATTEMPTS, isTransient, waitBeforeMs, withRetries } from '../../../../src/engine/base/retry.ts'
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

/** Fails with these, one after the other, then succeeds. */
function failWith(...failures: unknown[]): (attempt: number) => Promise<number> {
  return (attempt) => {
    const failure = failures[attempt - 1]
    return failure === undefined ? Promise.resolve(attempt) : Promise.reject(failure)
  }
}

describe('a failure', () => {
  it.each([408, 425, 429, 500, 502, 503, 504])('with status %i may pass (T32)', (status) => {
    expect(isTransient(failing(status))).toBe(true)
  })

  it('of the connection may pass, as may a document that came in part (T32)', () => {
    const passing: Failure[] = [
      lost,
      { tag: 'timed-out', endpoint, waitedFor: 'answer', timeoutMs: 1 },
      { tag: 'service-unreachable', origin: 'https://a.example', reason },
      { tag: 'not-a-whole-pdf', endpoint, reason },
    ]
    expect(passing.map(isTransient)).toEqual([true, true, true, true])
  })

  it('of right, request, password, token or certificate does not pass by trying again (T28, T31, T32)', () => {
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
    ]
    expect(final.filter(isTransient)).toEqual([])
  })

  it('for which the service asks more than five minutes is left for a later run (T33)', () => {
    expect([isTransient(failing(503, 300_000)), isTransient(failing(503, 301_000))]).toEqual([true, false])
  })

  it('tells the wait that was asked for, capped, and none where there was none (T33)', () => {
    expect([failing(429, 0), failing(429, 7_000), failing(429, 1e12), failing(429), lost].map(askedWaitMs)).toEqual([
      0,
      7_000,
      300_000,
      undefined,
      undefined,
    ])
  })
})

describe('a wait', () => {
  it('grows twofold up to half a minute and is random below that', () => {
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

describe('trying again', () => {
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

  it('ends at once with what cannot pass, be it a failure or a mistake in the program', async () => {
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

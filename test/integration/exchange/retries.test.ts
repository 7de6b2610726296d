import { describe, expect, it } from 'vitest'
import { demoData } from '../../exchange-service/demo-data.ts'
import type { FaultKind } from '../../exchange-service/fault-rules.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { openClient, openExchange, openScripted } from '../../support/open-service.ts'
import { deadServer } from '../../support/raw-http.ts'
import { createQuickClock } from '../../support/quick-clock.ts'
import { pageReply } from '../../support/scripted-service.ts'

const data = demoData({ setsPerCustomer: 3 })
const customerIds = [data.counterparties[0]?.customerId ?? '']

function openSpoiled(kind: FaultKind, times?: number) {
  const rule = { match: 'search', kind, times, retryAfterSeconds: 0 } as const
  return openExchange({ data, faults: { rules: [rule] } }, { timeouts: { answerMs: 500, idleMs: 500 } })
}

/** A service that is busy once and says how long; `callsMs` are the times of the calls. */
async function openBusy(headers: Record<string, string>, status = 429) {
  const clock = createQuickClock()
  const callsMs: number[] = []
  const opened = await openScripted(
    {
      search: ({ times }) => {
        callsMs.push(clock.monotonicMs())
        return times === 1 ? { status, headers, body: '' } : pageReply([], { offset: 0, total: 0 })
      },
    },
    { clock },
  )
  return { ...opened, waitsMs: clock.waitsMs, pauseMs: () => (callsMs[1] ?? 0) - (callsMs[0] ?? 0) }
}

describe('a transient failure', () => {
  it.each([
    '500',
    '502',
    '504',
    'errorEnvelope',
    'dropped',
    'reset',
    'truncated',
    'truncatedChunked',
    'stalled',
    'silent',
  ] as const)('such as %s is retried until it has passed (T32)', async (kind) => {
    const { service, find, waitsMs } = await openSpoiled(kind, 2)
    expect(await find({ customerIds })).toMatchObject({ isComplete: true, loaded: 3, requests: 1 })
    expect([service.counts.search, waitsMs.length]).toEqual([3, 2])
  })

  it('that does not pass ends after five attempts with the last failure', async () => {
    const { service, find, waitsMs } = await openSpoiled('504')
    expect(await failureThrown(find({ customerIds }))).toMatchObject({ tag: 'service-failing', status: 504 })
    expect([service.counts.search, waitsMs.length]).toEqual([5, 4])
  })

  it('is waited for longer each time, at random, so that callers do not retry in step', async () => {
    const { find, waitsMs } = await openSpoiled('502')
    await failureThrown(find({ customerIds }))
    expect(waitsMs.map((waitMs, index) => waitMs >= 0 && waitMs <= 500 * 2 ** index)).toEqual(Array(4).fill(true))
    expect(new Set(waitsMs).size).toBe(4)
  })

  it('includes an address where nothing listens, for a service that is being restarted', async () => {
    const { find, waitsMs } = openClient(await deadServer())
    expect(await failureThrown(find({ customerIds }))).toMatchObject({ tag: 'service-unreachable' })
    expect(waitsMs).toHaveLength(4)
  })
})

describe('a service that refuses', () => {
  it.each(['429', '503'] as const)('with %s is asked again until it answers', async (kind) => {
    const { service, find } = await openSpoiled(kind, 2)
    expect(await find({ customerIds })).toMatchObject({ isComplete: true, loaded: 3, requests: 1 })
    expect(service.counts.search).toBe(3)
  })

  it('for long ends the call with its last words', async () => {
    const { service, find } = await openSpoiled('503')
    expect(await failureThrown(find({ customerIds }))).toEqual({
      tag: 'service-failing',
      endpoint: 'the search',
      status: 503,
      said: 'The service is busy',
      isGivenUp: true,
    })
    expect(service.counts.search).toBeGreaterThan(2)
  })

  it('the sign-in is given the same time', async () => {
    const { service, find } = await openExchange({
      data,
      faults: { rules: [{ match: 'token', kind: '429', times: 3, retryAfterSeconds: 0 }] },
    })
    expect(await find({ customerIds })).toMatchObject({ isComplete: true, loaded: 3 })
    expect(service.counts.token).toBe(4)
  })
})

describe('Retry-After', () => {
  it.each([429, 503])('in seconds is respected on %s (T33)', async (status) => {
    const { find, pauseMs } = await openBusy({ 'retry-after': '7' }, status)
    await find({ customerIds })
    expect(pauseMs()).toBeGreaterThanOrEqual(7_000)
  })

  it.each([
    { 'retry-after-ms': '7000' },
    { 'retry-after': '7, 7' },
    { 'ratelimit-remaining': '0', 'ratelimit-reset': '7' },
    { ratelimit: 'limit=60, remaining=0, reset=7' },
    { ratelimit: '"default";r=0;t=7', 'ratelimit-policy': '"default";q=60;w=60' },
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1772546707', date: 'Tue, 03 Mar 2026 14:05:00 GMT' },
    { 'x-rate-limit-reset': '1772546707000', date: 'Tue, 03 Mar 2026 14:05:00 GMT' },
    { 'x-ratelimit-reset-after': '7.0' },
  ])('in the form %j is respected, too', async (headers) => {
    const { find, pauseMs } = await openBusy(headers)
    await find({ customerIds })
    expect(pauseMs()).toBeGreaterThanOrEqual(7_000)
  })

  it('as a date is respected by the clock of the service, not of this computer (T33)', async () => {
    const { find, pauseMs } = await openBusy({
      date: 'Tue, 03 Mar 2020 14:05:00 GMT',
      'retry-after': 'Tue, 03 Mar 2020 14:05:09 GMT',
    })
    await find({ customerIds })
    expect(pauseMs()).toBeGreaterThanOrEqual(9_000)
  })

  it.each(['0', 'soon', '', 'Tue, 03 Mar 2020 14:05:09 GMT'])(
    'of “%s” still leaves a pause of our own',
    async (value) => {
      const { find, pauseMs } = await openBusy({ 'retry-after': value })
      await find({ customerIds })
      expect(pauseMs()).toBeGreaterThanOrEqual(1_000)
    },
  )

  it('of an hour is not waited for: the call fails at once and says so', async () => {
    const { service, find, waitsMs } = await openBusy({ 'retry-after': '3600' }, 503)
    expect(await failureThrown(find({ customerIds }))).toMatchObject({
      tag: 'service-failing',
      retryAfterMs: 3_600_000,
    })
    expect([service.asked.search.length, waitsMs]).toEqual([1, []])
  })
})

describe('an abort', () => {
  it('ends a wait between attempts at once', async () => {
    const { find, waitsMs } = await openBusy({ 'retry-after': '290' })
    const controller = new AbortController()
    const work = failureThrown(find({ customerIds }, controller.signal))
    await expect.poll(() => waitsMs.length).toBe(1)
    controller.abort()
    expect(await work).toEqual({ tag: 'interrupted' })
  })

  it('ends a search that waits for its answer, and the request with it', async () => {
    const { service, find } = await openExchange({ data }, { timeouts: { answerMs: 60_000 } })
    const gate = service.hold('search')
    const controller = new AbortController()
    const work = failureThrown(find({ customerIds }, controller.signal))
    await expect.poll(() => gate.waiting).toBe(1)
    controller.abort()
    expect(await work).toEqual({ tag: 'interrupted' })
    await expect.poll(() => service.requests.at(-1)?.wasCutOff).toBe(true)
    expect(service.counts.search).toBe(1)
  })
})

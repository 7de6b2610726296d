import { describe, expect, it } from 'vitest'
import { demoData } from '../../exchange-service/demo-data.ts'
import type { FaultKind } from '../../exchange-service/fault-rules.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { openClient, openExchange, openScripted } from '../../support/open-service.ts'
import { deadServer } from '../../support/raw-http.ts'
import { pageReply } from '../../support/scripted-service.ts'

const data = demoData({ setsPerCustomer: 3 })
const customerIds = [data.counterparties[0]?.customerId ?? '']

function openSpoiled(kind: FaultKind, times?: number) {
  const rule = { match: 'search', kind, times, retryAfterSeconds: 0 } as const
  return openExchange({ data, faults: { rules: [rule] } }, { timeouts: { answerMs: 500, idleMs: 500 } })
}

/** A service that is busy once and says how long. */
function openBusy(headers: Record<string, string>, status = 429) {
  return openScripted({
    search: ({ times }) => (times === 1 ? { status, headers, body: '' } : pageReply([], { offset: 0, total: 0 })),
  })
}

describe('a transient failure', () => {
  it.each([
    '429',
    '500',
    '502',
    '503',
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
    const { service, find, waitsMs } = await openSpoiled('503')
    expect(await failureThrown(find({ customerIds }))).toEqual({
      tag: 'service-failing',
      endpoint: 'the search',
      status: 503,
      said: 'The service is busy',
    })
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

describe('Retry-After', () => {
  it.each([429, 503])('in seconds is respected on %s (T33)', async (status) => {
    const { find, waitsMs } = await openBusy({ 'retry-after': '7' }, status)
    await find({ customerIds })
    expect(waitsMs).toEqual([7_000])
  })

  it('as a date is respected by the clock of the service, not of this computer (T33)', async () => {
    const { find, waitsMs } = await openBusy({
      date: 'Tue, 03 Mar 2020 14:05:00 GMT',
      'retry-after': 'Tue, 03 Mar 2020 14:05:09 GMT',
    })
    await find({ customerIds })
    expect(waitsMs).toEqual([9_000])
  })

  it.each(['0', 'soon', '', 'Tue, 03 Mar 2020 14:05:09 GMT'])(
    'of “%s” still leaves a pause of our own',
    async (value) => {
      const { find, waitsMs } = await openBusy({ 'retry-after': value })
      await find({ customerIds })
      expect(waitsMs).toHaveLength(1)
      expect(waitsMs[0]).toBeGreaterThan(0)
      expect(waitsMs[0]).toBeLessThanOrEqual(500)
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

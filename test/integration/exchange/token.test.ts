import { describe, expect, it } from 'vitest'
import type { ClockPort } from '../../../src/engine/ports/clock.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { openExchange, openScripted } from '../../support/open-service.ts'
import { createQuickClock } from '../../support/quick-clock.ts'
import { pageReply } from '../../support/scripted-service.ts'

/** A clock whose monotonic reading the test sets. */
function createSetClock(): ClockPort & { nowMs: number } {
  const quick = createQuickClock()
  const clock = { ...quick, nowMs: 0, monotonicMs: (): number => clock.nowMs }
  return clock
}

describe('a token', () => {
  it('is requested once for sixteen concurrent callers (T28)', async () => {
    const { service, client } = await openExchange()
    await Promise.all(Array.from({ length: 16 }, () => client.counterparties()))
    expect([service.counts.token, service.counts.counterparties]).toEqual([1, 16])
  })

  it('is renewed two minutes before the expiry of a JSON web token (T28)', async () => {
    const clock = createSetClock()
    const { service, client } = await openExchange({ tokenForm: 'web', tokenLifetimeMs: 3_600_000 }, { clock })
    await client.counterparties()
    clock.nowMs = 3_475_000
    await client.counterparties()
    expect(service.counts.token).toBe(1)
    clock.nowMs = 3_481_000
    await client.counterparties()
    expect(service.counts.token).toBe(2)
  })

  it('without times is used until it is refused (T28)', async () => {
    const clock = createSetClock()
    const { service, client } = await openExchange({}, { clock })
    await client.counterparties()
    clock.nowMs = 1e12
    await client.counterparties()
    expect(service.counts.token).toBe(1)
  })

  it('reaches the log’s redaction before it is used', async () => {
    const { client, secrets } = await openExchange({ tokenForm: 'web', tokenUses: 1 })
    await client.counterparties()
    await client.counterparties()
    expect(secrets).toHaveLength(2)
    expect(secrets.every((secret) => secret.startsWith('eyJ'))).toBe(true)
  })
})

describe('a refused token', () => {
  it('is renewed once and the call repeated once, without a retry or a wait (T28)', async () => {
    const { service, client, waitsMs } = await openExchange()
    await client.counterparties()
    service.faults.revokeTokens()
    expect((await client.counterparties()).counterparties).toHaveLength(7)
    expect([service.counts.token, service.counts.counterparties, waitsMs]).toEqual([2, 3, []])
  })

  it('is renewed once for sixteen concurrent callers (T28)', async () => {
    const { service, client } = await openExchange()
    await client.counterparties()
    service.faults.revokeTokens()
    await Promise.all(Array.from({ length: 16 }, () => client.counterparties()))
    expect(service.counts.token).toBe(2)
  })

  it('that is refused even after its renewal ends the call: two calls, two tokens, no more (T28)', async () => {
    const { service, client, waitsMs } = await openExchange({ faults: { rules: [{ match: 'search', kind: '401' }] } })
    const found = client.search({
      filters: { customerIds: ['c'] },
      owner: undefined,
      where: '',
      onPage: () => undefined,
    })
    expect(await failureThrown(found)).toEqual({ tag: 'token-refused', endpoint: 'the search' })
    expect([service.counts.token, service.counts.search, waitsMs]).toEqual([2, 2, []])
  })

  it('that others have used up is renewed until the call gets through', async () => {
    const { service, client } = await openExchange({ tokenUses: 3 })
    const calls = Array.from({ length: 60 }, () => client.counterparties())
    await expect(Promise.all(calls)).resolves.toHaveLength(60)
    expect(service.counts.token).toBeGreaterThanOrEqual(20)
  })

  it('reported by the envelope of an HTTP 200 counts as refused (T32)', async () => {
    const { service, find } = await openScripted({
      search: ({ times }) =>
        times === 1 ? { body: { code: 401, errorMessage: 'expired' } } : pageReply([], { offset: 0, total: 0 }),
    })
    expect(await find({ customerIds: ['c'] })).toMatchObject({ isComplete: true, total: 0 })
    expect([service.asked.token.length, service.asked.search.length]).toEqual([2, 2])
  })

  it('is not what a 403 means: nothing is renewed or repeated (T28)', async () => {
    const { service, client } = await openExchange({ faults: { rules: [{ match: 'counterparties', kind: '403' }] } })
    expect(await failureThrown(client.counterparties())).toEqual({
      tag: 'access-denied',
      endpoint: 'the list of customers',
      said: 'You are not entitled to this customer',
    })
    expect([service.counts.token, service.counts.counterparties]).toEqual([1, 1])
  })

  it('in the middle of a failing service is renewed without using up the retries', async () => {
    const { service, client, waitsMs } = await openExchange({
      faults: { rules: [{ match: 'counterparties', kind: '502', times: 2 }] },
      tokenUses: 2,
    })
    expect((await client.counterparties()).counterparties).toHaveLength(7)
    expect([service.counts.token, service.counts.counterparties, waitsMs.length]).toEqual([2, 4, 2])
  })
})

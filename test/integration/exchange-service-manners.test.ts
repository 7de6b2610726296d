import { describe, expect, it, onTestFinished } from 'vitest'
import { demoData, documentOfKind } from '../exchange-service/demo-data.ts'
import { readFlags } from '../exchange-service/read-flags.ts'
import { type ServiceVisitor, visitService } from '../exchange-service/service-visitor.ts'
import {
  type ExchangeService,
  type ServiceOptions,
  startExchangeService,
} from '../exchange-service/start-exchange-service.ts'
import type { QuotaHint } from '../support/service-manners.ts'

const data = demoData()
const CUSTOMERS = '/v3/common/counterparties'

async function openService(options: ServiceOptions): Promise<{ service: ExchangeService; visitor: ServiceVisitor }> {
  const service = await startExchangeService(options)
  onTestFinished(() => service.close())
  return { service, visitor: await visitService(service.url) }
}

describe('a service that bears so many calls at once', () => {
  it('refuses the next with 503 and no time, and bears it when one has ended', async () => {
    const { service, visitor } = await openService({ bears: 2 })
    const gate = service.hold('counterparties')
    const borne = [visitor.get(CUSTOMERS), visitor.get(CUSTOMERS)]
    await service.untilCounted('counterparties', 2)
    const refused = await visitor.get(CUSTOMERS)
    gate.open()
    const statuses = (await Promise.all(borne)).map(({ status }) => status)
    expect([...statuses, refused.status, refused.headers['retry-after']]).toEqual([200, 200, 503, undefined])
    expect((await visitor.get(CUSTOMERS)).status).toBe(200)
    expect(service.manners).toMatchObject({ calls: 5, refused: 1 })
  })
})

describe('a service with a quota', () => {
  it('refuses with 429 and no time until the window is over that began with the first call', async () => {
    let nowMs = 0
    const { visitor } = await openService({ quota: { calls: 2, seconds: 60 }, nowMs: () => nowMs })
    expect((await visitor.get(CUSTOMERS)).status).toBe(200)
    nowMs = 59_999
    const refused = await visitor.get(CUSTOMERS)
    nowMs = 60_000
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, undefined])
    expect((await visitor.get(CUSTOMERS)).status).toBe(200)
  })

  it.each([
    ['retry-after', { 'retry-after': '60' }],
    ['retry-after-date', { 'retry-after': expect.stringMatching(/ GMT$/) }],
    ['ratelimit', { 'ratelimit-limit': '1', 'ratelimit-remaining': '0', 'ratelimit-reset': '60' }],
    [
      'x-ratelimit',
      {
        'x-ratelimit-limit': '1',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/),
      },
    ],
  ] satisfies [QuotaHint, object][])('tells by %s when it will be over', async (tells, headers) => {
    const { visitor } = await openService({ quota: { calls: 1, seconds: 60, tells }, nowMs: () => 0 })
    const refused = await visitor.get(CUSTOMERS)
    expect(refused.status).toBe(429)
    expect(refused.headers).toMatchObject(headers)
  })
})

describe('other manners', () => {
  it('leave every so many-th document without a byte in its first attempt alone', async () => {
    const { service, visitor } = await openService({ data, stalls: { every: 2 } })
    const first = documentOfKind(data, 'commercial-invoice')
    const second = documentOfKind(data, 'scanned-page')
    expect((await visitor.document(first)).status).toBe(200)
    const silent = visitor.document(second)
    await service.untilCounted('document', 2)
    expect((await visitor.document(second)).status).toBe(200)
    expect(service.manners.stalled).toBe(1)
    await service.close()
    expect((await silent).status).toBe(0)
  })

  it('let the time of an answer depend on the number of the call', async () => {
    const calls: number[] = []
    const { visitor } = await openService({ delayMs: (call) => calls.push(call) - call })
    await visitor.get(CUSTOMERS)
    expect(calls).toEqual([1, 2])
  })

  it('take over from the next call on', async () => {
    const { service, visitor } = await openService({ quota: { calls: 1, seconds: 60 } })
    expect((await visitor.get(CUSTOMERS)).status).toBe(429)
    service.manners.behave({})
    expect((await visitor.get(CUSTOMERS)).status).toBe(200)
  })

  it('come from the flags of the program', () => {
    const flags = ['--bears', '6', '--quota', '60/30,retry-after', '--stall-every', '100']
    expect(readFlags(flags)).toMatchObject({
      bears: 6,
      quota: { calls: 60, seconds: 30, tells: 'retry-after' },
      stalls: { every: 100 },
    })
    expect(() => readFlags(['--quota', '60'])).toThrow('60/60')
  })
})

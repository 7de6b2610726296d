import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { demoData } from '../../exchange-service/demo-data.ts'
import { largeData } from '../../exchange-service/large-data.ts'
import { startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { createTestDesk } from '../../support/test-desk.ts'
import { everything, startSearch } from '../../support/test-search.ts'
import type { SearchProgress } from '../../../src/engine/search/selection.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: unknown = runInNewContext('gc')

function heapAfterCollection(): number {
  if (typeof collectGarbage === 'function') Reflect.apply(collectGarbage, undefined, [])
  return process.memoryUsage().heapUsed
}

describe('a search of 20,000 sets', () => {
  it('keeps only ids in memory and reports progress page by page', { tags: 'soak' }, async () => {
    const service = await startExchangeService({ data: largeData({ sets: 20_000, documentsPerSet: 2, customers: 2 }) })
    onTestFinished(service.close)
    const { session, close } = await createTestDesk({ service })
    onTestFinished(close)
    const told: SearchProgress[] = []
    const before = heapAfterCollection()
    const result = await session.search(everything, { onProgress: (progress) => void told.push(progress) })
    service.requests.length = 0
    const keptBytes = heapAfterCollection() - before
    expect(result).toMatchObject({ total: 20_000, loaded: 20_000, complete: true, requests: 202 })
    // An id is about a hundred bytes; the rows would be thirty megabytes.
    expect(keptBytes).toBeLessThan(8e6)
    expect(told).toHaveLength(203)
    expect(told[0]).toEqual({ loaded: 0, total: 0, requests: 0, expectedRequests: 2 })
    expect(told.at(-1)).toMatchObject({ loaded: 20_000, total: 20_000, requests: 202, expectedRequests: 202 })
    let sets = 0
    for (const { customerName, documents } of result.sets()) {
      if (customerName?.startsWith('Customer 000') && documents?.length === 2) sets += 1
    }
    expect(sets).toBe(20_000)
  })
})

describe('the progress of a search', () => {
  it('reports the expected calls before the first is sent, and in the end those that were sent', async () => {
    const { service, search } = await startSearch({ data: demoData() })
    const told: SearchProgress[] = []
    const callsAtFirst = (): void => {
      if (told.length === 1) expect([service.counts.search, told[0]?.expectedRequests]).toEqual([0, 3])
    }
    const onProgress = (progress: SearchProgress): void => {
      told.push(progress)
      callsAtFirst()
    }
    const result = await search({ shipmentRefs: ['SHP-0001', 'SHP-0007', 'nowhere'] }, { onProgress })
    expect(told.at(-1)).toEqual({
      loaded: result.loaded,
      total: result.total,
      requests: result.requests,
      expectedRequests: result.requests,
    })
    expect(service.counts.search).toBe(result.requests)
  })

  it('never goes back', async () => {
    const { search } = await startSearch({ data: demoData() })
    const requests: number[] = []
    await search({}, { onProgress: (progress) => void requests.push(progress.requests) })
    expect(requests).toEqual(requests.toSorted((one, other) => one - other))
  })
})

describe('an abort', () => {
  it('ends a search of many customers, and no call follows', async () => {
    const { service, search } = await startSearch({ data: largeData({ sets: 20_000, customers: 40 }) })
    const gate = service.hold('search')
    const controller = new AbortController()
    const work = failureThrown(search({}, { signal: controller.signal }))
    await expect.poll(() => gate.waiting).toBe(4)
    controller.abort()
    expect(await work).toEqual({ tag: 'interrupted' })
    gate.open()
    await delay(100)
    expect(service.counts.search).toBe(4)
  })

  it('before the search lets nothing be sent', async () => {
    const { service, search } = await startSearch({ data: demoData() })
    expect(await failureThrown(search({}, { signal: AbortSignal.abort() }))).toEqual({ tag: 'interrupted' })
    expect(service.requests).toEqual([])
  })
})

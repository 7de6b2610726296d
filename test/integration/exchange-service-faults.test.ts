import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { askRaw, type RawAnswer } from '../exchange-service/ask-raw.ts'
import { demoData, documentOfKind } from '../exchange-service/demo-data.ts'
import type { FaultKind } from '../exchange-service/fault-rules.ts'
import { HOSTILE_NAMES } from '../support/hostile-names.ts'
import { jsonOf, type ServiceVisitor, visitService } from '../exchange-service/service-visitor.ts'
import { setSpoilers } from '../exchange-service/spoiled-rows.ts'
import { type ExchangeService, startExchangeService } from '../exchange-service/start-exchange-service.ts'

const data = demoData()
const [aurora = '', baltic = ''] = data.counterparties.map(({ customerId }) => customerId)
const invoice = documentOfKind(data, 'commercial-invoice')
const searchAnswer = z.looseObject({
  data: z.looseObject({ total: z.number(), count: z.number(), results: z.array(z.unknown()) }),
})
let service: ExchangeService
let visitor: ServiceVisitor

beforeAll(async () => {
  service = await startExchangeService({ data })
  visitor = await visitService(service.url)
})
beforeEach(() => service.faults.clear())
afterAll(() => service.close())

/** What a raw client sees of each kind on a document; a new kind without a line here does not compile. */
type Seen = (spoiled: RawAnswer, good: Buffer) => void
const declared = ({ headers }: RawAnswer): number => Number(headers['content-length'])
const refused =
  (status: number): Seen =>
  (spoiled) => {
    expect(spoiled.status).toBe(status)
    expect(jsonOf(spoiled)).toMatchObject({ code: status })
  }
const invalidJson: Seen = ({ body }) => expect(() => void JSON.parse(body.toString())).toThrow(SyntaxError)
const framedWell: Seen = (spoiled) => expect([spoiled.status, declared(spoiled)]).toEqual([200, spoiled.body.length])

const documentFaults: Record<Exclude<FaultKind, SearchFault>, Seen> = {
  '400': refused(400),
  '401': refused(401),
  '403': refused(403),
  '404': refused(404),
  '429': (spoiled, good) => {
    refused(429)(spoiled, good)
    expect(spoiled.headers['retry-after']).toBe('1')
  },
  '500': refused(500),
  '502': ({ status, body }) => expect([status, body.toString().slice(0, 9)]).toEqual([502, '<!DOCTYPE']),
  '503': refused(503),
  '504': refused(504),
  '204': ({ status, body }) => expect([status, body.length]).toEqual([204, 0]),
  empty: ({ status, body }) => expect([status, body.length]).toEqual([200, 0]),
  html: ({ status, body }) => expect([status, body.toString().slice(0, 9)]).toEqual([200, '<!DOCTYPE']),
  plainText: ({ status, body }) => expect([status, body.toString()]).toEqual([200, 'Maintenance']),
  errorEnvelope: (spoiled) => {
    expect(spoiled.status).toBe(200)
    expect(jsonOf(spoiled)).toMatchObject({ code: 500 })
  },
  malformedJson: invalidJson,
  deepJson: ({ body }) => expect(body.length).toBe(200_000),
  redirect: ({ status, headers }) =>
    expect([status, headers['location']]).toEqual([302, 'http://127.0.0.1:9/elsewhere']),
  partialContent: ({ status, headers, body }, good) => {
    expect(status).toBe(206)
    expect(headers['content-range']).toBe(`bytes 0-${body.length - 1}/${good.length}`)
  },
  gzip: ({ headers, body }, good) => {
    expect(headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(body).equals(good)).toBe(true)
  },
  falseGzip: ({ headers, body }, good) => {
    expect(headers['content-encoding']).toBe('gzip')
    expect(body.equals(good)).toBe(true)
  },
  flippedByte: ({ body }, good) => expect(body.filter((byte, index) => byte !== good[index])).toHaveLength(1),
  withoutEnd: (spoiled, good) => {
    framedWell(spoiled, good)
    expect(spoiled.body.includes('%%EOF')).toBe(false)
  },
  leadIn: ({ body }, good) => expect(body.indexOf('%PDF-')).toBe(body.length - good.length),
  wrongContentType: ({ headers, body }, good) => {
    expect(headers['content-type']).toMatch('text/html')
    expect(body.equals(good)).toBe(true)
  },
  wrongLengthShort: (spoiled, good) =>
    expect([declared(spoiled) < good.length, spoiled.body.length]).toEqual([true, good.length]),
  wrongLengthLong: (spoiled, good) =>
    expect([declared(spoiled) > good.length, spoiled.body.length]).toEqual([true, good.length]),
  otherBody: (spoiled) => {
    framedWell(spoiled, spoiled.body)
    expect(spoiled.body).toEqual(Buffer.from('something else'))
  },
  largePdf: (spoiled) => {
    framedWell(spoiled, spoiled.body)
    expect(spoiled.body.length).toBeGreaterThan(3_000_000)
    expect(spoiled.body.subarray(-6).toString()).toBe('%%EOF\n')
  },
  dropped: ({ status, ending }) => expect([status, ending === 'left open']).toEqual([0, false]),
  silent: ({ status, ending }) => expect([status, ending]).toEqual([0, 'left open']),
  truncated: (spoiled, good) => {
    expect([spoiled.ending, declared(spoiled)]).toEqual(['closed', good.length])
    expect(spoiled.body.length).toBe(Math.floor(good.length * 0.6))
  },
  truncatedChunked: ({ headers, ending, body }) => {
    expect([headers['transfer-encoding'], headers['content-length'], ending]).toEqual(['chunked', undefined, 'closed'])
    expect(body.subarray(-5).toString()).not.toBe('0\r\n\r\n')
  },
  truncatedWithoutLength: ({ headers, ending, body }, good) => {
    expect([headers['transfer-encoding'], headers['content-length'], ending]).toEqual([undefined, undefined, 'closed'])
    expect(good.subarray(0, body.length).equals(body)).toBe(true)
    expect(body.length).toBeLessThan(good.length)
  },
  reset: ({ ending, body }) => expect([ending, body.length > 0]).toEqual(['reset', true]),
  stalled: (spoiled, good) => expect([spoiled.ending, declared(spoiled)]).toEqual(['left open', good.length]),
  slow: ({ ending, body }, good) => expect([ending, body.equals(good)]).toEqual(['closed', true]),
}

describe('a fault of a document', () => {
  it.each(Object.entries(documentFaults))('of kind %s reaches the wire as named, once', async (kind, see) => {
    const good = await visitor.document(invoice)
    const what = { bytes: 3_000_000, body: Buffer.from('something else') }
    service.faults.add({ match: 'document', kind: z.custom<FaultKind>().parse(kind), times: 1, ...what })
    const isLeftOpen = kind === 'silent' || kind === 'stalled'
    see(await visitor.document(invoice, isLeftOpen ? 300 : undefined), good.body)
    expect((await visitor.document(invoice)).body.equals(good.body)).toBe(true)
  })

  it('follows dice that are the same on every run, whatever the order of requests', async () => {
    const documents = data.sets
      .slice(0, 60)
      .flatMap(({ row }) => row.documents.map(({ documentId }) => ({ setId: row.setId, documentId })))
    const runs = [documents, documents.toReversed()].map(async (order) => {
      const other = await startExchangeService({ data, seed: 5, faults: { documents: { '503': 0.2, html: 0.2 } } })
      const visit = await visitService(other.url)
      for (const at of order) await visit.document(at)
      await other.close()
      return other.requests.filter(({ fault }) => fault !== undefined).map(({ path, fault }) => `${fault} ${path}`)
    })
    const [forwards = [], backwards = []] = await Promise.all(runs)
    expect(forwards.toSorted()).toEqual(backwards.toSorted())
    expect(forwards.length / documents.length).toBeGreaterThan(0.25)
    expect(forwards.length / documents.length).toBeLessThan(0.55)
  })
})

type SearchFault =
  | 'hugeJson'
  | 'missingData'
  | 'emptyPage'
  | 'repeatedRows'
  | 'wrongTotal'
  | 'spoiledRows'
  | 'hostileNames'

describe('a fault of a search', () => {
  const spoil = async (kind: SearchFault, more = {}) => {
    service.faults.add({ match: 'search', kind, times: 1, ...more })
    return visitor.search({ customerIds: [aurora], status: 'ALL' })
  }
  const spoilPage = async (kind: SearchFault) => searchAnswer.parse(jsonOf(await spoil(kind))).data

  it('spoils the page, the total or the rows, each in its own way', async () => {
    expect(jsonOf(await spoil('missingData'))).toEqual({ code: 200, status: 'OK' })
    expect(await spoilPage('emptyPage')).toMatchObject({ total: 420, count: 0, results: [] })
    expect((await spoilPage('wrongTotal')).total).toBe(841)
    const { results } = await spoilPage('repeatedRows')
    expect(results).toHaveLength(100)
    expect(results.slice(95)).toEqual(results.slice(0, 5))
    const good = searchAnswer.parse(jsonOf(await visitor.search({ customerIds: [aurora], status: 'ALL' }))).data.results
    const spoiled = (await spoilPage('spoiledRows')).results
    const changed = spoiled.filter((row, index) => JSON.stringify(row) !== JSON.stringify(good[index]))
    expect(changed.length).toBeGreaterThan(setSpoilers.length - 5)
  })

  it('carries hostile names in sets, documents and counterparties', async () => {
    const rows = z.array(z.looseObject({ parcelRef: z.string() })).parse((await spoilPage('hostileNames')).results)
    expect(rows.map(({ parcelRef }) => parcelRef)).toEqual(HOSTILE_NAMES.slice(0, 100))
    service.faults.add({ match: 'counterparties', kind: 'hostileNames' })
    const [first] = z
      .array(z.looseObject({ customerName: z.string() }))
      .parse(jsonOf(await visitor.get('/v3/common/counterparties')))
    expect(first?.customerName).toBe(HOSTILE_NAMES[0])
  })

  it('sends as much JSON as requested, without announcing its size', async () => {
    const huge = await spoil('hugeJson', { bytes: 3 * 1024 * 1024 })
    expect(huge.headers['transfer-encoding']).toBe('chunked')
    expect(huge.body.length).toBeGreaterThan(3 * 1024 * 1024)
  })
})

describe('rules and switches', () => {
  const search = async (customerId: string) => (await visitor.search({ customerIds: [customerId] })).status

  it('spoil the nth request, or one customer, or everything beyond an allowance', async () => {
    service.faults.add({ match: 'search', kind: '503', nth: 2 })
    expect([await search(aurora), await search(aurora), await search(aurora)]).toEqual([200, 503, 200])
    service.faults.refuseCustomer(baltic)
    expect([await search(aurora), await search(baltic)]).toEqual([200, 403])
    service.faults.set({ requestsAllowed: 1, retryAfterSeconds: 7 })
    expect([await search(aurora), await search(aurora)]).toEqual([200, 429])
    expect(service.requests.slice(-2).map(({ fault }) => fault)).toEqual([undefined, '429'])
  })

  it('do not count refusals, only good answers', async () => {
    service.faults.add({ match: 'counterparties', kind: 'html', times: 1 })
    expect((await askRaw(service.url, { path: '/v3/common/counterparties' })).status).toBe(401)
    expect((await visitor.get('/v3/common/counterparties')).headers['content-type']).toBe('text/html')
  })

  it('refuse every token and password until switched back', async () => {
    service.faults.refuseTokens(true)
    expect(await search(aurora)).toBe(401)
    service.faults.refuseTokens(false)
    expect(await search(aurora)).toBe(200)
  })

  it('hold answers back until the gate opens', async () => {
    const gate = service.hold('search')
    const [first, second] = [search(aurora), search(aurora)]
    await expect.poll(() => gate.waiting).toBe(2)
    expect(service.counts.atOnce).toBe(2)
    gate.open()
    expect(await Promise.all([first, second])).toEqual([200, 200])
  })

  it('answer 503 until the slow start is over', async () => {
    const slow = await startExchangeService({ data, startDelayMs: 60_000 })
    const answer = await askRaw(slow.url, { path: '/v3/common/oauth2/token' })
    await slow.close()
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1'])
  })

  it('record every request, but never a password or token', async () => {
    await visitor.search({ customerIds: [aurora] }, '?offset=100')
    await expect
      .poll(() => service.requests.at(-1))
      .toMatchObject({
        endpoint: 'search',
        query: { offset: '100' },
        body: { customerIds: [aurora] },
        status: 200,
        credentials: 'bearer',
      })
    const written = JSON.stringify(service.requests)
    expect(written).not.toContain(visitor.token)
    expect(written).not.toContain('parcel-demo')
  })
})

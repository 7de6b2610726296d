import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { askRaw } from '../exchange-service/ask-raw.ts'
import { demoData, documentOfKind } from '../exchange-service/demo-data.ts'
import { drawDocument } from '../exchange-service/documents.ts'
import type { DocumentKind, DrawnKind } from '../exchange-service/exchange-data.ts'
import { largeData } from '../exchange-service/large-data.ts'
import { basicOf, jsonOf, type ServiceVisitor, visitService } from '../exchange-service/service-visitor.ts'
import {
  demoUser,
  type ExchangeService,
  type ServiceOptions,
  startExchangeService,
} from '../exchange-service/start-exchange-service.ts'

const rowShape = z.looseObject({ setId: z.string(), documents: z.array(z.object({ documentId: z.string() })) })
const tokenAnswer = z.strictObject({ token: z.string().min(20) })
const refusal = z.strictObject({ code: z.number(), errorMessage: z.string().min(1) })
const page = z.object({
  code: z.literal(200),
  status: z.literal('OK'),
  links: z.tuple([]),
  data: z.object({
    offset: z.number(),
    limit: z.number(),
    total: z.number(),
    count: z.number(),
    results: z.array(rowShape),
  }),
})

const data = demoData()
const aurora = data.counterparties[0]?.customerId ?? ''
let service: ExchangeService
let visitor: ServiceVisitor

beforeAll(async () => {
  service = await startExchangeService({ data })
  visitor = await visitService(service.url)
})
afterAll(() => service.close())

async function withService(options: ServiceOptions, visit: (service: ExchangeService) => Promise<void>): Promise<void> {
  const other = await startExchangeService(options)
  try {
    await visit(other)
  } finally {
    await other.close()
  }
}

describe('the token endpoint', () => {
  const ask = (headers: Record<string, string>, url = service.url) =>
    askRaw(url, { path: '/v3/common/oauth2/token', headers })

  it('accepts Basic and the pair of headers, because both are documented', async () => {
    const [basic, pair] = [await ask({ authorization: basicOf(demoUser) }), await ask({ ...demoUser })]
    expect(tokenAnswer.parse(jsonOf(basic)).token).not.toBe(tokenAnswer.parse(jsonOf(pair)).token)
  })

  it('refuses anything else with 401 and an envelope', async () => {
    for (const headers of [{}, { authorization: basicOf({ ...demoUser, password: 'wrong' }) }, { username: 'ops' }]) {
      const answer = await ask(headers)
      expect(answer.status).toBe(401)
      expect(refusal.parse(jsonOf(answer)).code).toBe(401)
    }
  })

  it('locks the account after the configured number of refusals, even for the right password', async () => {
    await withService({ lockAfterRefusals: 2 }, async ({ url }) => {
      const wrong = { ...demoUser, password: 'wrong' }
      await ask(wrong, url)
      await ask(wrong, url)
      expect((await ask({ ...demoUser }, url)).status).toBe(401)
    })
  })

  it('lets a token expire after its uses, after its time, and when it is revoked', async () => {
    await withService({ tokenUses: 2 }, async ({ url, faults }) => {
      const statuses = async ({ get }: ServiceVisitor) => (await get('/v3/common/counterparties')).status
      const first = await visitService(url)
      expect([await statuses(first), await statuses(first), await statuses(first)]).toEqual([200, 200, 401])
      const second = await visitService(url)
      faults.revokeTokens()
      expect(await statuses(second)).toBe(401)
    })
    await withService({ tokenLifetimeMs: 1, tokenForm: 'web' }, async ({ url }) => {
      const { token, get } = await visitService(url)
      const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
      expect(claims).toHaveProperty('exp')
      expect((await get('/v3/common/counterparties')).status).toBe(401)
    })
  })
})

describe('the search endpoint', () => {
  const searched = async (filters: Record<string, unknown>, query = '', from = visitor) =>
    page.parse(jsonOf(await from.search({ customerIds: [aurora], ...filters }, query))).data

  it('finds every set of a customer once, page by page, and never names its owner', async () => {
    const setIds: string[] = []
    for (let offset = 0; offset < 420; offset += 100) {
      const { results, total, count } = await searched({ status: 'ALL' }, `?offset=${offset}&limit=100`)
      expect([total, count]).toEqual([420, results.length])
      expect(results.every((row) => !('customerId' in row))).toBe(true)
      setIds.push(...results.map(({ setId }) => setId))
    }
    expect(new Set(setIds).size).toBe(420)
  })

  it('keeps filed sets out of ACTIVE, finds states in any spelling, and compares instances without case', async () => {
    const [all, active, filed] = [
      await searched({ status: 'ALL' }),
      await searched({ status: 'ACTIVE' }),
      await searched({ status: 'FILED' }),
    ]
    expect(active.total).toBeLessThan(all.total)
    expect(active.total + filed.total).toBe(all.total)
    const held = await searched({ status: 'Title Held' })
    expect(new Set(held.results.map(({ status }) => status))).toEqual(new Set(['title_held']))
    const [docex, dochub] = [await searched({ instance: 'DOCEX' }), await searched({ instance: 'dochub' })]
    expect(docex.total + dochub.total).toBe(all.total)
    expect(dochub.total).toBeGreaterThan(0)
  })

  it('matches a shipment reference exactly, may find several sets, and ignores unknown filters', async () => {
    expect((await searched({ shipmentRef: 'SHP-0003' })).total).toBe(3)
    expect((await searched({ shipmentRef: 'SHP-000' })).total).toBe(0)
    expect((await searched({ colour: 'blue' })).total).toBe(420)
    await withService({ data: demoData({ referenceMatch: 'partial' }) }, async ({ url }) => {
      expect((await searched({ shipmentRef: 'shp-000' }, '', await visitService(url))).total).toBeGreaterThan(9)
    })
  })

  it('pages by body, or not at all, if configured', async () => {
    const customers = { customerIds: [aurora] }
    for (const [paging, offsets] of [
      ['body', [0, 200]],
      ['none', [0, 0]],
    ] as const) {
      await withService({ paging, data }, async ({ url }) => {
        const other = await visitService(url)
        const byQuery = await searched(customers, '?offset=200', other)
        const byBody = await searched({ ...customers, offset: 200, limit: 50 }, '', other)
        expect([byQuery.offset, byBody.offset]).toEqual(offsets)
        expect(byBody.total).toBe(420)
      })
    }
  })

  it('refuses an empty customer list, and a body that is not JSON', async () => {
    const headers = { authorization: `Bearer ${visitor.token}`, 'content-type': 'application/json' }
    const empty = await visitor.search({ customerIds: [] })
    const broken = await askRaw(service.url, { method: 'POST', path: '/v3/common/sets/search', headers, body: '{' })
    expect([empty.status, broken.status]).toEqual([400, 400])
    expect(refusal.parse(jsonOf(empty)).errorMessage).toContain('customerIds')
  })

  it('lists documents only in a unique result, if configured (T4)', async () => {
    await withService({ documentsOnlyWhenUnique: true, data }, async ({ url }) => {
      const other = await visitService(url)
      expect((await searched({}, '', other)).results[0]?.documents).toEqual([])
      expect((await searched({ shipmentRef: 'SHP-0001' }, '', other)).results[0]?.documents).toHaveLength(5)
    })
  })

  it('serves the last page of 100,000 sets', async () => {
    const large = largeData({ sets: 100_000, documentsPerSet: 2, customers: 3 })
    await withService({ data: large }, async ({ url }) => {
      const other = await visitService(url)
      const customerIds = large.counterparties.slice(0, 2).map(({ customerId }) => customerId)
      const last = await searched({ customerIds, status: 'ACTIVE' }, '?offset=66600', other)
      expect([last.total, last.count]).toEqual([66_667, 67])
      expect((await searched({ customerIds, shipmentRef: 'SHP-0099998' }, '', other)).total).toBe(1)
      const [setId, documentId] = [last.results[66]?.setId ?? '', last.results[66]?.documents[1]?.documentId ?? '']
      expect((await other.document({ setId, documentId })).status).toBe(200)
    })
  })
})

describe('the document endpoint', () => {
  const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
  const kinds: [DrawnKind, number, number][] = [
    ['bill-of-lading', 2, 3],
    ['certificate-of-origin', 1, 1],
    ['commercial-invoice', 2, 2],
    ['chinese-notice', 1, 1],
    ['scanned-page', 1, 1],
    ['password-protected', 2, 2],
    ['three-hundred-pages', 300, 300],
  ]

  it.each(kinds)('serves a whole PDF of kind %s, with the same bytes on every run', async (kind, least, most) => {
    const { status, headers, body } = await visitor.document(documentOfKind(data, kind))
    expect([status, headers['content-length']]).toEqual([200, String(body.length)])
    expect(body.subarray(0, 5).toString()).toBe('%PDF-')
    expect(body.subarray(-6).toString()).toBe('%%EOF\n')
    expect(pagesOf(body)).toBeGreaterThanOrEqual(least)
    expect(pagesOf(body)).toBeLessThanOrEqual(most)
    const set = data.findSet(documentOfKind(data, kind).setId)
    if (set === undefined) throw new Error(`no set with a document of kind ${kind}`)
    const drawnAnew = await drawDocument({ set, index: set.documentKinds.indexOf(kind), version: 1 }, kind)
    expect(drawnAnew.equals(body)).toBe(true)
  })

  it('contains text, an embedded Chinese font, a picture or a lock, as the kind says', async () => {
    const textOf = async (kind: DocumentKind) =>
      (await visitor.document(documentOfKind(data, kind))).body.toString('latin1')
    expect(await textOf('bill-of-lading')).toContain('/BaseFont /Helvetica')
    expect(await textOf('chinese-notice')).toMatch(/\/BaseFont \/\w+\+NotoSansSC/)
    expect(await textOf('scanned-page')).toContain('/Filter /DCTDecode')
    expect(await textOf('scanned-page')).not.toContain('/BaseFont')
    expect(await textOf('password-protected')).toContain('/Encrypt')
  })

  it('serves other bytes once a document has become a copy (T15)', async () => {
    const at = documentOfKind(data, 'commercial-invoice')
    const original = await visitor.document(at)
    service.changeDocument(at.documentId)
    const copy = await visitor.document(at)
    expect(copy.body.equals(original.body)).toBe(false)
    expect(copy.body.subarray(-6).toString()).toBe('%%EOF\n')
  })

  it('answers 404 for what does not exist, 405 for a wrong method, 401 without a token', async () => {
    const { setId, documentId } = documentOfKind(data, 'scanned-page')
    const stranger = '00000000-0000-4000-8000-000000000000'
    expect((await visitor.document({ setId: stranger, documentId })).status).toBe(404)
    expect((await visitor.document({ setId, documentId: stranger })).status).toBe(404)
    expect((await visitor.get('/v3/common/nothing')).status).toBe(404)
    expect((await visitor.get('/v3/common/sets/search')).status).toBe(405)
    expect((await askRaw(service.url, { path: '/v3/common/counterparties' })).status).toBe(401)
  })
})

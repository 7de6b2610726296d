import { describe, expect, it } from 'vitest'
import type { AnsweredReference } from '../../../src/engine/search/selection.ts'
import { FEW } from '../../../src/engine/search/search-customers.ts'
import { demoData } from '../../exchange-service/demo-data.ts'
import { largeData } from '../../exchange-service/large-data.ts'
import type { ServiceOptions } from '../../exchange-service/start-exchange-service.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { sentFilters, startSearch } from '../../support/test-search.ts'

const data = demoData()
const partial = demoData({ referenceMatch: 'partial' })
/** Forty customers; set n belongs to customer n modulo 40. */
const forty = largeData({ sets: 400, customers: 40 })
const references = (numbers: number[]): string[] => numbers.map((number) => `SHP-${String(number).padStart(7, '0')}`)

describe('a search by shipment references', () => {
  it('answers each reference once, in the order given', async () => {
    const { search } = await startSearch({ data })
    const result = await search({ shipmentRefs: ['nowhere', 'SHP-0007', ' SHP-0001 ', 'SHP-0001', 'nowhere'] })
    expect(result.references).toEqual([
      { reference: 'nowhere', state: 'missing', sets: 0 },
      { reference: 'SHP-0007', state: 'several', sets: 8 },
      { reference: 'SHP-0001', state: 'found', sets: 1 },
    ])
    expect(result).toMatchObject({ total: 9, loaded: 9, complete: true, problems: [] })
  })

  it.each(['SHP\u20130001', 'SHP-\uFF10\uFF10\uFF10\uFF11', 'SHP\u22120001'])(
    'says of %s, which is not found, that it exists with plain digits and dashes',
    async (typed) => {
      const { search } = await startSearch({ data })
      const result = await search({ shipmentRefs: [typed, 'no\u2013where', 'SHP-0001'] })
      expect(result.references.map(({ state }) => state)).toEqual(['missing', 'missing', 'found'])
      expect(result.loaded).toBe(1)
      const message = 'not found as it is written; “SHP-0001” exists: ask for it with plain digits and dashes'
      expect(result.problems).toEqual([{ where: `reference ${typed}`, message }])
    },
  )

  it('takes the number of a parcel or bill of lading that was seen here for its set, as the service has it under its shipment', async () => {
    const numbered = demoData()
    const [one, other] = numbered.sets.filter(({ row }) => row.shipmentRef === 'SHP-0003')
    const bill = other?.row.documents.find(({ docType }) => docType === 'Bill of Lading')
    if (one === undefined || other === undefined || bill === undefined)
      throw new Error('the demo data has no such sets')
    bill.name = 'Bill HLCU7781.pdf'
    const { service, search } = await startSearch({ data: numbered })
    const shipmentRefs = [one.row.parcelRef, 'HLCU7781', 'Bill', 'HLCU']
    const unseen = await search({ shipmentRefs })
    expect(unseen.references.map(({ state }) => state)).toEqual(['missing', 'missing', 'missing', 'missing'])

    await search({ shipmentRefs: ['SHP-0003'] })
    const found: string[] = []
    const seen = await search({ shipmentRefs }, { onSets: (sets) => found.push(...sets.map(({ setId }) => setId)) })
    expect(seen.references).toEqual([
      {
        reference: one.row.parcelRef,
        state: 'found',
        sets: 1,
        understoodAs: { kind: 'parcel', shipmentRef: 'SHP-0003' },
      },
      { reference: 'HLCU7781', state: 'found', sets: 1, understoodAs: { kind: 'bill', shipmentRef: 'SHP-0003' } },
      { reference: 'Bill', state: 'missing', sets: 0 },
      { reference: 'HLCU', state: 'missing', sets: 0 },
    ])
    const meant = [one.row.setId, other.row.setId]
    expect([found, [...seen.savable()].map(({ setId }) => setId)]).toEqual([meant, meant])
    expect(seen).toMatchObject({ total: 2, loaded: 2, complete: true })

    // What the service no longer has is not found, whatever was seen.
    numbered.sets.splice(numbered.sets.indexOf(one), 1)
    const gone = await search({ shipmentRefs: [one.row.parcelRef] })
    expect(gone.references).toEqual([{ reference: one.row.parcelRef, state: 'missing', sets: 0 }])
    expect(sentFilters(service).every((filters) => !('parcelRef' in filters))).toBe(true)
  })

  it('never takes an empty reference for “any”', async () => {
    const { service, search } = await startSearch({ data })
    expect(await failureThrown(search({ shipmentRefs: ['SHP-0001', ' '] }))).toMatchObject({ tag: 'bad-usage' })
    expect(service.counts.search).toBe(0)
  })

  it('finds the owner of every set, one of each customer as well as several of one (T6)', async () => {
    const { search } = await startSearch({ data })
    const sets = [...(await search({ shipmentRefs: ['SHP-0007'] })).sets()]
    expect(sets.map(({ setId, customerId }) => [setId, customerId])).toEqual(
      data.sets
        .filter(
          ({ row, folder, instance }) => row.shipmentRef === 'SHP-0007' && folder === 'inbox' && instance === 'DocEx',
        )
        .map(({ row, customerId }) => [row.setId, customerId]),
    )
  })

  it('takes one call per reference and a bisection of the customers, never references times customers', async () => {
    const { service, search } = await startSearch({ data: forty })
    const result = await search({ shipmentRefs: references([1, 14, 40]) })
    const customers = [...result.sets()].map(({ customerId }) => customerId)
    expect(customers).toEqual([0, 13, 39].map((index) => forty.counterparties[index]?.customerId))
    expect(service.counts.search).toBe(result.requests)
    // Forty halve to one in at most six steps.
    expect(result.requests).toBeLessThanOrEqual(3 * (1 + 6))
    expect(sentFilters(service).filter(({ customerIds }) => customerIds.length === 40)).toHaveLength(3)
  })

  it('takes one call per reference if the index knows the owners', async () => {
    const { service, search } = await startSearch({ data: forty })
    const wanted = references([1, 14, 40, 77])
    await search({ shipmentRefs: wanted })
    const before = service.counts.search
    const result = await search({ shipmentRefs: wanted })
    expect([result.requests, service.counts.search - before]).toEqual([4, 4])
    expect([...result.sets()].every(({ customerName }) => customerName?.startsWith('Customer'))).toBe(true)
  })

  it('takes one call per reference for one customer, who owns all that is found', async () => {
    const { search } = await startSearch({ data: forty })
    const customers = [forty.counterparties[13]?.customerId ?? '']
    const result = await search({ customers, shipmentRefs: references([14, 54, 15]), instance: 'DOCEX' })
    expect(result).toMatchObject({
      requests: 3,
      references: [{ state: 'found' }, { state: 'found' }, { state: 'missing' }],
    })
  })

  it('assigns no owner outside the search, even if the index knows one (T6)', async () => {
    const shared = demoData({ setsPerCustomer: 1 })
    const [aurora = '', baltic = '', aero = ''] = shared.counterparties.map(({ customerId }) => customerId)
    const [first = expect.unreachable()] = shared.sets
    shared.sets.push({ ...first, customerId: aero })
    const { search } = await startSearch({ data: shared })
    await search({ customers: [aurora] })
    const result = await search({ customers: [baltic, aero], shipmentRefs: [first.row.shipmentRef] })
    expect([...result.sets()].find(({ setId }) => setId === first.row.setId)).toMatchObject({ customerId: aero })
  })

  it('assigns no owner if the search for it was cut short, and says so: nothing is guessed (T6)', async () => {
    const many = demoData({ setsPerCustomer: 30 })
    // The first page has sets of the last customer, which a search of the other half does not show.
    many.sets.reverse()
    for (const set of many.sets) set.row.shipmentRef = 'SHP-ALL'
    const { search } = await startSearch({ data: many, paging: 'none', pageLimit: 20 })
    const result = await search({ shipmentRefs: ['SHP-ALL'] })
    const owners = [...result.sets()].map(({ setId, customerId }) => [customerId, many.findSet(setId)?.customerId])
    expect(owners.filter(([told, true_]) => told !== null && told !== true_)).toEqual([])
    expect(owners.some(([told]) => told === null)).toBe(true)
    expect(result.complete).toBe(false)
    expect(result.problems).toContainEqual({
      where: 'reference SHP-ALL',
      message: expect.stringMatching(/^the service did not page: showing 20 of \d+$/),
    })
  })
})

describe('a reference without a match', () => {
  const hub = data.sets.find(({ instance, row, folder }) => {
    const namesakes = data.sets.filter((other) => other.row.shipmentRef === row.shipmentRef)
    return instance === 'DocHub' && folder === 'inbox' && namesakes.length === 1
  })
  const shipmentRefs = [hub?.row.shipmentRef ?? expect.unreachable()]

  it('is searched again without instance, which finds DocHub sets (T9)', async () => {
    const { service, search } = await startSearch({ data })
    const result = await search({ customers: [hub?.customerId ?? ''], shipmentRefs })
    expect(result).toMatchObject({ requests: 2, references: [{ state: 'found' }], complete: true })
    const instances = sentFilters(service).map(({ instance }) => instance)
    expect(instances).toEqual(['DOCEX', undefined])
  })

  it('is not searched again if the user chose the instance (T9)', async () => {
    const { search } = await startSearch({ data })
    const result = await search({ customers: [hub?.customerId ?? ''], shipmentRefs, instance: 'DOCEX' })
    expect(result).toMatchObject({ requests: 1, references: [{ state: 'missing' }] })
  })

  it('is missing at a service that insists on an instance, and that is said once', async () => {
    const { search } = await startSearch({
      data,
      faults: {
        rules: ['nowhere', 'elsewhere'].map((shipmentRef) => ({ match: 'search', kind: '400', shipmentRef, nth: 2 })),
      },
    })
    const message = 'only sets of the instance DOCEX were searched: the service refused a search without an instance'
    expect(await search({ shipmentRefs: ['nowhere', 'SHP-0007', 'elsewhere'] })).toMatchObject({
      complete: true,
      references: [{ state: 'missing' }, { state: 'several' }, { state: 'missing' }],
      problems: [{ where: 'the search', message }],
    })
  })

  const shutOut = (kind: '400' | '403' | '404', some: readonly string[]): ServiceOptions => ({
    data,
    faults: { rules: some.map((shipmentRef) => ({ match: 'search', kind, shipmentRef, nth: 2 })) },
  })

  it('is not searched again once such a service has shown itself: with thousands of lines that is thousands of calls', async () => {
    for (const kind of ['400', '403'] as const) {
      const missing = Array.from({ length: 20 }, (_, line) => `nowhere-${line}`)
      const { service, search } = await startSearch(shutOut(kind, missing))
      const result = await search({ shipmentRefs: [...missing, 'SHP-0007'] })
      expect(result).toMatchObject({ complete: true, problems: [{ where: 'the search' }] })
      expect(result.references.at(-1)).toMatchObject({ state: 'several' })
      const repeated = sentFilters(service).filter(({ instance }) => instance === undefined).length
      // As many as were under way before the first answer.
      expect(repeated).toBeLessThanOrEqual(FEW)
    }
  })

  it('is searched again each time where that was answered with “not found”: nothing was refused', async () => {
    const missing = Array.from({ length: 10 }, (_, line) => `nowhere-${line}`)
    const { service, search } = await startSearch(shutOut('404', missing))
    const message =
      'only sets of the instance DOCEX were searched: without an instance the service answered “not found”'
    const problems = [{ where: 'the search', message }]
    expect(await search({ shipmentRefs: missing })).toMatchObject({ complete: true, problems })
    expect(service.counts.search).toBe(20)
  })

  it('among others that only contain it is searched again too (T8, T9)', async () => {
    const own = demoData({ setsPerCustomer: 2, referenceMatch: 'partial' })
    const [one = expect.unreachable(), other = expect.unreachable()] = own.sets
    one.row.shipmentRef = 'REF-1'
    one.instance = 'DocHub'
    other.row.shipmentRef = 'REF-10'
    const { search } = await startSearch({ data: own })
    const result = await search({ shipmentRefs: ['REF-1'], customers: [one.customerId] })
    expect(result.references).toEqual([{ reference: 'REF-1', state: 'found', sets: 1 }])
    expect([...result.savable()].map(({ setId }) => setId)).toEqual([one.row.setId])
  })
})

describe('the owners of the sets of a reference', () => {
  it('are searched for with the instance that found the sets: a service may insist on one', async () => {
    const { service, search } = await startSearch({ data })
    const result = await search({ shipmentRefs: ['SHP-0007'] })
    expect([...result.sets()].every(({ customerId }) => customerId !== null)).toBe(true)
    const sent = sentFilters(service)
    expect(sent.length).toBeGreaterThan(1)
    expect(sent.filter(({ instance }) => instance !== 'DOCEX')).toEqual([])
  })

  it('are searched for without one where only that found them', async () => {
    const drafts = demoData({ setsPerCustomer: 1 })
    for (const set of drafts.sets) Object.assign(set, { instance: 'DocHub', folder: 'inbox' })
    for (const { row } of drafts.sets) row.shipmentRef = 'SHP-7'
    const { search } = await startSearch({ data: drafts })
    const result = await search({ shipmentRefs: ['SHP-7'] })
    const owners = [...result.sets()].map(({ setId, customerId }) => [customerId, drafts.findSet(setId)?.customerId])
    expect(owners.length).toBeGreaterThan(1)
    for (const [found, own] of owners) expect(found).toBe(own)
  })
})

describe('a reference that the service refuses', () => {
  it('is a problem and stays unanswered; all others are still searched, and the result is incomplete', async () => {
    for (const [kind, message] of [
      ['400', 'The service refused the search with 400. It said: “The request is not valid”.'],
      ['404', 'The service does not know what the search asked for. It said: “Not found”.'],
    ] as const) {
      const { service, search } = await startSearch({ data })
      service.faults.add({ match: 'search', kind, shipmentRef: 'SHP-0001 (see mail)' })
      const answered: AnsweredReference[] = []
      const shipmentRefs = ['SHP-0001 (see mail)', 'SHP-0001', 'SHP-0007', 'SHP-0002']
      const result = await search({ shipmentRefs }, { onReference: (answer) => answered.push(answer) })
      expect(result.references.map(({ sets }) => sets)).toEqual([0, 1, 8, 1])
      expect(result).toMatchObject({ complete: false, problems: [{ where: 'reference SHP-0001 (see mail)', message }] })
      const sent = service.requests.filter(({ fault }) => fault === kind)
      // Once for all customers, and once for some of them, to find out whether it is one of these.
      expect(sent.length).toBeLessThanOrEqual(8)
      expect(answered).toContainEqual({ reference: 'SHP-0001 (see mail)', setIds: [], isComplete: false })
    }
  })

  it('keeps its sets if only the search for their owners is refused, which nobody guesses (T6)', async () => {
    const { service, search } = await startSearch({ data })
    service.faults.add({ match: 'search', kind: '400', shipmentRef: 'SHP-0007', nth: 2, times: 99 })
    const result = await search({ shipmentRefs: ['SHP-0007'] })
    expect([result.loaded, [...result.sets()].every(({ customerId }) => customerId === null)]).toEqual([8, true])
    expect(result.problems).toContainEqual({
      where: 'reference SHP-0007',
      message: 'the customer of 8 sets could not be found out, because the search was not complete',
    })
  })

  it('is a failure if all others are refused too: the rest of the search is what the service refuses', async () => {
    const { search } = await startSearch({ data, faults: { rules: [{ match: 'search', kind: '400' }] } })
    const failure = { tag: 'request-refused', endpoint: 'the search', status: 400, said: 'The request is not valid' }
    expect(await failureThrown(search({ shipmentRefs: ['SHP-0001', 'SHP-0002'] }))).toEqual(failure)
  })

  it('is a failure after fifty, so that a wrong filter is not sent with each of a thousand', async () => {
    const { service, search } = await startSearch({ data, faults: { rules: [{ match: 'search', kind: '400' }] } })
    const shipmentRefs = Array.from({ length: 1_000 }, (_, line) => `SHP-${line}`)
    expect(await failureThrown(search({ shipmentRefs }))).toMatchObject({ tag: 'request-refused' })
    const sent = service.requests.filter(({ endpoint }) => endpoint === 'search').length
    expect(sent).toBeGreaterThanOrEqual(50)
    expect(sent).toBeLessThan(60 + 7)
  })
})

describe('references that differ only in case', () => {
  it('are two, each searched as typed and answered separately; sets matched in another case are not saved', async () => {
    const anyCapitals = demoData({ referenceMatch: 'partial', setsPerCustomer: 1 })
    for (const { row } of anyCapitals.sets) row.shipmentRef = 'SHP-7'
    const { search } = await startSearch({ data: anyCapitals })
    const result = await search({ shipmentRefs: ['shp-7', 'SHP-7'] })
    const { length } = anyCapitals.sets
    expect(result.references).toEqual([
      { reference: 'shp-7', state: 'missing', sets: 0 },
      { reference: 'SHP-7', state: 'several', sets: length },
    ])
    expect(result.problems).toContainEqual({
      where: 'reference shp-7',
      message: `${length} of ${length} sets with other capitals: “SHP-7”; listed, but not saved: search for it as it is written`,
    })
  })
})

describe('a reference whose sets are unreadable', () => {
  it('is not searched again as if there were none, because each row would count twice', async () => {
    const spoiled = demoData({ setsPerCustomer: 1 })
    for (const { row } of spoiled.sets) Object.assign(row, { setId: 'no id', shipmentRef: 'SHP-7' })
    const { search } = await startSearch({ data: spoiled })
    const { length } = spoiled.sets
    expect(await search({ shipmentRefs: ['SHP-7'] })).toMatchObject({
      total: length,
      loaded: 0,
      complete: false,
      lacking: { unsent: 0, unreadable: length },
    })
  })
})

describe('a service that matches parts of a reference', () => {
  it('returns other sets, which are listed, counted apart and not saved under this one (T8)', async () => {
    const { search } = await startSearch({ data: partial })
    const result = await search({ shipmentRefs: ['SHP-001'] })
    expect(result.references).toEqual([{ reference: 'SHP-001', state: 'missing', sets: 0 }])
    expect(result.loaded).toBeGreaterThan(5)
    expect([...result.savable()]).toEqual([])
    const message = expect.stringMatching(/^(\d+) of \1 sets with another reference: the service matches parts/)
    expect(result.problems).toEqual([{ where: 'reference SHP-001', message }])
  })

  it('does no harm if all sets have the requested reference (T8)', async () => {
    const { search } = await startSearch({ data: partial })
    const result = await search({ shipmentRefs: ['SHP-0007'] })
    expect([result.references[0]?.sets, result.problems]).toEqual([8, []])
  })
})

describe('a customer that this user may not search, among those of a reference', () => {
  it('is found by bisection and left out; the others’ sets are found (T34)', async () => {
    const { service, search } = await startSearch({ data })
    const [, denied = expect.unreachable()] = data.counterparties
    service.faults.refuseCustomer(denied.customerId)
    const result = await search({ shipmentRefs: ['SHP-0007'] })
    expect(result).toMatchObject({ complete: false, references: [{ state: 'several', sets: 7 }] })
    expect(result.problems).toEqual([
      {
        where: 'customer Baltic Bulk Carriers',
        message: 'this user may not search its sets (403): “You are not entitled to this customer”',
      },
    ])
    expect([...result.sets()].some(({ customerId }) => customerId === denied.customerId)).toBe(false)
    const before = service.counts.search
    await search({ shipmentRefs: ['SHP-0007'] })
    expect(service.counts.search - before).toBeLessThan(10)
  })

  it('is left out also where the service refuses the whole search in its place, and the others’ sets are found', async () => {
    for (const kind of ['400', '500', 'missingData'] as const) {
      const { service, search } = await startSearch({ data })
      const [, suspended = expect.unreachable()] = data.counterparties
      service.faults.add({ match: 'search', kind, customerId: suspended.customerId })
      const result = await search({ shipmentRefs: ['SHP-0007', 'SHP-0008'] })
      expect(result.references[0]).toMatchObject({ state: 'several', sets: 7 })
      expect(result).toMatchObject({ complete: false, problems: [{ where: 'customer Baltic Bulk Carriers' }] })
    }
  })

  it('is not searched again within one search (T34)', async () => {
    const { service, search } = await startSearch({ data: forty })
    const [denied = expect.unreachable()] = forty.counterparties
    service.faults.refuseCustomer(denied.customerId)
    await search({ shipmentRefs: references(Array.from({ length: 12 }, (_, index) => index + 2)) })
    const refused = service.requests.filter(({ fault }) => fault === '403').length
    // Four searches at once may find it out, each in at most seven steps.
    expect(refused).toBeLessThanOrEqual(4 * 7)
  })

  it('is a failure, found in few calls, if all others are denied too (T34)', async () => {
    const { service, search } = await startSearch({ data, faults: { rules: [{ match: 'search', kind: '403' }] } })
    expect(await failureThrown(search({ shipmentRefs: ['SHP-0007'] }))).toMatchObject({ tag: 'access-denied' })
    expect(service.counts.search).toBeLessThanOrEqual(2 * 7)
  })
})

import { describe, expect, it } from 'vitest'
import { demoData } from '../../exchange-service/demo-data.ts'
import type { FaultKind } from '../../exchange-service/fault-rules.ts'
import { largeData } from '../../exchange-service/large-data.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { sentFilters, startSearch } from '../../support/test-search.ts'

const data = demoData({ setsPerCustomer: 120 })
const DENIED = 'this user may not search its sets (403): “You are not entitled to this customer”'
const [aurora = expect.unreachable(), baltic = expect.unreachable()] = data.counterparties
const idsOf = (customerId: string): string[] =>
  data
    .search({ customerIds: [customerId], status: 'ACTIVE', instance: 'DOCEX' })
    .slice(0, 999)
    .map(({ row }) => row.setId)

describe('a search by customers', () => {
  it('makes one call per customer, so that the owner of every set is known (T6)', async () => {
    const { service, search } = await startSearch({ data })
    const result = await search({ customers: ['Aurora Grain AG', 'baltic'] })
    const owners = [...result.sets()].map(({ setId, customerId, customerName }) => [setId, customerId, customerName])
    expect(owners).toEqual(
      [aurora, baltic].flatMap(({ customerId, customerName }) =>
        idsOf(customerId).map((setId) => [setId, customerId, customerName]),
      ),
    )
    expect(sentFilters(service).every(({ customerIds }) => customerIds.length === 1)).toBe(true)
    expect(result).toMatchObject({
      complete: true,
      problems: [],
      requests: 4,
      total: owners.length,
      loaded: owners.length,
    })
  })

  it('tells ids, owners and states in the order of the customers, without holding rows that wait for a slow first one', async () => {
    const { service, search } = await startSearch({ data })
    service.faults.add({ match: 'search', kind: '503', times: 1, customerId: aurora.customerId })
    const told: object[] = []
    const result = await search({ customers: ['aurora', 'baltic'] }, { onSets: (sets) => told.push(...sets) })
    expect(told).toEqual([...result.sets()].map(({ setId, customerId, status }) => ({ setId, customerId, status })))
  })

  it('goes through every customer if none is named, and never sends an empty list (T11)', async () => {
    const { service, search } = await startSearch({ data })
    const result = await search({})
    expect(new Set([...result.sets()].map(({ customerId }) => customerId)).size).toBe(7)
    expect(result.complete).toBe(true)
    expect(sentFilters(service).some(({ customerIds }) => customerIds.length === 0)).toBe(false)
  })

  it('without any customer searches nothing and says so (T11)', async () => {
    const { service, search } = await startSearch({ data: { ...data, counterparties: [] } })
    expect(await search({})).toMatchObject({
      total: 0,
      requests: 0,
      problems: [{ where: 'the list of customers', message: 'it names no customer, so nothing was searched' }],
    })
    expect(await search({ shipmentRefs: ['SHP-1'] })).toMatchObject({ references: [{ state: 'missing' }], requests: 0 })
    expect(service.counts.search).toBe(0)
  })

  it('sends status, instance and further filters as given, and none by date, because none is documented (T7, T9, T10)', async () => {
    const { service, search } = await startSearch({ data })
    const customers = [aurora.customerId]
    await search({ customers })
    await search({
      customers,
      status: 'FILED',
      instance: 'DocHub',
      filters: { vesselName: 'MV Aurora Star', status: 'x' },
    })
    const customerIds = customers
    expect(sentFilters(service)).toContainEqual({ customerIds, status: 'ACTIVE', instance: 'DOCEX' })
    expect(sentFilters(service)).toContainEqual({
      customerIds,
      status: 'FILED',
      instance: 'DocHub',
      vesselName: 'MV Aurora Star',
    })
  })

  it('filters states locally, folded, because ACTIVE is not a state (T7, T12)', async () => {
    const { search } = await startSearch({ data })
    const all = await search({ customers: [aurora.customerId] })
    const held = await search({ customers: [aurora.customerId], states: ['Title Held', 'SIGNED'] })
    const wanted = [...all.sets()].filter(({ status }) => status === 'title_held' || status === 'signed')
    expect(wanted.length).toBeGreaterThan(10)
    expect([...held.sets()].map(({ setId }) => setId)).toEqual(wanted.map(({ setId }) => setId))
    expect([held.total, held.complete]).toEqual([all.total, true])
  })

  it('keeps a set in the index that is no longer active (T5, T7)', async () => {
    const own = demoData({ setsPerCustomer: 3 })
    const { search, index } = await startSearch({ data: own })
    await search({})
    const [gone = expect.unreachable()] = own.sets
    gone.folder = 'filed'
    const again = await search({})
    expect([...again.sets()].some(({ setId }) => setId === gone.row.setId)).toBe(false)
    expect(index.read(gone.row.setId)).toMatchObject({ customerName: 'Aurora Grain AG', parcelRef: gone.row.parcelRef })
  })

  it('begins with four calls at once, because no limit is documented (T33)', async () => {
    const { service, search } = await startSearch({ data })
    const gate = service.hold('search')
    const searched = search({})
    await expect.poll(() => gate.waiting).toBe(4)
    gate.open()
    await searched
    expect(service.counts.mostAtOnce).toBeLessThanOrEqual(32)
  })

  it('ends the others if the sign-in is refused meanwhile', async () => {
    const { service, search } = await startSearch({ data })
    await search({ customers: ['aurora'] })
    service.faults.refuseTokens(true)
    service.faults.add({ match: 'search', kind: '401', customerId: baltic.customerId })
    service.faults.add({ match: 'search', kind: 'silent', customerId: aurora.customerId })
    const sent = sentFilters(service).length
    expect(await failureThrown(search({}))).toMatchObject({ tag: 'sign-in-refused' })
    // Not by the end of its own patience, after which it would be asked again.
    const again = sentFilters(service).slice(sent)
    expect(again.filter(({ customerIds }) => customerIds.includes(aurora.customerId))).toHaveLength(1)
  })
})

describe('a customer whose search fails', () => {
  const failing: [FaultKind, string][] = [
    ['400', 'The service refused the search with 400. It said: “The request is not valid”.'],
    ['404', 'The service does not know what the search asked for. It said: “Not found”.'],
    ['500', 'The service answered 500 to the search. It said: “Unexpected error, reference 7f3a”.'],
    ['html', 'The answer to the search could not be read: it is a web page, not JSON. It said: “Sign in”.'],
    ['missingData', 'The answer to the search could not be read: it has no list of results.'],
    ['errorEnvelope', 'The service answered 500 to the search. It said: “The document could not be produced”.'],
    ['dropped', 'The connection was lost during the search: the other side closed it.'],
  ]
  it.each(failing)(
    'with %s is a problem; the others are still searched, and the result is incomplete',
    async (kind, said) => {
      const { service, search } = await startSearch({ data })
      service.faults.add({ match: 'search', kind, customerId: baltic.customerId })
      const result = await search({ customers: ['aurora', 'baltic'] })
      expect(result).toMatchObject({
        loaded: idsOf(aurora.customerId).length,
        complete: false,
        problems: [{ where: 'customer Baltic Bulk Carriers', message: said }],
      })
      expect([...result.sets()].every(({ customerId }) => customerId === aurora.customerId)).toBe(true)
    },
  )

  it('at its second page keeps what the first brought', async () => {
    const { service, search } = await startSearch({ data })
    service.faults.add({ match: 'search', kind: '400', customerId: baltic.customerId, nth: 2, times: 9 })
    const result = await search({ customers: ['aurora', 'baltic'] })
    expect(result).toMatchObject({ loaded: idsOf(aurora.customerId).length + 100, complete: false })
  })

  it('is a failure if it is the only one, and if all fail', async () => {
    for (const customers of [['baltic'], []]) {
      const { search } = await startSearch({ data, faults: { rules: [{ match: 'search', kind: '400' }] } })
      expect(await failureThrown(search({ customers }))).toMatchObject({ tag: 'request-refused', status: 400 })
    }
  })

  it('in a search without an instance only makes that incomplete (T9)', async () => {
    const empty = demoData({ setsPerCustomer: 3 })
    for (const set of empty.sets) if (set.customerId === baltic.customerId) set.folder = 'filed'
    const { service, search } = await startSearch({ data: empty })
    service.faults.add({ match: 'search', kind: '500', customerId: baltic.customerId, nth: 2, times: 9 })
    const result = await search({ customers: ['aurora', 'baltic'] })
    expect(result).toMatchObject({ loaded: 3, complete: false, problems: [{ where: 'the search' }] })
  })

  it('ends the search after several in a row: then the service is down, and is left alone', async () => {
    const many = largeData({ sets: 40, customers: 40 })
    const { service, search } = await startSearch({ data: many })
    const [first = expect.unreachable(), ...others] = many.counterparties
    for (const { customerId } of others) service.faults.add({ match: 'search', kind: '503', customerId })
    expect(await failureThrown(search({ customers: [] }))).toMatchObject({ tag: 'service-failing', status: 503 })
    const asked = new Set(sentFilters(service).flatMap(({ customerIds }) => customerIds))
    expect(asked).toContain(first.customerId)
    expect(asked.size).toBeLessThanOrEqual(1 + 8 + 3)
  })
})

describe('a customer without a match', () => {
  const drafts = demoData({ setsPerCustomer: 3 })
  for (const set of drafts.sets) {
    if (set.customerId === baltic.customerId) Object.assign(set, { instance: 'DocHub', folder: 'inbox' })
  }
  const named = { customers: [baltic.customerId] }

  it('is searched again without instance, which finds DocHub sets (T9)', async () => {
    const { service, search } = await startSearch({ data: drafts })
    const result = await search(named)
    expect(result).toMatchObject({ total: 3, loaded: 3, requests: 2, complete: true, problems: [] })
    expect([...result.sets()].every(({ customerId }) => customerId === baltic.customerId)).toBe(true)
    expect(sentFilters(service).map(({ instance }) => instance)).toEqual(['DOCEX', undefined])
  })

  it('is not searched again if the user chose the instance (T9)', async () => {
    const { search } = await startSearch({ data: drafts })
    expect(await search({ ...named, instance: 'DOCEX' })).toMatchObject({ requests: 1, loaded: 0, complete: true })
  })

  it('stays without one at a service that insists on an instance, and that is said', async () => {
    for (const kind of ['400', '403'] as const) {
      const { search } = await startSearch({
        data: drafts,
        faults: { rules: [{ match: 'search', kind, customerId: baltic.customerId, nth: 2 }] },
      })
      const result = await search({ customers: ['baltic', 'aurora'] })
      expect([...result.sets()].map(({ customerId }) => customerId)).toEqual(Array(3).fill(aurora.customerId))
      const message = 'only sets of the instance DOCEX were searched: the service refused a search without an instance'
      expect(result).toMatchObject({
        requests: 3,
        complete: true,
        problems: [{ where: 'the search', message }],
      })
    }
  })
})

describe('a customer that this user may not search', () => {
  it('is a problem; the others are still searched, and the result is incomplete (T34)', async () => {
    const { service, search } = await startSearch({ data })
    service.faults.refuseCustomer(baltic.customerId)
    const result = await search({ customers: ['aurora', 'baltic'] })
    expect(result).toMatchObject({
      loaded: idsOf(aurora.customerId).length,
      complete: false,
      problems: [{ where: 'customer Baltic Bulk Carriers', message: DENIED }],
    })
  })

  it('is a failure if all others are denied too (T34)', async () => {
    const { service, search } = await startSearch({ data, faults: { rules: [{ match: 'search', kind: '403' }] } })
    expect(await failureThrown(search({}))).toMatchObject({ tag: 'access-denied', endpoint: 'the search' })
    expect(service.counts.search).toBe(7)
  })
})

describe('a set that several customers see', () => {
  const shared = demoData({ setsPerCustomer: 2 })
  const [first = expect.unreachable()] = shared.sets
  shared.sets.push({ ...first, customerId: baltic.customerId })

  it('is listed once, under the first customer searched, whichever answer comes first (T6)', async () => {
    for (const [customers, owner, later] of [
      [['aurora', 'baltic'], aurora, baltic],
      [['baltic', 'aurora'], baltic, aurora],
    ] as const) {
      const { service, search } = await startSearch({ data: shared })
      service.faults.add({ match: 'search', kind: '503', times: 1, customerId: later.customerId })
      const result = await search({ customers: [...customers] })
      const sets = [...result.sets()]
      expect(sets.filter(({ setId }) => setId === first.row.setId)).toMatchObject([{ customerId: owner.customerId }])
      expect(result).toMatchObject({ complete: true, total: 4, loaded: 4 })
      expect(result.problems).toEqual([
        {
          where: 'the search',
          message: '1 set seen by several customers: listed once, under the first of them',
        },
      ])
    }
  })
})

describe('the list of customers', () => {
  it('is fetched once for many searches, and again when it is requested itself (T34)', async () => {
    const { service, search, searching } = await startSearch({ data })
    await search({ customers: ['aurora'] })
    await search({ customers: ['baltic'] })
    expect(service.counts.counterparties).toBe(1)
    await searching.counterparties()
    expect(service.counts.counterparties).toBe(2)
  })

  it('that could not be read in full makes a search of all customers incomplete, but not one of named customers (T34)', async () => {
    const rules = [{ match: 'counterparties', kind: 'spoiledRows', rows: 1 } as const]
    const { search } = await startSearch({ data, faults: { rules } })
    const problem = { where: 'the list of customers', message: '1 of 7 rows could not be read' }
    expect(await search({})).toMatchObject({ complete: false, problems: [problem] })
    expect(await search({ customers: ['baltic'] })).toMatchObject({ complete: true, problems: [] })
  })

  it('that this user may not read keeps nobody from searching customers by id, whose names stay unknown (T34)', async () => {
    const rules = [{ match: 'counterparties', kind: '403' } as const]
    const { search } = await startSearch({ data, faults: { rules } })
    const { customerId } = baltic
    const message = 'this user may not read it (403), so the names of the customers are not known'
    const result = await search({ customers: [customerId] })
    expect(result).toMatchObject({
      loaded: idsOf(customerId).length,
      complete: true,
      problems: [{ where: 'the list of customers', message }],
    })
    expect([...result.sets()][0]).toMatchObject({ customerId, customerName: customerId })
    for (const unknown of [[], ['baltic'], [customerId, 'baltic']]) {
      expect(await failureThrown(search({ customers: unknown }))).toMatchObject({ tag: 'access-denied' })
    }
  })
})

import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { FoundPage } from '../../../src/engine/exchange/search-sets.ts'
import { demoData } from '../../exchange-service/demo-data.ts'
import { setSpoilers } from '../../exchange-service/spoiled-rows.ts'
import { openExchange } from '../../support/open-service.ts'
import { openPages } from '../../support/open-pages.ts'
import { pageReply, scriptedRow, scriptedRows } from '../../support/scripted-service.ts'

const data = demoData()
const filters = { customerIds: [data.counterparties[0]?.customerId ?? ''], status: 'ALL' }
const documentId = 'd0c00000-0000-4000-a000-000000000001'

const problemOf = (field: string) => ({
  where: 'the list',
  message: `${field} of 1 set could not be read: not of the expected type or size`,
})

/** What the client makes of these rows. */
async function read(...rows: unknown[]) {
  const { find } = await openPages(({ offset }) => pageReply(offset === 0 ? rows : [], { offset, total: rows.length }))
  return await find(filters)
}

describe('a page too large to be read without yielding (W-H1)', () => {
  it.each([
    ['very many rows', scriptedRows(1, 1_000), 100],
    ['very large rows', scriptedRows(1, 100).map((row) => ({ ...row, cargoName: 'x'.repeat(80_000) })), 25],
  ])('of %s is delivered in pieces, with turns for others in between', async (_what, rows, most) => {
    const { client } = await openPages(({ offset }) =>
      pageReply(offset === 0 ? rows : [], { offset, total: rows.length }),
    )
    const pieces: { sets: number; turn: number; loaded: number }[] = []
    let turn = 0
    let isOver = false
    const countTurns = (): void => {
      turn += 1
      if (!isOver) setImmediate(countTurns)
    }
    countTurns()
    const onPage = ({ sets, loaded }: FoundPage): void => void pieces.push({ sets: sets.length, turn, loaded })
    const found = await client.search({ filters, owner: undefined, where: 'here', onPage })
    isOver = true
    expect(found).toMatchObject({ isComplete: true, loaded: rows.length, requests: 1 })
    expect(Math.max(...pieces.map(({ sets }) => sets))).toBeLessThanOrEqual(most)
    expect(new Set(pieces.map((piece) => piece.turn)).size).toBe(pieces.length)
    expect(pieces.at(-1)?.loaded).toBe(rows.length)
  })

  it('keeps no field of very many values, and tells which; the set stays', async () => {
    const { sets, ...found } = await read(
      scriptedRow(1, { many: Array.from({ length: 50_000 }, () => 0), few: [0] }),
      scriptedRow(2),
    )
    expect(sets.map(({ received }) => received)).toMatchObject([{ many: expect.any(String), few: [0] }, {}])
    expect(found).toMatchObject({ loaded: 2, isComplete: true, problems: [problemOf('many')] })
  })
})

describe('a row', () => {
  it('is read with every documented field', async () => {
    const { find } = await openExchange({ data })
    const { sets } = await find(filters)
    const { row } = data.sets[0] ?? expect.unreachable()
    const { documents, actions, links, ...texts } = row
    expect(sets[0]).toMatchObject(texts)
    expect(sets[0]?.documents).toEqual(
      documents.map(({ name, documentId: id, docType }) => ({ documentId: id, name, docType })),
    )
    expect(sets[0]?.received).toMatchObject({ ...texts, actions, links })
  })

  it('needs nothing but its id (T19)', async () => {
    const { sets, isComplete } = await read(scriptedRow(1))
    expect(sets[0]).toMatchObject({
      setId: scriptedRow(1)['setId'],
      parcelRef: null,
      quantity: null,
      documents: undefined,
    })
    expect(isComplete).toBe(true)
  })

  it('does not name its owner, and none is guessed (T6)', async () => {
    const { sets } = await read(scriptedRow(1, { customerId: 'told by the row', customerName: 'told by the row' }))
    expect(sets[0]).toMatchObject({ customerId: null, customerName: null })
  })

  it('with a value of the wrong type loses only that cell, and the received value is kept (T19)', async () => {
    const more = { parcelRef: {}, status: ['signed'], quantity: { amount: 5 }, vesselName: false, shipmentRef: 'SHP-1' }
    const documents = [{ documentId, name: ['Bill'], docType: 7 }]
    const { sets, problems } = await read(scriptedRow(1, { ...more, documents }))
    expect(sets[0]).toMatchObject({
      parcelRef: null,
      status: null,
      quantity: null,
      vesselName: null,
      shipmentRef: 'SHP-1',
      documents: [{ name: null, docType: '7' }],
    })
    expect(sets[0]?.received).toMatchObject(more)
    expect(problems).toEqual(
      ['parcelRef', 'status', 'quantity', 'vesselName', 'documents.name'].map((field) => problemOf(field)),
    )
  })

  it.each([
    ['815', '815'],
    ['-1', '-1'],
    ['1.10', '1.10'],
    ['0.5', '0.5'],
    ['-0', '-0'],
    ['12345678901234567890', '12345678901234567890'],
    ['1e400', '1e400'],
    ['4.711E3', '4.711E3'],
  ])('with the number %s as its reference has that text, and gives it on as received', async (digits, text) => {
    for (const padding of ['', 'x'.repeat(600_000)]) {
      const { body } = pageReply([scriptedRow(1, { shipmentRef: 'HERE', other: ['HERE'], padding })], { total: 1 })
      const answer = JSON.stringify(body).replaceAll('"HERE"', digits)
      const { find } = await openPages(() => ({ body: answer }))
      const { sets, problems } = await find(filters)
      expect(problems).toEqual([])
      expect(sets[0]?.shipmentRef).toBe(text)
      expect(JSON.stringify(sets[0]?.received)).toContain(`"shipmentRef":${digits},"other":[${digits}]`)
    }
  })

  it('keeps unknown fields (T19)', async () => {
    const { sets } = await read(scriptedRow(1, { futureField: { nested: [1, 2] } }))
    expect(sets[0]?.received).toMatchObject({ futureField: { nested: [1, 2] } })
  })

  it('that is unreadable is counted, and the rest of the page stays (T19)', async () => {
    const lost = [null, 7, 'text', [], {}, scriptedRow(1, { setId: '../..' }), { setId: 42 }, { setId: '' }]
    const { sets, ...found } = await read(scriptedRow(2), ...lost, scriptedRow(3))
    expect(sets).toHaveLength(2)
    expect(found).toMatchObject({
      total: 10,
      loaded: 2,
      isComplete: false,
      problems: [{ where: 'the list', message: '8 rows could not be read: no valid set id' }],
    })
  })

  it.each([
    [51, 0],
    [200, 0],
    [200, 600_000],
    [9_000, 600_000],
    [50_000, 0],
  ])('with an unknown field of %i levels stays, in an answer with %i characters more', async (levels, more) => {
    const [first, second] = [
      scriptedRow(1, { deep: 'HERE', parcelRef: 'PR-1' }),
      scriptedRow(2, { deep: [[['fine']]] }),
    ]
    const { body } = pageReply([first, second, scriptedRow(3, { x: 'x'.repeat(more) })], { total: 3 })
    const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`
    const text = JSON.stringify(body).replace('"HERE"', deep)
    const { sets, isComplete, problems } = await (await openPages(() => ({ body: text }))).find(filters)
    expect([sets.length, isComplete, sets[0]?.parcelRef]).toEqual([3, true, 'PR-1'])
    // Deeper than this it could not be written again.
    const isKept = levels < 500
    expect(problems).toEqual(isKept ? [] : [problemOf('deep')])
    if (isKept) expect(JSON.stringify(sets[0]?.received['deep'])).toBe(deep)
  })

  it('spoiled in any known way neither breaks the page nor reaches an object’s prototype (T19)', async () => {
    const { find } = await openExchange({ data, faults: { rules: [{ match: 'search', kind: 'spoiledRows', nth: 1 }] } })
    const { sets, ...found } = await find({ ...filters, status: 'ACTIVE' })
    const { total } = data.search({ ...filters, status: 'ACTIVE' })
    const unreadable = setSpoilers.filter((spoil) => {
      const spoiled = spoil(scriptedRow(1))
      const setId: unknown = typeof spoiled === 'object' && spoiled !== null ? Reflect.get(spoiled, 'setId') : undefined
      return typeof setId !== 'string' || setId.length !== 36
    }).length
    expect(unreadable).toBeGreaterThan(5)
    expect(found).toMatchObject({ total, loaded: total - unreadable, isComplete: false })
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect(sets.every((set) => !('polluted' in set))).toBe(true)
  })
})

describe('the documents of a row', () => {
  it('that are absent or an empty list are not loaded, which is not “none” (T4)', async () => {
    const absent = [
      {},
      { documents: [] },
      { documents: null },
      { documents: 'none' },
      { documents: { name: 'no list' } },
    ]
    const { sets, problems } = await read(...absent.map((more, index) => scriptedRow(index, more)))
    expect(sets.map(({ documents }) => documents)).toEqual(Array(5).fill(undefined))
    expect(problems).toEqual([
      { where: 'the list', message: 'documents of 2 sets could not be read: not of the expected type or size' },
    ])
  })

  it('with ids that would lead elsewhere are left out and counted', async () => {
    const ids = ['../../../v3/common/counterparties', '..', '', null, 9, `${documentId}/..`, documentId]
    const { sets, problems } = await read(
      scriptedRow(1, { documents: ids.map((id) => ({ documentId: id, name: 'x' })) }),
    )
    expect(sets[0]?.documents).toEqual([{ documentId, name: 'x', docType: null }])
    expect(problems).toEqual([{ where: 'the list', message: '6 documents could not be read: no valid id' }])
  })

  it('listed twice count once, and entries that are not objects are all counted', async () => {
    const documents = [{ documentId }, { documentId, name: 'again' }, null, null, 'text']
    const { sets, problems } = await read(scriptedRow(1, { documents }))
    expect(sets[0]?.documents).toEqual([{ documentId, name: 'again', docType: null }])
    expect(problems).toMatchObject([{ message: /^3 documents could not be read/ }])
  })

  it('do not keep their XML in memory (T4)', async () => {
    const documents = [
      { documentId, name: 'Bill', docType: 'Bill of Lading', xmlContent: `<xml>${'CANARY'.repeat(1_000)}</xml>` },
    ]
    const { sets } = await read(scriptedRow(1, { documents }))
    expect(inspect(sets, { depth: 9 })).not.toContain('CANARY')
    expect(sets[0]?.received['documents']).toEqual([{ documentId, name: 'Bill', docType: 'Bill of Lading' }])
  })
})

describe('the list of customers', () => {
  it('is fetched in one call, however long it is (T34)', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({
      customerId: `c0000000-0000-4000-a000-${String(index).padStart(12, '0')}`,
      customerName: `Customer ${index}`,
    }))
    const { client, service } = await openExchange({ data: { ...data, counterparties: many } })
    expect(await client.counterparties()).toEqual({ counterparties: many, problems: [], isWhole: true })
    expect(service.counts.counterparties).toBe(1)
  })

  it('keeps customers with an unreadable name under their id, and counts rows without an id (T19, T34)', async () => {
    const rules = [{ match: 'counterparties', kind: 'spoiledRows' }] as const
    const { client } = await openExchange({ data, faults: { rules: [...rules] } })
    const { counterparties, problems } = await client.counterparties()
    const ids = data.counterparties.map(({ customerId }) => customerId)
    expect(counterparties).toEqual([
      { customerId: ids[1], customerName: ids[1] },
      { customerId: ids[6], customerName: ids[6] },
    ])
    expect(problems).toEqual([{ where: 'the list of customers', message: '5 of 7 rows could not be read' }])
  })

  it('keeps two customers of the same name apart (T20)', async () => {
    const { client } = await openExchange({ data })
    const names = (await client.counterparties()).counterparties.map(({ customerName }) => customerName.toLowerCase())
    expect(names.filter((name) => name === 'meridian commodities ltd')).toHaveLength(2)
  })
})

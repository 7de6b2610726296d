import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readReceivedSet } from '../../../../src/engine/exchange/parse-set.ts'
import { createSetFinder } from '../../../../src/engine/search/known/set-finder.ts'
import { readSets } from '../../../../src/engine/search/search-customers.ts'
import { createSetIndex, type SetIndex } from '../../../../src/engine/search/set-index.ts'
import { openDatabase } from '../../../../src/engine/storage/database.ts'
import { SETS_SCHEMA } from '../../../../src/engine/storage/schema.ts'
import { describeKnown } from '../../../../src/main/desk/search/known-hits.ts'
import type { Output } from '../../../../src/shared/contract/contract.ts'
import type { Counterparty, ParcelSet } from '../../../../src/shared/model/parcel-set.ts'
import { createQuickClock } from '../../../support/quick-clock.ts'
import { tempFolder } from '../../../support/temp-folder.ts'

const BASE_URL = 'https://exchange.example'
const AURORA = { customerId: 'a', customerName: 'Aurora Grain' }
const BALTIC = { customerId: 'b', customerName: 'Bältic Bulk OÜ' }

function setOf(row: Readonly<Record<string, unknown>>, owner: typeof AURORA | undefined = AURORA): ParcelSet {
  return readReceivedSet({ setId: randomUUID(), ...row }, owner) ?? expect.unreachable()
}

type Found = Output<'sets.find'>

interface Known {
  index: SetIndex
  find(text: string, vessel?: string | null): Promise<Found>
  findAs(customers: readonly Counterparty[], text: string): Promise<Found>
}

/** An index and what finds in it, for an account with both customers. */
function open(sets: readonly ParcelSet[] = [], database = inMemory()): Known {
  const finder = createSetFinder({ database, baseUrl: BASE_URL, clock: createQuickClock() })
  const index = createSetIndex(database, BASE_URL, finder)
  index.store(sets)
  const ask = (customers: readonly Counterparty[], text: string, vessel: string | null): Promise<Found> =>
    describeKnown(
      { find: (query) => finder.find(query, customers), read: (setIds) => readSets(index, setIds) },
      { text, vessel },
    )
  return {
    index,
    find: (text, vessel = null) => ask([AURORA, BALTIC], text, vessel),
    findAs: (customers, text) => ask(customers, text, null),
  }
}

function inMemory(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  for (const script of SETS_SCHEMA.migrations) database.exec(script)
  return database
}

const named = ({ hits }: Found): string[] => hits.map(({ kind, name }) => `${kind} ${name}`)

describe('the finder of known sets', () => {
  it('finds parcels, shipments, vessels and numbered bills of lading by any part, without case and accents', async () => {
    const bill = { documentId: randomUUID(), name: 'B/L HLCU 7781', docType: 'BILL_OF_LADING' }
    const { find } = open([
      setOf({ parcelRef: 'PR-00412', shipmentRef: 'SHP-0137', vesselName: 'MV Ålesund', documents: [bill] }),
      setOf({ parcelRef: 'PR-00500', shipmentRef: 'SHP-0999', vesselName: 'MV Ærø' }),
    ])
    expect(named(await find('ALESUND'))).toEqual(['parcel PR-00412', 'vessel MV Ålesund'])
    expect(named(await find('0412'))).toEqual(['parcel PR-00412'])
    expect(named(await find('shp-0999'))).toEqual(['parcel PR-00500', 'shipment SHP-0999'])
    expect(named(await find('7781 hlcu'))).toEqual(['bill B/L HLCU 7781'])
    expect(named(await find('aero'))).toEqual(['parcel PR-00500', 'vessel MV Ærø'])
    expect(named(await find('zzz'))).toEqual([])
    expect(named(await find('  '))).toEqual([])
  })

  it('does not list a document that is called like every other', async () => {
    const bill = { documentId: randomUUID(), name: 'Bill of Lading', docType: 'Bill of Lading' }
    expect(named(await open([setOf({ parcelRef: 'PR-1', documents: [bill] })]).find('lading'))).toEqual([])
  })

  it('takes words from different names, the customer’s and the ports’ too', async () => {
    const { find } = open([
      setOf({ parcelRef: 'PR-00412', loadPort: 'Santos' }, BALTIC),
      setOf({ parcelRef: 'PR-00413', loadPort: 'Santos' }),
    ])
    expect(named(await find('santos baltic'))).toEqual(['parcel PR-00412'])
    expect(named(await find('grain 41'))).toEqual(['parcel PR-00413'])
  })

  it('takes a word in the field that it names, and lists all such sets; a state only by its field', async () => {
    const documents = [{ documentId: randomUUID(), name: 'B/L 1', docType: 'BILL_OF_LADING' }]
    const { find } = open([
      setOf({ parcelRef: 'PR-1', shipmentRef: 'SHP-2', vesselName: 'MV Olaf', status: 'ISSUED', documents }),
      setOf({ parcelRef: 'PR-2', shipmentRef: 'SHP-1', vesselName: 'MV Olaf', status: 'TITLE_HELD' }, BALTIC),
      setOf({ parcelRef: 'PR Olaf', vesselName: 'MV Star', status: 'issued' }),
    ])
    expect(named(await find('state:issued vessel:olaf'))).toEqual(['parcel PR-1'])
    expect(named(await find('ves:olaf'))).toEqual(['parcel PR-2', 'parcel PR-1', 'vessel MV Olaf'])
    expect(named(await find('state:held'))).toEqual(['parcel PR-2'])
    expect(named(await find('issued'))).toEqual([])
    expect(named(await find('customer:baltic olaf'))).toEqual(['parcel PR-2'])
    expect(named(await find('parcel:1'))).toEqual(['parcel PR-1'])
    expect(named(await find('shipment:1'))).toEqual(['parcel PR-2', 'shipment SHP-1'])
    expect(named(await find('bl:1'))).toEqual(['bill B/L 1'])
    const many = Array.from({ length: 9 }, () => setOf({ status: 'Signed' }))
    expect((await open(many).find('state:signed')).hits).toHaveLength(9)
  })

  it('lists the whole name first, then its start, the start of a word, the middle, and of equals the newest', async () => {
    const { find } = open(['X412', 'PR 4129', 'PR 412', '4120', '412', '4121'].map((parcelRef) => setOf({ parcelRef })))
    expect(named(await find('412'))).toEqual(
      ['412', '4121', '4120', 'PR 412', 'PR 4129', 'X412'].map((name) => `parcel ${name}`),
    )
  })

  it('lists the whole name first, however many newer ones begin with it', async () => {
    const references = ['PR-1', ...Array.from({ length: 60 }, (_each, at) => `PR-1${at}`)]
    const { hits, matchingSets } = await open(references.map((parcelRef) => setOf({ parcelRef }))).find('pr-1')
    expect(hits.slice(0, 3).map(({ name }) => name)).toEqual(['PR-1', 'PR-159', 'PR-158'])
    expect({ hits: hits.length, matchingSets }).toEqual({ hits: 20, matchingSets: 61 })
  })

  it('says how many sets a shipment or vessel has, and lists a bounded number of hits', async () => {
    const sets = Array.from({ length: 100 }, (_each, at) =>
      setOf({ parcelRef: `PR-${at}`, shipmentRef: `SHP-${at % 20}`, vesselName: 'MV Star' }),
    )
    const { find } = open(sets)
    const shipments = await find('shp-7')
    expect(shipments.hits.filter(({ kind }) => kind === 'shipment')).toMatchObject([{ name: 'SHP-7', sets: 5, fit: 4 }])
    const all = await find('p')
    expect(all.matchingSets).toBe(100)
    expect(all.hits.filter(({ kind }) => kind === 'parcel')).toHaveLength(20)
    expect(all.hits.filter(({ kind }) => kind === 'shipment')).toHaveLength(5)
    // Found by nothing of its own: a few of them, the vessel stands for the rest.
    const ofVessel = await find('star')
    expect(ofVessel.hits.map(({ kind }) => kind)).toEqual(['parcel', 'parcel', 'parcel', 'parcel', 'parcel', 'vessel'])
    expect(ofVessel.hits.at(-1)).toMatchObject({ sets: 100 })
  })

  it('lists the sets of one vessel, narrowed by a text', async () => {
    const { find } = open([
      setOf({ parcelRef: 'PR-1', vesselName: 'MV Star' }),
      setOf({ parcelRef: 'PR-2', vesselName: 'MV Star' }),
      setOf({ parcelRef: 'PR-2', vesselName: 'MV Start' }),
    ])
    expect(await find('', 'MV Star')).toMatchObject({ matchingSets: 2 })
    expect(named(await find('2', 'MV Star'))).toEqual(['parcel PR-2'])
    expect(named(await find('', 'MV Unknown'))).toEqual([])
  })

  it('shows no set of a customer that the account does not have, and none whose customer is not known (T6)', async () => {
    const { findAs, index, find } = open([
      setOf({ parcelRef: 'PR-1', shipmentRef: 'SHP-1' }, { customerId: 'gone', customerName: 'Gone' }),
    ])
    const unowned = readReceivedSet({ setId: randomUUID(), parcelRef: 'PR-2', shipmentRef: 'SHP-2' }, undefined)
    index.store([unowned ?? expect.unreachable()])
    expect(named(await find('1'))).toEqual([])
    expect(named(await find('2'))).toEqual([])
    index.setOwner(unowned?.setId ?? '', AURORA)
    expect(named(await find('2'))).toEqual(['parcel PR-2', 'shipment SHP-2'])
    expect(named(await findAs([BALTIC], '2'))).toEqual([])
  })

  it('hears of sets that are found or change later, and never forgets whose they are', async () => {
    const set = setOf({ parcelRef: 'PR-1', vesselName: 'MV Old' })
    const { index, find } = open([set])
    expect(named(await find('old'))).toContain('vessel MV Old')
    index.store([
      { ...set, vesselName: 'MV New', customerId: null, customerName: null },
      setOf({ parcelRef: 'PR-2', vesselName: 'MV New' }, BALTIC),
    ])
    expect(named(await find('old'))).toEqual([])
    expect((await find('mv new')).hits.at(-1)).toMatchObject({ kind: 'vessel', sets: 2 })
  })

  it('finds what another program has seen meanwhile, of this service alone', async () => {
    const file = join(await tempFolder(), 'sets.sqlite')
    const openFile = (): DatabaseSync => openDatabase(file, SETS_SCHEMA, () => undefined)
    const [own, other] = [openFile(), openFile()]
    const { find } = open([setOf({ parcelRef: 'PR-1' })], own)
    expect(named(await find('pr'))).toEqual(['parcel PR-1'])
    createSetIndex(other, BASE_URL).store([setOf({ parcelRef: 'PR-2' })])
    createSetIndex(other, 'https://other.example').store([setOf({ parcelRef: 'PR-3' })])
    expect(named(await find('pr'))).toEqual(['parcel PR-2', 'parcel PR-1'])
    own.close()
    other.close()
  })

  it('takes names of ten thousand letters, of marks alone and of other directions', async () => {
    const { find } = open([
      setOf({ parcelRef: `LONG${'x'.repeat(10_000)}`, vesselName: '\u202Efdp.exe', shipmentRef: '\u0301'.repeat(500) }),
    ])
    expect((await find('long')).hits).toMatchObject([{ kind: 'parcel', fit: 3 }])
    expect((await find('y'.repeat(1_000))).hits).toEqual([])
    expect((await find('fdp')).hits).toMatchObject([{ kind: 'parcel' }, { kind: 'vessel' }])
  })
})

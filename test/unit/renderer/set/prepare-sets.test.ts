import { describe, expect, it } from 'vitest'
import type { Output } from '../../../../src/shared/contract/contract.ts'
import { MAX_PRINT_DOCUMENTS, prepareSets, type PrintProgress } from '../../../../src/renderer/set/list/prepare-sets.ts'
import { scriptedCaller } from '../scripted-caller.ts'

type SetView = Output<'sets.read'>

const ROW: SetView['row'] = {
  setId: 'set',
  customerId: null,
  customerName: null,
  transactionId: null,
  parcelRef: null,
  shipmentRef: null,
  status: null,
  signature: null,
  billOfLadingDate: null,
  modifiedDate: null,
  vesselName: null,
  loadPort: null,
  destinationName: null,
  destinationCountry: null,
  cargoName: null,
  quantity: null,
  fromParty: null,
  consignorCompanyName: null,
  consigneeCompanyName: null,
  documents: null,
  savedDocuments: 0,
  changedDocuments: 0,
}

/** A set with so many documents; null if the service has not listed them. */
function viewOf(setId: string, documents: number | null): SetView {
  const row = { ...ROW, setId, parcelRef: `PR-${setId}` }
  const named = (at: number) => ({ documentId: `${setId}-${at}`, name: `Document ${at}`, docType: 'BL', saved: [] })
  const listed = documents === null ? null : Array.from({ length: documents }, (_, at) => named(at + 1))
  return { row, received: '{}', documents: listed, timeline: [] }
}

function prepare(sets: Record<string, number | null>, draw: (address: string) => string | undefined = () => undefined) {
  const caller = scriptedCaller({
    'sets.read': ({ setId }) => {
      const documents = sets[setId]
      if (documents === undefined) throw new Error('This set was not found by any search here.')
      return viewOf(setId, documents)
    },
    'documents.open': ({ documentId }) => ({
      address: `./documents/${documentId}`,
      sha256: '',
      bytes: 1,
      source: 'service',
      remark: null,
    }),
  })
  const progress: PrintProgress[] = []
  const stop = new AbortController()
  const dependencies = {
    caller,
    sessionId: 'session',
    draw: (address: string) => Promise.resolve(draw(address)),
    onProgress: (one: PrintProgress) => void progress.push(one),
  }
  const run = (ids: readonly string[]) => prepareSets(ids, dependencies, stop.signal)
  return { caller, progress, stop, run }
}

describe('printing the documents of several sets', () => {
  it('prepares them in the order of the sets, and says which one it is at', async () => {
    const { run, progress, caller } = prepare({ a: 2, b: 1 })
    expect(await run(['b', 'a'])).toEqual({ prepared: 3, failures: [] })
    expect(caller.inputsOf('documents.open')).toMatchObject([
      { documentId: 'b-1' },
      { documentId: 'a-1' },
      { documentId: 'a-2' },
    ])
    expect(progress).toEqual([
      { documents: 3, done: 0, name: 'PR-b Document 1' },
      { documents: 3, done: 1, name: 'PR-a Document 1' },
      { documents: 3, done: 2, name: 'PR-a Document 2' },
    ])
  })

  it('goes on past what cannot be prepared, and names each with its reason', async () => {
    const { run } = prepare({ a: 2, unlisted: null }, (address) =>
      address.endsWith('a-1') ? 'It is protected by a password.' : undefined,
    )
    expect(await run(['a', 'unlisted', 'unknown'])).toEqual({
      prepared: 1,
      failures: [
        { name: 'PR-unlisted', reason: 'The service has not listed its documents.' },
        { name: 'A set', reason: 'This set was not found by any search here.' },
        { name: 'PR-a Document 1', reason: 'It is protected by a password.' },
      ],
    })
  })

  it('prepares none of more documents than the limit', async () => {
    const { run, caller } = prepare({ a: MAX_PRINT_DOCUMENTS, b: 1 })
    const { prepared, failures } = await run(['a', 'b'])
    expect(prepared).toBe(0)
    expect(failures).toMatchObject([{ name: '2 sets', reason: expect.stringContaining('more than 100 documents') }])
    expect(caller.inputsOf('documents.open')).toEqual([])
  })

  it('stops when it is cancelled', async () => {
    const { run, stop, caller } = prepare({ a: 3 }, (address) => {
      if (address.endsWith('a-2')) stop.abort()
      return undefined
    })
    await expect(run(['a'])).rejects.toThrow()
    expect(caller.inputsOf('documents.open')).toHaveLength(2)
  })
})

import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Counterparty, ParcelSet } from '../../../shared/model/parcel-set.ts'
import { parseJson } from '../../exchange/parse-json.ts'
import { readSet } from '../../exchange/parse-set.ts'
import type { ClockPort } from '../../ports/clock.ts'
import { guardStorage } from '../../storage/database.ts'
import { numberIn, textIn, textOrNullIn } from '../../storage/read-row.ts'
import { findKnown, type KnownHits, type KnownQuery } from './find-known.ts'
import { createKnownSets, searchedName } from './known-sets.ts'
import { createNameMatcher } from './match-names.ts'

/** Finds the sets of one service by their names. Reads them when first asked, and from then on hears of every change. */
export interface SetFinder {
  /** Fails with storage-failed. */
  find(query: KnownQuery, customers: readonly Counterparty[]): Promise<KnownHits>
  /** The ids of sets whose parcel or bill of lading may have this number, whosever they are. Fails with storage-failed. */
  named(number: string): Promise<string[]>
  noteStored(sets: readonly ParcelSet[]): void
  noteOwner(setId: string, customerId: string): void
}

interface SetFinderOptions {
  database: DatabaseSync
  baseUrl: string
  clock: Pick<ClockPort, 'monotonicMs'>
}

/** The plus keeps SQLite from the index by service, in which rows do not stand in their order. */
const SELECT_AFTER = `
  SELECT rowid, customer_id, received FROM sets_seen WHERE rowid > ? AND +base_url = ? ORDER BY rowid`
/** Reading goes on in the next turn: nothing else has to wait longer. */
const READ_SLICE_MS = 8

export function createSetFinder({ database, baseUrl, clock }: SetFinderOptions): SetFinder {
  const known = createKnownSets()
  const matcher = createNameMatcher(known)
  let isAwake = false
  let lastRow = 0
  let readVersion: unknown
  let reading: Promise<void> | undefined

  /** False when nothing is left. */
  const readSlice = (): boolean => {
    const endMs = clock.monotonicMs() + READ_SLICE_MS
    for (const row of database.prepare(SELECT_AFTER).iterate(lastRow, baseUrl)) {
      const customerId = textOrNullIn(row, 'customer_id')
      const owner = customerId === null ? undefined : { customerId, customerName: '' }
      const set = readSet(parseJson(textIn(row, 'received')), owner)
      if (set !== undefined) known.put(set)
      lastRow = numberIn(row, 'rowid')
      if (clock.monotonicMs() > endMs) return true
    }
    return false
  }
  const readNewSets = async (): Promise<void> => {
    isAwake = true
    // Another program on the data folder, such as the command line, may have seen sets; its changes of known sets wait for
    // the next start, but what is shown of a set is always read from the database.
    const version = guardStorage(database, () => database.prepare('PRAGMA data_version').get()?.['data_version'])
    if (version === readVersion) return
    while (guardStorage(database, readSlice)) await nextTurn()
    readVersion = version
  }
  const wake = async (): Promise<void> => {
    reading ??= readNewSets().finally(() => {
      reading = undefined
    })
    await reading
  }
  return {
    find: async (query, customers) => {
      await wake()
      return await findKnown({ known, matcher }, query, customers)
    },
    named: async (number) => {
      await wake()
      const name = searchedName(number)
      return known.ids.filter((_id, place) => known.parcels[place] === name || known.bills[place]?.includes(name))
    },
    noteStored: (sets) => {
      if (isAwake) for (const set of sets) known.put(set)
    },
    noteOwner: (setId, customerId) => {
      if (isAwake) known.setOwner(setId, customerId)
    },
  }
}

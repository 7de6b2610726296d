import type { DatabaseSync } from 'node:sqlite'
import { type OpenedLate, openedLate } from '../base/opened-late.ts'
import type { ClockPort } from '../ports/clock.ts'
import { createSetFinder, type SetFinder } from './known/set-finder.ts'
import { createSetIndex, type SetIndex } from './set-index.ts'

/** The sets of one service that were seen, whoever is signed in there: by id, and by their names. */
export interface SetsOfService {
  index: SetIndex
  finder: SetFinder
}

/** Every set seen in an environment, by the address of its service; in a database of `SETS_SCHEMA`. */
export function createSetStore(
  database: DatabaseSync,
  clock: Pick<ClockPort, 'monotonicMs'>,
): OpenedLate<string, SetsOfService> {
  return openedLate((baseUrl) => {
    const finder = createSetFinder({ database, baseUrl, clock })
    return { finder, index: createSetIndex(database, baseUrl, finder) }
  })
}

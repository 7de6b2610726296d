import type { DatabaseSync } from 'node:sqlite'
import { foldState, KNOWN_STATES } from '../../../shared/text/set-fields.ts'
import { guardStorage } from '../../storage/database.ts'
import { textIn } from '../../storage/read-row.ts'

/** Learns what searches call the states that messages report: one such word is documented, and no list (T12). */
export interface StateNames {
  /** Whether a search that shows `shown` means `state`: that was learnt, and for no other state. */
  isNameOf(shown: string, state: string): boolean
  /** Whether that may be learnt: `shown` is no known state, and searches have not shown `state` under its own name. */
  mayBeNameOf(shown: string, state: string): boolean
  learnName(shown: string, state: string): void
}

export function createStateNames(database: DatabaseSync): StateNames {
  const select = database.prepare('SELECT state FROM state_names WHERE shown = ?')
  const insert = database.prepare('INSERT INTO state_names (shown, state) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const statesOf = (shown: string): string[] =>
    guardStorage(database, () => select.all(foldState(shown))).map((row) => textIn(row, 'state'))
  const isNameOf: StateNames['isNameOf'] = (shown, state) => {
    const states = statesOf(shown)
    return states.length === 1 && states[0] === foldState(state)
  }
  return {
    isNameOf,
    mayBeNameOf: (shown, state) => {
      if (SERVICE_STATES.has(foldState(shown))) return false
      return !isNameOf(state, state) && statesOf(shown).every((known) => known === foldState(state))
    },
    learnName: (shown, state) => {
      const [name, meant] = [foldState(shown), foldState(state)]
      if (!statesOf(name).includes(meant)) guardStorage(database, () => insert.run(name, meant))
    },
  }
}

const SERVICE_STATES: ReadonlySet<string> = new Set(KNOWN_STATES.map(({ state }) => foldState(state)))

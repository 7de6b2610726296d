import type { DatabaseSync } from 'node:sqlite'
import { foldState, KNOWN_STATES } from '../../../shared/text/fold-state.ts'
import { guardStorage } from '../../storage/database.ts'
import { textIn } from '../../storage/read-row.ts'

/** What searches call the states that messages tell: the reference has one word of it, and no list (T12). */
export interface StateNames {
  /** Whether a search that shows the one means the other: it was learned, and of no other state. */
  isNameOf(shown: string, state: string): boolean
  /** Whether it may be learned: a word that no state is known by, for a state that searches have not called by its own. */
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

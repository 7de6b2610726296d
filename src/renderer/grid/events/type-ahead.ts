import { foldText } from '../../../shared/text/fold-text.ts'
import { cellText } from '../columns/grid-column.ts'
import type { GridStore } from '../store/create-grid-store.ts'
import { TICK_COLUMN } from '../store/grid-state.ts'

/** A pause after which the next letter begins a new word. */
const PAUSE_MS = 1_000

interface TypedKey {
  readonly key: string
  readonly shiftKey: boolean
  /** When it was pressed, in ms since the page began, as events have it. */
  readonly timeStamp: number
}

/**
 * Letters jump to the next row that begins with them in the column that sorts the grid, or else in its first one. Letters that
 * are shortcuts stay shortcuts at the beginning of a word; with Shift they begin one, as references are written in capitals.
 */
export class TypeAhead<Row> {
  readonly #store: GridStore<Row>
  readonly #isShortcut: (key: string) => boolean
  #typed = ''
  #lastAt = Number.NEGATIVE_INFINITY

  constructor(store: GridStore<Row>, isShortcut: (key: string) => boolean) {
    this.#store = store
    this.#isShortcut = isShortcut
  }

  /** What has been typed, with this key; undefined if the key is not part of a word. */
  press({ key, shiftKey, timeStamp }: TypedKey): string | undefined {
    const isGoingOn = this.#typed !== '' && timeStamp - this.#lastAt < PAUSE_MS
    const begins = /^[\p{L}\p{N}]$/u.test(key) && (shiftKey || !this.#isShortcut(key))
    const goesOn = isGoingOn && [...key].length === 1
    if (!begins && !goesOn) return undefined
    this.#typed = isGoingOn ? this.#typed + key : key
    this.#lastAt = timeStamp
    return this.#typed
  }

  /** Moves the focus to the next row that begins so, from the current one on and round; false if there is none. */
  jump(typed: string): boolean {
    const { actions, getState } = this.#store
    const { focus, lines } = getState()
    const column = this.#column()
    if (column === undefined) return false
    const wanted = foldText(typed)
    const from = Math.max(actions.positionOf(focus.rowId), 0)
    // The first letter leaves the row, so that the same letter again finds the next one.
    const first = typed.length === 1 ? 1 : 0
    for (let step = first; step < lines.length + first; step += 1) {
      const position = (from + step) % lines.length
      const row = actions.rowAt(position)
      if (row === undefined || !foldText(cellText(column.value(row))).startsWith(wanted)) continue
      const columnId = focus.columnId === TICK_COLUMN ? (actions.shownColumns()[0]?.id ?? TICK_COLUMN) : focus.columnId
      actions.setFocus({ rowId: actions.idAt(position) ?? null, columnId })
      return true
    }
    return false
  }

  #column(): ReturnType<GridStore<Row>['actions']['shownColumns']>[number] | undefined {
    const shown = this.#store.actions.shownColumns()
    const sortId = this.#store.getState().layout.sort[0]?.id
    return shown.find(({ id }) => id === sortId) ?? shown[0]
  }
}

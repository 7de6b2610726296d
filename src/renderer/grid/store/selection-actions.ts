import type { StoreApi } from 'zustand/vanilla'
import type { GridRows } from './grid-rows.ts'
import type { RowGroup } from './group-rows.ts'
import type { GridState, SelectionActions, SelectionCounts } from './grid-state.ts'

export function selectionActions<Row>(store: StoreApi<GridState<Row>>, rows: GridRows<Row>): SelectionActions<Row> {
  return { ...rowSelection(store, rows), ...wholeSelection(store, rows), ...selectionReading(store, rows) }
}

type RowSelection = Pick<SelectionActions<unknown>, 'pointAt' | 'toggleRow' | 'selectTo'>

function rowSelection<Row>(store: StoreApi<GridState<Row>>, rows: GridRows<Row>): RowSelection {
  return {
    pointAt: (pointedId) => store.setState({ pointedId }),
    toggleRow: (rowId) =>
      store.setState(({ selection }) => ({ selection: toggled(selection, rowId), anchorId: rowId, rangeIds: [] })),
    selectTo: (rowId) =>
      store.setState(({ selection, anchorId, rangeIds }) => {
        const to = rows.placeOf(rowId)
        const anchor = rows.placeOf(anchorId)
        const before = withoutIds(selection, rangeIds)
        const ids = idsBetween((at) => rows.idOfPlace(at), anchor === -1 ? to : anchor, to)
        return {
          selection: withIds(before, ids),
          anchorId: anchor === -1 ? rowId : anchorId,
          rangeIds: ids.filter((id) => !before.has(id)),
        }
      }),
  }
}

type WholeSelection = Pick<
  SelectionActions<unknown>,
  'selectAllShown' | 'toggleAllShown' | 'tickGroup' | 'isGroupTicked' | 'clearSelection'
>

function wholeSelection<Row>(store: StoreApi<GridState<Row>>, rows: GridRows<Row>): WholeSelection {
  const shownIds = (): string[] => idsBetween((at) => rows.idOfPlace(at), 0, store.getState().shown.length - 1)
  const idsOf = ({ start, count }: RowGroup): string[] =>
    idsBetween((at) => rows.idOfPlace(at), start, start + count - 1)
  const select = (change: (selection: ReadonlySet<string>) => ReadonlySet<string>): void =>
    store.setState(({ selection }) => ({ selection: change(selection), rangeIds: [] }))
  return {
    selectAllShown: () => select((selection) => withIds(selection, shownIds())),
    toggleAllShown: () =>
      select((selection) => {
        const ids = shownIds()
        return ids.every((id) => selection.has(id)) ? withoutIds(selection, ids) : withIds(selection, ids)
      }),
    tickGroup: (groupId) => {
      const group = store.getState().groups.find(({ id }) => id === groupId)
      const ids = group === undefined ? [] : idsOf(group)
      select((selection) =>
        ids.every((id) => selection.has(id)) ? withoutIds(selection, ids) : withIds(selection, ids),
      )
    },
    isGroupTicked: (group) => {
      const { selection } = store.getState()
      if (selection.size < group.count) return false
      for (let place = group.start; place < group.start + group.count; place += 1) {
        if (!selection.has(rows.idOfPlace(place) ?? '')) return false
      }
      return true
    },
    clearSelection: () => select(() => new Set()),
  }
}

interface CachedCounts {
  readonly selection: ReadonlySet<string>
  readonly revision: number
  readonly counts: SelectionCounts
}

type SelectionReading<Row> = Pick<SelectionActions<Row>, 'selectedRows' | 'chosenRows' | 'selectionCounts'>

function selectionReading<Row>(store: StoreApi<GridState<Row>>, rows: GridRows<Row>): SelectionReading<Row> {
  // Counting walks the whole selection, and is needed at every key press.
  let cached: CachedCounts | undefined
  const selectedPlaces = (): number[] =>
    Array.from(store.getState().selection, (id) => rows.placeOf(id)).filter((place) => place !== -1)
  const selectedRows = (): Row[] => {
    const shown = Array.from(Int32Array.from(selectedPlaces()).toSorted(), (place) =>
      rows.rowOf(rows.idOfPlace(place) ?? ''),
    )
    const hidden = [...store.getState().selection].filter((id) => rows.placeOf(id) === -1).map((id) => rows.rowOf(id))
    return [...shown, ...hidden].filter((row) => row !== undefined)
  }
  return {
    selectedRows,
    chosenRows: () => {
      const { selection, currentId, pointedId } = store.getState()
      if (pointedId === null && selection.size > 0) return selectedRows()
      const row = rows.rowOf(pointedId ?? currentId ?? '')
      return row === undefined ? [] : [row]
    },
    selectionCounts: () => {
      const { selection, shown, rowCount, revision } = store.getState()
      if (cached?.selection === selection && cached.revision === revision) return cached.counts
      const hidden = selection.size - selectedPlaces().length
      const counts = { selected: selection.size, hidden, shown: shown.length, rows: rowCount }
      cached = { selection, revision, counts }
      return counts
    },
  }
}

/** Ids between two places, inclusive, in either direction. */
function idsBetween(idAt: (position: number) => string | undefined, from: number, to: number): string[] {
  const ids: string[] = []
  for (let at = Math.min(from, to); at <= Math.max(from, to); at += 1) {
    const id = idAt(at)
    if (id !== undefined) ids.push(id)
  }
  return ids
}

function toggled(selection: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selection)
  if (!next.delete(id)) next.add(id)
  return next
}

function withIds(selection: ReadonlySet<string>, ids: Iterable<string>): ReadonlySet<string> {
  const next = new Set(selection)
  for (const id of ids) next.add(id)
  return next
}

function withoutIds(selection: ReadonlySet<string>, ids: Iterable<string>): ReadonlySet<string> {
  const next = new Set(selection)
  for (const id of ids) next.delete(id)
  return next
}

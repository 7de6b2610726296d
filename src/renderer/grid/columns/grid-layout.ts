import type { ColumnLayout, GridColumn, GridLayout, SortRule } from './grid-column.ts'

/** In pixels at 100 % text size: in a narrower column the title could not be told from its neighbour. */
export const MIN_WIDTH = 40
export const MAX_WIDTH = 800

/**
 * A stored layout adapted to the current columns: removed columns are dropped, new ones follow the column they follow by default,
 * widths are clamped to the limits, and at least one column is shown.
 */
export function fitLayout<Row>(columns: readonly GridColumn<Row>[], stored?: GridLayout): GridLayout {
  const known = new Map(columns.map((column) => [column.id, column]))
  const kept = firstOfEach(stored?.columns ?? []).filter(({ id }) => known.has(id))
  const all = withAdded(kept, columns).map(({ id, width, isHidden }) => {
    const fitted = fitWidth(width)
    const column = known.get(id)
    return { id, width: fitted, isHidden, flex: column?.width === fitted ? (column.flex ?? 0) : 0 }
  })
  const isAllHidden = all.every(({ isHidden }) => isHidden)
  return {
    columns: isAllHidden ? all.map((column, at) => ({ ...column, isHidden: at > 0 })) : all,
    sort: firstOfEach(stored?.sort ?? []).filter(({ id }) => known.has(id)),
    groupBy: known.get(stored?.groupBy ?? '')?.isGroupable === true ? (stored?.groupBy ?? null) : null,
  }
}

/** The columns as they are by default; order of rows and groups stay. */
export function restoredLayout<Row>(columns: readonly GridColumn<Row>[], { sort, groupBy }: GridLayout): GridLayout {
  return { ...fitLayout(columns), sort, groupBy }
}

function withAdded<Row>(kept: readonly ColumnLayout[], columns: readonly GridColumn<Row>[]): readonly ColumnLayout[] {
  const isShown = (id: string): boolean => kept.some((column) => column.id === id && !column.isHidden)
  return columns.reduce((all, { id, width, isHidden = false, replaces = [] }, place) => {
    if (all.some((column) => column.id === id)) return all
    const before = all.findIndex((column) => column.id === columns[place - 1]?.id)
    return all.toSpliced(before + 1, 0, { id, width, isHidden: isHidden || replaces.some(isShown) })
  }, kept)
}

function fitWidth(width: number): number {
  return Number.isFinite(width) ? Math.round(Math.min(Math.max(width, MIN_WIDTH), MAX_WIDTH)) : MIN_WIDTH
}

export function resizeColumn(layout: GridLayout, id: string, width: number): GridLayout {
  return changeColumn(layout, id, { width: fitWidth(width), flex: 0 })
}

/** Hides or shows a column; the last shown column stays, because an empty grid has no header to restore one from. */
export function showColumn(layout: GridLayout, id: string, isShown: boolean): GridLayout {
  const isLast = layout.columns.every((column) => column.isHidden || column.id === id)
  return !isShown && isLast ? layout : changeColumn(layout, id, { isHidden: !isShown })
}

/** With these columns hidden as well; the last shown column stays. */
export function withoutColumns(layout: GridLayout, ids: readonly string[]): GridLayout {
  return ids.reduce((left, id) => showColumn(left, id, false), layout)
}

/** Moves a column before another one, or to the end if `beforeId` is null. */
export function moveColumn(layout: GridLayout, id: string, beforeId: string | null): GridLayout {
  const moved = layout.columns.find((column) => column.id === id)
  if (moved === undefined || id === beforeId) return layout
  const others = layout.columns.filter((column) => column !== moved)
  const found = others.findIndex((column) => column.id === beforeId)
  const at = found === -1 ? others.length : found
  return { ...layout, columns: others.toSpliced(at, 0, moved) }
}

/** One place left or right among the shown columns; hidden ones in between are skipped. */
export function stepColumn(layout: GridLayout, id: string, step: -1 | 1): GridLayout {
  const shown = layout.columns.filter(({ isHidden }) => !isHidden)
  const at = shown.findIndex((column) => column.id === id)
  const target = shown[at + step]
  if (at === -1 || target === undefined) return layout
  const before = step === -1 ? target : shown[at + 2]
  return moveColumn(layout, id, before?.id ?? null)
}

/** Ascending, descending, none. An added key keeps those before it; otherwise only this column sorts. */
export function nextSort(sort: readonly SortRule[], id: string, isAdded: boolean): SortRule[] {
  const at = sort.findIndex((rule) => rule.id === id)
  const next = followingRule(sort[at], id)
  if (!isAdded) return next
  return at === -1 ? [...sort, ...next] : sort.toSpliced(at, 1, ...next)
}

function followingRule(rule: SortRule | undefined, id: string): SortRule[] {
  if (rule === undefined) return [{ id, direction: 'ascending' }]
  return rule.direction === 'ascending' ? [{ id, direction: 'descending' }] : []
}

function changeColumn(layout: GridLayout, id: string, change: Partial<ColumnLayout>): GridLayout {
  return { ...layout, columns: layout.columns.map((column) => (column.id === id ? { ...column, ...change } : column)) }
}

function firstOfEach<Entry extends { readonly id: string }>(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.toReversed().map((entry) => [entry.id, entry])).values()].toReversed()
}

import {
  type ReactNode,
  type RefObject,
  type UIEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useStore } from 'zustand'
import { Button } from '../ui/actions/Button.tsx'
import { useLandmark } from '../ui/base/landmarks.ts'
import { numberText } from '../ui/base/words.ts'
import { SkeletonRows } from '../ui/feedback/SkeletonRows.tsx'
import { useColumnRemPx } from '../ui/rows/use-rem-px.ts'
import { ColumnMenu } from './ColumnMenu.tsx'
import { showTemplate, BASE_REM_PX } from './columns/column-template.ts'
import type { GridLayout, ColumnLayout } from './columns/grid-column.ts'
import { withoutColumns } from './columns/grid-layout.ts'
import { useGridEvents } from './events/use-grid-events.ts'
import { FacetPanel } from './FacetPanel.tsx'
import type { GridProps } from './grid-props.ts'
import styles from './Grid.module.css'
import { GridBody } from './GridBody.tsx'
import { GridHeader } from './GridHeader.tsx'
import type { GridStore } from './store/create-grid-store.ts'

/**
 * A grid of any number of rows, by keyboard and pointer alike: sort, resize, reorder, choose columns, select, copy. Its state is
 * in the store (`createGridStore`): add rows with `store.actions.appendRows`, filter with `setQuickFilter` and `setFacet`, and
 * read counts with `useSelectionCounts`. Fills its parent, which must have a height.
 *
 * Keys: arrows, Home, End, Page, with Ctrl to the edge; Shift selects along; Space ticks; Ctrl+A all; Ctrl+C copies;
 * Enter opens; letters jump to the row that begins with them. In the header: Enter sorts (Shift: as an additional key), Shift+←/→ resizes,
 * Ctrl+←/→ moves, Alt+↓ opens the column's menu.
 */
export function Grid<Row>(props: GridProps<Row>): ReactNode {
  const { store, label, isLoading = false, empty } = props
  const scroller = useRef<HTMLDivElement>(null)
  useLandmark('list', scroller)
  const remPx = useColumnRemPx()
  const stored = useStore(store, (state) => state.layout)
  const dropped = useStore(store, (state) => state.dropped)
  const layout = useMemo(() => withoutColumns(stored, dropped), [stored, dropped])
  const shownCount = useStore(store, ({ lines }) => lines.length)
  const isGrouped = useStore(store, ({ groups }) => groups.length > 0)
  const rowCount = useStore(store, (state) => state.rowCount)
  const columns = store.actions.shownColumns()
  const [menuColumn, setMenuColumn] = useState<string>()
  const [facetColumn, setFacetColumn] = useState<string>()
  const { handlers, keepFocus } = useGridEvents(props, scroller, setMenuColumn)
  useLayoutEffect(() => showTemplate(scroller.current, layout), [layout])
  useKeptScroll(store, scroller)
  useLayoutChange(props)
  useIdlePreparing(store)
  return (
    <div className={styles.grid}>
      <div ref={scroller} className={styles.scroller} onScroll={onScroll}>
        <table
          // ARIA names table as the element for a grid.
          role={isGrouped ? 'treegrid' : 'grid'}
          className={styles.table}
          aria-label={label}
          aria-rowcount={shownCount + 1}
          aria-colcount={columns.length + 1}
          aria-multiselectable
          aria-busy={isLoading}
          {...handlers}
        >
          <GridHeader
            store={store}
            columns={columns}
            layout={layout}
            scroller={scroller}
            onMenu={setMenuColumn}
            onFilter={setFacetColumn}
          />
          <GridBody
            store={store}
            columns={columns}
            scroller={scroller}
            layout={layout}
            remPx={remPx}
            keepFocus={keepFocus}
          />
        </table>
        {isLoading && <LoadingRows columns={layout.columns} isFirst={rowCount === 0} />}
      </div>
      {shownCount === 0 && !isLoading && (
        <div className={styles.notice}>{rowCount === 0 ? empty : <NoMatchingRows store={store} />}</div>
      )}
      <ColumnMenu
        store={store}
        scroller={scroller}
        columnId={menuColumn}
        onClose={() => setMenuColumn(undefined)}
        onFilter={setFacetColumn}
      />
      <FacetPanel store={store} scroller={scroller} columnId={facetColumn} onClose={() => setFacetColumn(undefined)} />
    </div>
  )
}

function onScroll({ currentTarget }: UIEvent<HTMLElement>): void {
  currentTarget.toggleAttribute('data-sideways', currentTarget.scrollLeft > 0)
  // A cell’s hint belongs to its row; after a scroll the same cell shows another row.
  currentTarget.querySelector(':is(td, th)[title]')?.removeAttribute('title')
}

const leftAt = new WeakMap<object, ScrollToOptions>()

/** A grid is found again as it was left. */
function useKeptScroll<Row>(store: GridStore<Row>, scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = scroller.current
    element?.scrollTo(leftAt.get(store) ?? {})
    return () => {
      if (element !== null) leftAt.set(store, { top: element.scrollTop, left: element.scrollLeft })
    }
  }, [store, scroller])
}

function useLayoutChange<Row>({ store, onLayoutChange }: GridProps<Row>): void {
  const notify = useEffectEvent((layout: GridLayout) => onLayoutChange?.(layout))
  useEffect(
    () => store.subscribe(({ layout }, before) => (layout === before.layout ? undefined : notify(layout))),
    [store],
  )
}

/** Shown when the filter hides every row. */
function NoMatchingRows<Row>({ store }: { readonly store: GridStore<Row> }): ReactNode {
  const { rowCount } = store.getState()
  return (
    <>
      <p>No row matches the filter. {numberText(rowCount)} are loaded.</p>
      <Button onPress={store.actions.clearFilters}>Clear the filter</Button>
    </>
  )
}

/** Enough to fill a tall screen before the first row, and a hint of more after it. */
const FIRST_ROWS = 40
const FURTHER_ROWS = 3

interface LoadingRowsProps {
  readonly columns: readonly ColumnLayout[]
  readonly isFirst: boolean
}

/** Placeholders for rows that are loading. The grid is marked as busy, so screen readers skip them. */
function LoadingRows({ columns, isFirst }: LoadingRowsProps): ReactNode {
  const shown = columns.filter(({ isHidden }) => !isHidden)
  return (
    <div aria-hidden className={styles.skeleton}>
      <SkeletonRows
        label=""
        rows={isFirst ? FIRST_ROWS : FURTHER_ROWS}
        columnsRem={shown.map(({ width }) => width / BASE_REM_PX)}
      />
    </div>
  )
}

/** Lets the store prepare the quick filter while the page is idle, so that its first letter needs no preparation. */
function useIdlePreparing<Row>(store: GridStore<Row>): void {
  const rowCount = useStore(store, (state) => state.rowCount)
  useEffect(() => {
    let handle = 0
    const prepareMore = (deadline: IdleDeadline): void => {
      if (!store.actions.prepare(() => deadline.timeRemaining() > 1)) handle = requestIdleCallback(prepareMore)
    }
    if (rowCount > 0) handle = requestIdleCallback(prepareMore)
    return () => cancelIdleCallback(handle)
  }, [store, rowCount])
}

import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { ColumnMenu } from './ColumnMenu.tsx'
import { showTemplate, BASE_REM_PX } from './columns/column-template.ts'
import styles from './Grid.module.css'
import type { GridLayout, ColumnLayout } from './columns/grid-column.ts'
import type { GridProps } from './grid-props.ts'
import { GridBody } from './GridBody.tsx'
import { GridHeader } from './GridHeader.tsx'
import { useGridEvents } from './events/use-grid-events.ts'
import { useRemPx } from '../ui/rows/use-rem-px.ts'
import { Button } from '../ui/actions/Button.tsx'
import type { GridStore } from './store/create-grid-store.ts'
import { SkeletonRows } from '../ui/feedback/SkeletonRows.tsx'

/**
 * A grid of any number of rows, by keyboard and pointer alike: sort, resize, reorder, choose columns, select, copy. What it
 * shows is the store's (`createGridStore`): give it rows by `store.actions.appendRows`, filters by `setQuickFilter` and
 * `setFacet`, and read counts by `useSelectionCounts`. Fills its parent, which must have a height.
 *
 * Keys: arrows, Home, End, Page, with Ctrl to the edge; Shift selects along; Space ticks; Ctrl+A all; Ctrl+C copies;
 * Ctrl+Z brings a lost selection back; Enter opens. In the header: Enter sorts (Shift: as one more key), Shift+←/→ resizes,
 * Ctrl+←/→ moves, Alt+↓ opens the column's menu.
 */
export function Grid<Row>(props: GridProps<Row>): ReactNode {
  const { store, label, isLoading = false, empty } = props
  const scroller = useRef<HTMLDivElement>(null)
  const remPx = useRemPx()
  const layout = useStore(store, (state) => state.layout)
  const shownCount = useStore(store, ({ shown }) => shown.length)
  const rowCount = useStore(store, (state) => state.rowCount)
  const columns = store.actions.shownColumns()
  const [menuColumn, setMenuColumn] = useState<string>()
  const { handlers, keepFocus } = useGridEvents(props, scroller, setMenuColumn)
  useLayoutEffect(() => showTemplate(scroller.current, layout), [layout])
  useLayoutChange(props)
  useIdlePreparing(store)
  return (
    <div className={styles.grid}>
      <div ref={scroller} className={styles.scroller}>
        <table
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA names table as the element for a grid
          role="grid"
          className={styles.table}
          aria-label={label}
          aria-rowcount={shownCount + 1}
          aria-colcount={columns.length + 1}
          aria-multiselectable
          aria-busy={isLoading}
          {...handlers}
        >
          <GridHeader {...{ store, columns, scroller }} onMenu={setMenuColumn} />
          <GridBody {...{ store, columns, scroller, layout, remPx, keepFocus }} />
        </table>
        {isLoading && <RowsToCome columns={layout.columns} isFirst={rowCount === 0} />}
      </div>
      {shownCount === 0 && !isLoading && (
        <div className={styles.notice}>{rowCount === 0 ? empty : <NothingPasses store={store} />}</div>
      )}
      <ColumnMenu {...{ store, scroller }} columnId={menuColumn} onClose={() => setMenuColumn(undefined)} />
    </div>
  )
}

function useLayoutChange<Row>({ store, onLayoutChange }: GridProps<Row>): void {
  const tell = useEffectEvent((layout: GridLayout) => onLayoutChange?.(layout))
  useEffect(
    () => store.subscribe(({ layout }, before) => (layout === before.layout ? undefined : tell(layout))),
    [store],
  )
}

/** In place of rows that the filter hides, all of them. */
function NothingPasses<Row>({ store }: { readonly store: GridStore<Row> }): ReactNode {
  const { rowCount } = store.getState()
  return (
    <>
      <p>No row matches the filter. {rowCount.toLocaleString('en')} are loaded.</p>
      <Button onPress={store.actions.clearFilters}>Clear the filter</Button>
    </>
  )
}

/** Enough to fill a tall screen before anything has come, and a hint of more once something has. */
const FIRST_ROWS = 40
const FURTHER_ROWS = 3

interface RowsToComeProps {
  readonly columns: readonly ColumnLayout[]
  readonly isFirst: boolean
}

/** Skeletons in place of rows that are on their way. The grid says that it is busy, so a screen reader passes them over. */
function RowsToCome({ columns, isFirst }: RowsToComeProps): ReactNode {
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

/** Lets the store work ahead whenever the page has nothing better to do, so that the first letter of a filter finds it ready. */
function useIdlePreparing<Row>(store: GridStore<Row>): void {
  const rowCount = useStore(store, (state) => state.rowCount)
  useEffect(() => {
    let handle = 0
    const goOn = (deadline: IdleDeadline): void => {
      if (!store.actions.prepare(() => deadline.timeRemaining() > 1)) handle = requestIdleCallback(goOn)
    }
    if (rowCount > 0) handle = requestIdleCallback(goOn)
    return () => cancelIdleCallback(handle)
  }, [store, rowCount])
}

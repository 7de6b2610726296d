import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { ColumnMenu } from './ColumnMenu.tsx'
import { showTemplate } from './columns/column-template.ts'
import styles from './Grid.module.css'
import type { GridLayout } from './columns/grid-column.ts'
import type { GridProps } from './grid-props.ts'
import { GridBody } from './GridBody.tsx'
import { GridHeader } from './GridHeader.tsx'
import { NothingPasses } from './NothingPasses.tsx'
import { RowsToCome } from './RowsToCome.tsx'
import { useGridEvents } from './events/use-grid-events.ts'
import { useIdlePreparing } from './use-idle-preparing.ts'
import { useRemPx } from './window/use-rem-px.ts'

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

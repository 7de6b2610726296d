import { Columns3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { Button } from '../ui/actions/Button.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { Popover } from '../ui/layout/Popover.tsx'
import styles from './ColumnChooser.module.css'
import { fitLayout, showColumn } from './columns/grid-layout.ts'
import type { GridStore } from './store/create-grid-store.ts'

/** Which columns are shown, in screen order. Every column’s menu offers the same. */
export function ColumnChooser<Row>({ store }: { readonly store: GridStore<Row> }): ReactNode {
  const layout = useStore(store, (state) => state.layout)
  const { columns } = store.getState()
  const { setLayout } = store.actions
  return (
    <Popover
      label="Columns"
      trigger={
        <Button variant="quiet" icon={Columns3}>
          Columns
        </Button>
      }
    >
      <div className={styles.list}>
        {layout.columns.map(({ id, isHidden }) => (
          <Checkbox
            key={id}
            isSelected={!isHidden}
            isDisabled={!isHidden && showColumn(layout, id, false) === layout}
            onChange={(isShown) => setLayout(showColumn(layout, id, isShown))}
          >
            {columns.find((column) => column.id === id)?.title}
          </Checkbox>
        ))}
      </div>
      <Button onPress={() => setLayout({ ...fitLayout(columns), sort: layout.sort })}>Restore all columns</Button>
    </Popover>
  )
}

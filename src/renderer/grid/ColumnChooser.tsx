import { Columns3 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Popover, Dialog, DialogTrigger } from 'react-aria-components'
import { useStore } from 'zustand'
import { useCommandsIn } from '../commands/use-commands.ts'
import { Button } from '../ui/actions/Button.tsx'
import menuStyles from '../ui/actions/Menu.module.css'
import { Tooltip } from '../ui/actions/Tooltip.tsx'
import { classes } from '../ui/base/classes.ts'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import styles from './ColumnChooser.module.css'
import { restoredLayout, showColumn } from './columns/grid-layout.ts'
import type { GridStore } from './store/create-grid-store.ts'

/** Which columns are shown, in screen order. Every column’s menu offers the same. */
export function ColumnChooser<Row>({ store }: { readonly store: GridStore<Row> }): ReactNode {
  const layout = useStore(store, (state) => state.layout)
  const dropped = useStore(store, (state) => state.dropped)
  const { columns } = store.getState()
  const { setLayout, dropColumns } = store.actions
  const [isOpen, setIsOpen] = useState(false)
  useCommandsIn('List', [{ id: 'list.columns', title: 'Choose columns…', run: () => setIsOpen(true) }])
  const show = (id: string, isShown: boolean): void => {
    // What the user asks for is shown, even if it is the same in every row.
    if (isShown) dropColumns(dropped.filter((one) => one !== id))
    setLayout(showColumn(store.getState().layout, id, isShown))
  }
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <Tooltip text="Choose columns">
        <Button variant="quiet" icon={Columns3}>
          Columns
        </Button>
      </Tooltip>
      <Popover className={classes(menuStyles.popup)} offset={4}>
        <Dialog aria-label="Columns" className={classes(menuStyles.panel)}>
          <div className={styles.list}>
            {layout.columns.map(({ id, isHidden }) => (
              <Checkbox
                key={id}
                isSelected={!isHidden && !dropped.includes(id)}
                isDisabled={!isHidden && showColumn(layout, id, false) === layout}
                onChange={(isShown) => show(id, isShown)}
              >
                {columns.find((column) => column.id === id)?.title}
              </Checkbox>
            ))}
          </div>
          <Button onPress={() => setLayout(restoredLayout(columns, layout))}>Restore columns</Button>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

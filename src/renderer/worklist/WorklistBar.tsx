import { ClipboardPaste, FileDown, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { CommandButton } from '../commands/CommandButton.tsx'
import { ColumnChooser } from '../grid/ColumnChooser.tsx'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { worklistGrid } from './worklist-store.ts'
import styles from './WorklistScreen.module.css'

/** What can be done with the list. */
export function WorklistBar(): ReactNode {
  const quickFilter = useStore(worklistGrid, (state) => state.quickFilter)
  return (
    <div className={styles.bar}>
      <SearchField
        label="Filter the list"
        value={quickFilter}
        onChange={(text) => worklistGrid.actions.setQuickFilter(text)}
      />
      <CommandButton id="worklist.again" icon={RotateCw} variant="quiet" />
      <CommandButton id="worklist.new" icon={ClipboardPaste} variant="quiet" />
      <CommandButton id="worklist.export" icon={FileDown} variant="quiet" />
      <span className={styles.push} />
      <ColumnChooser store={worklistGrid} />
    </div>
  )
}

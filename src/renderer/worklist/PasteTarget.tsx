import { FolderOpen, TableProperties } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import { CommandButton } from '../commands/CommandButton.tsx'
import { isDeskCovered } from '../commands/use-shortcuts.ts'
import { CustomerPicker } from '../parcel/CustomerPicker.tsx'
import { readPasted, tabSeparated } from '../parcel/pasted.ts'
import { searchStore } from '../search/search-store.ts'
import { FailureNotice } from '../ui/feedback/Banner.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { TextArea } from '../ui/fields/TextField.tsx'
import { KeptWorklists } from './lists/KeptWorklists.tsx'
import { worklistStore } from './store/worklist-store.ts'
import styles from './WorklistScreen.module.css'

const { actions } = worklistStore

/** Without a list on the screen, it is the place to paste one into, or to open one again. */
export function PasteTarget(): ReactNode {
  const { draft, failure } = useStore(worklistStore)
  return (
    <div className={styles.target} onDragOver={(event) => event.preventDefault()} onDrop={importDropped}>
      <EmptyState icon={TableProperties} title="Check a column of your spreadsheet">
        <p>Copy the column with the shipment references and paste it here, or drop an Excel or CSV file.</p>
      </EmptyState>
      <div className={styles.paste}>
        {failure !== null && <FailureNotice failure={failure} />}
        <TextArea
          label="Shipment references"
          description="One per line. Other columns come along, and every line keeps its place."
          placeholder={'SHP-0412\nSHP-0137\nSHP-0138'}
          value={draft}
          onChange={actions.setDraft}
          isMono
        />
        <WorklistCustomers />
        <div className={styles.pasteFoot}>
          <CommandButton id="worklist.chooseFile" icon={FolderOpen} />
          <CommandButton id="worklist.lookUp" variant="primary" />
        </div>
      </div>
      <KeptWorklists />
    </div>
  )
}

/** Whose sets the references are looked up in. */
function WorklistCustomers(): ReactNode {
  const customers = useStore(searchStore, (state) => state.customers)
  const { customers: selected, typedCustomer, customerError } = useStore(worklistStore)
  return (
    <CustomerPicker
      label="Customers"
      customers={customers}
      selectedIds={selected}
      onChange={actions.setCustomers}
      typed={typedCustomer}
      onType={actions.setTypedCustomer}
      error={customerError}
    />
  )
}

/** A file, or cells dragged out of a spreadsheet. */
export function importDropped(event: DragEvent): void {
  event.preventDefault()
  importPasted(event.dataTransfer)
}

function importPasted(data: DataTransfer | null): void {
  const pasted = readPasted(data)
  if (pasted.kind === 'file') void actions.createFromFile(pasted.file)
  else void actions.create({ kind: 'text', text: tabSeparated(pasted) })
}

const FIELDS = 'input, textarea, [contenteditable]'

/** Ctrl+V anywhere on the screen makes a new list; text pasted into a field stays there. */
export function usePasteShortcut(): void {
  useEffect(() => {
    const paste = ({ target, clipboardData }: ClipboardEvent): void => {
      if (isDeskCovered() || (target instanceof Element && target.closest(FIELDS) !== null)) return
      importPasted(clipboardData)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}

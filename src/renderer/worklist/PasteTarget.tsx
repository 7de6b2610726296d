import { TableProperties } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import { CommandButton } from '../commands/CommandButton.tsx'
import { isDeskCovered } from '../commands/use-shortcuts.ts'
import { CustomerPicker } from '../parcel/CustomerPicker.tsx'
import { searchStore } from '../search/search-store.ts'
import { FailureNotice } from '../ui/feedback/Banner.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { TextArea } from '../ui/fields/TextField.tsx'
import { worklistStore } from './worklist-store.ts'
import styles from './WorklistScreen.module.css'

const { actions } = worklistStore

/** An empty worklist is the place to paste into. */
export function PasteTarget(): ReactNode {
  const { draft, failure } = useStore(worklistStore)
  return (
    <div className={styles.target} onDragOver={(event) => event.preventDefault()} onDrop={importDropped}>
      <EmptyState icon={TableProperties} title="Check a column of your spreadsheet">
        <p>Copy the column with the shipment references and paste it here, or drop a CSV file.</p>
      </EmptyState>
      <div className={styles.paste}>
        {failure !== null && <FailureNotice failure={failure} />}
        <TextArea
          label="Shipment references"
          description="One per line. The heading and other columns are ignored."
          placeholder={'SHP-0412\nSHP-0137\nSHP-0138'}
          value={draft}
          onChange={actions.setDraft}
          isMono
        />
        <WorklistCustomers />
        <div className={styles.pasteFoot}>
          <CommandButton id="worklist.lookUp" variant="primary" />
        </div>
      </div>
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
  const [file] = event.dataTransfer.files
  if (file === undefined) void actions.importText(event.dataTransfer.getData('text'))
  else void file.text().then((text) => actions.importText(text))
}

const FIELDS = 'input, textarea, [contenteditable]'

/** Ctrl+V anywhere on the screen starts a new list; text pasted into a field stays there. */
export function usePasteShortcut(): void {
  useEffect(() => {
    const paste = ({ target, clipboardData }: ClipboardEvent): void => {
      if (isDeskCovered() || (target instanceof Element && target.closest(FIELDS) !== null)) return
      void actions.importText(clipboardData?.getData('text') ?? '')
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}

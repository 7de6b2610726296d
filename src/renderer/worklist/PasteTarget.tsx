import { TableProperties } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { CommandButton } from '../commands/CommandButton.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { FailureNotice } from '../ui/feedback/Banner.tsx'
import { TextArea } from '../ui/fields/TextField.tsx'
import { takeDropped } from './take-dropped.ts'
import { worklistStore, chooseCustomers, typeCustomer } from './worklist-store.ts'
import styles from './WorklistScreen.module.css'
import { searchStore } from '../search/search-store.ts'
import { CustomerPicker } from '../parcel/CustomerPicker.tsx'

/** An empty worklist is the place to paste into. */
export function PasteTarget(): ReactNode {
  const { draft, failure } = useStore(worklistStore)
  return (
    <div className={styles.target} onDragOver={(event) => event.preventDefault()} onDrop={takeDropped}>
      <EmptyState icon={TableProperties} title="Check a column of your spreadsheet">
        <p>Copy the column with the shipment references and paste it here, or drop a CSV file.</p>
      </EmptyState>
      <div className={styles.paste}>
        {failure !== null && <FailureNotice failure={failure} />}
        <TextArea
          label="Shipment references"
          description="One a line. A heading is left out, and so is whatever stands in other columns."
          placeholder={'SHP-0412\nSHP-0137\nSHP-0138'}
          value={draft}
          onChange={(text) => worklistStore.setState({ draft: text })}
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
      onChange={chooseCustomers}
      typed={typedCustomer}
      onType={typeCustomer}
      error={customerError}
    />
  )
}

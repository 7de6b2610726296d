import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { searchStore } from '../search/search-store.ts'
import { CustomerPicker } from '../parcel/CustomerPicker.tsx'
import { chooseCustomers, typeCustomer, worklistStore } from './worklist-store.ts'

/** Whose sets the references are looked up in. */
export function WorklistCustomers(): ReactNode {
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

import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { searchStore } from '../search/search-store.ts'
import { CustomerPicker } from '../ui/CustomerPicker.tsx'
import { chooseCustomers, worklistStore } from './worklist-store.ts'

/** Whose sets the references are looked up in. */
export function WorklistCustomers(): ReactNode {
  const customers = useStore(searchStore, (state) => state.customers)
  const selected = useStore(worklistStore, (state) => state.customers)
  return (
    <CustomerPicker
      label="Customers"
      description="Empty: all of them"
      customers={customers}
      selectedIds={selected}
      onChange={chooseCustomers}
    />
  )
}

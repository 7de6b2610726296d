import { useStore } from 'zustand'
import { useDesk } from '../../client/desk-store.ts'
import type { CustomerItem } from '../../parcel/find-customers.ts'
import { searchStore } from '../../search/search-store.ts'
import type { NameOf } from './feed-words.ts'

/** Customer names; for an unknown customer, the id. */
export function useCustomerNames(): { readonly followed: readonly CustomerItem[]; readonly nameOf: NameOf } {
  const followed = useDesk(({ feed }) => feed?.view.followed) ?? []
  const customers = useStore(searchStore, (state) => state.customers)
  const nameOf = (id: string): string =>
    [...followed, ...customers].find(({ customerId }) => customerId === id)?.customerName ?? id
  return { followed, nameOf }
}

import { Bookmark, BookmarkPlus, Eraser, Search, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { CommandButton } from '../commands/CommandButton.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { CustomerPicker } from '../parcel/CustomerPicker.tsx'
import { IconButton } from '../ui/actions/IconButton.tsx'
import { Menu, type MenuAction, type MenuEntry } from '../ui/actions/Menu.tsx'
import { ReferenceField } from '../parcel/ReferenceField.tsx'
import { showToast } from '../ui/feedback/toast-queue.ts'
import { MoreFilters } from './MoreFilters.tsx'
import { nameSearch } from './name-search.ts'
import { searchAndEnter } from './search-and-enter.ts'
import { SaveSearchDialog } from './SaveSearchDialog.tsx'
import {
  changeForm,
  clearForm,
  forgetSearch,
  type NamedSearch,
  saveSearch,
  searchStore,
  startSearch,
  typeCustomer,
} from './search-store.ts'
import styles from './SearchScreen.module.css'

/** What to search for: customers and references in sight, the rest one step away. */
export function FilterBar(): ReactNode {
  const [isMoreShown, setIsMoreShown] = useState(false)
  return (
    <search>
      <form
        className={styles.filters}
        onSubmit={(event) => {
          event.preventDefault()
          searchAndEnter()
        }}
      >
        <div className={styles.fields}>
          <MainFields />
          <div className={styles.buttons}>
            <CommandButton id="search.start" variant="primary" icon={Search} />
            <SavedSearches />
            <MoreButton isShown={isMoreShown} onPress={() => setIsMoreShown(!isMoreShown)} />
            <IconButton label="Clear the search" icon={Eraser} onPress={clearForm} />
          </div>
        </div>
        {isMoreShown && <MoreFilters />}
      </form>
    </search>
  )
}

function MainFields(): ReactNode {
  const { form, typedReference, typedCustomer, customerError, customers, isListing, missing } = useStore(searchStore)
  return (
    <>
      <CustomerPicker
        label="Customers"
        description={isListing ? 'Loading the list of customers…' : undefined}
        customers={customers}
        selectedIds={form.customers}
        onChange={(ids) => changeForm({ customers: [...ids] })}
        typed={typedCustomer}
        onType={typeCustomer}
        error={customerError}
      />
      <ReferenceField
        label="Shipments"
        references={form.shipmentRefs}
        onChange={(references) => changeForm({ shipmentRefs: [...references] })}
        notFound={missing}
        typed={typedReference}
        onType={(typed) => searchStore.setState({ typedReference: typed })}
      />
    </>
  )
}

/** Says how many of them are at work, since they may be out of sight. */
function MoreButton({ isShown, onPress }: { readonly isShown: boolean; readonly onPress: () => void }): ReactNode {
  const { filters, instance, status, states } = useStore(searchStore, ({ form }) => form)
  const count =
    Object.keys(filters).length + (instance === null ? 0 : 1) + (status === '' ? 0 : 1) + (states.length > 0 ? 1 : 0)
  return (
    <Button variant="quiet" icon={SlidersHorizontal} aria-expanded={isShown} onPress={onPress}>
      {count === 0 ? 'More' : `More (${count})`}
    </Button>
  )
}

function SavedSearches(): ReactNode {
  const { saved, recent, customers, form } = useStore(searchStore)
  const [isNaming, setIsNaming] = useState(false)
  const recall = ({ id, name, selection }: NamedSearch): MenuAction => ({
    ...{ id, title: name, run: () => void startSearch(selection) },
  })
  const last = recent.map((one) => ({ ...one, name: nameSearch(one.selection, customers) }))
  const entries: MenuEntry[] = [
    { id: 'save', title: 'Save this search…', icon: BookmarkPlus, run: () => setIsNaming(true) },
    ...(saved.length > 0 ? [{ heading: 'Saved', actions: saved.map(recall) }] : []),
    ...(recent.length > 0 ? [{ heading: 'Searched last', actions: last.map(recall) }] : []),
    ...(saved.length > 0 ? [{ title: 'Remove a saved search', more: saved.map(removal) }] : []),
  ]
  return (
    <>
      <Menu
        label="Searches"
        trigger={
          <Button variant="quiet" icon={Bookmark}>
            Searches
          </Button>
        }
        entries={entries}
      />
      {isNaming && <SaveSearchDialog form={form} onClose={() => setIsNaming(false)} />}
    </>
  )
}

function removal(search: NamedSearch): MenuAction {
  const { id, name, selection } = search
  const run = (): void => {
    void forgetSearch(id)
    showToast({ text: `Search “${name}” removed`, undo: () => void saveSearch(name, selection) })
  }
  return { id, title: name, run }
}

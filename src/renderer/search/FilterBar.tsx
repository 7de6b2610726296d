import { Bookmark, Search, SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { KNOWN_STATES } from '../../shared/text/fold-state.ts'
import { CommandButton } from '../frame/CommandButton.tsx'
import { Button } from '../ui/Button.tsx'
import { CustomerPicker } from '../ui/CustomerPicker.tsx'
import { FilterSelect } from '../ui/FilterSelect.tsx'
import { Menu, type MenuEntry } from '../ui/Menu.tsx'
import { ReferenceField } from '../ui/ReferenceField.tsx'
import { showToast } from '../ui/toast-queue.ts'
import { MoreFilters } from './MoreFilters.tsx'
import { SaveSearchDialog } from './SaveSearchDialog.tsx'
import { changeForm, clearForm, forgetSearch, saveSearch, searchStore, startSearch } from './search-store.ts'
import styles from './SearchScreen.module.css'

const STATES = KNOWN_STATES.map(({ state, label }) => ({ id: state, title: label }))

/** What to search for: customers and references in sight, the rest one step away. */
export function FilterBar(): ReactNode {
  const [isMoreShown, setIsMoreShown] = useState(false)
  return (
    <search>
      <form
        className={styles.filters}
        onSubmit={(event) => {
          event.preventDefault()
          void startSearch()
        }}
      >
        <MainFields />
        <div className={styles.buttons}>
          <StateFilter />
          <MoreButton isShown={isMoreShown} onPress={() => setIsMoreShown(!isMoreShown)} />
          <SavedSearches />
          <Button variant="quiet" icon={X} onPress={clearForm}>
            Clear
          </Button>
          <span className={styles.push} />
          <CommandButton id="search.start" variant="primary" icon={Search} />
        </div>
        {isMoreShown && <MoreFilters />}
      </form>
    </search>
  )
}

function MainFields(): ReactNode {
  const { form, customers, isListing } = useStore(searchStore)
  return (
    <div className={styles.fields}>
      <CustomerPicker
        label="Customers"
        description={isListing ? 'Loading the list of customers…' : undefined}
        customers={customers}
        selectedIds={form.customers}
        onChange={(ids) => changeForm({ customers: [...ids] })}
      />
      <ReferenceField
        label="Shipments"
        references={form.shipmentRefs}
        onChange={(references) => changeForm({ shipmentRefs: [...references] })}
      />
    </div>
  )
}

function StateFilter(): ReactNode {
  const states = useStore(searchStore, ({ form }) => form.states)
  return (
    <FilterSelect
      label="State"
      options={STATES}
      selected={states}
      onChange={(chosen) => changeForm({ states: [...chosen] })}
    />
  )
}

function MoreButton({ isShown, onPress }: { readonly isShown: boolean; readonly onPress: () => void }): ReactNode {
  const { filters, instance, status } = useStore(searchStore, ({ form }) => form)
  const count = Object.keys(filters).length + (instance === null ? 0 : 1) + (status === '' ? 0 : 1)
  return (
    <Button variant="plain" icon={SlidersHorizontal} aria-expanded={isShown} onPress={onPress}>
      {count === 0 ? 'More filters' : `More filters (${count})`}
    </Button>
  )
}

function SavedSearches(): ReactNode {
  const { saved, recent, form } = useStore(searchStore)
  const [isNaming, setIsNaming] = useState(false)
  const remove = ({ id, name, selection }: (typeof saved)[number]): void => {
    void forgetSearch(id)
    showToast({
      text: `Search “${name}” removed`,
      undo: () => {
        changeForm(selection)
        void saveSearch(name)
      },
    })
  }
  const entries: MenuEntry[] = [
    { id: 'save', title: 'Save this search…', run: () => setIsNaming(true) },
    ...(saved.length > 0 ? (['separator'] as const) : []),
    ...saved.map((one) => ({ id: one.id, title: one.name, run: () => void startSearch(one.selection) })),
    ...(recent.length > 0 ? (['separator'] as const) : []),
    ...recent.map((one) => ({ id: one.id, title: one.name, run: () => void startSearch(one.selection) })),
    ...(saved.length > 0 ? (['separator'] as const) : []),
    ...saved.map((one) => ({ id: `remove ${one.id}`, title: `Remove “${one.name}”`, run: () => remove(one) })),
  ]
  return (
    <>
      <Menu
        label="Searches"
        trigger={
          <Button variant="plain" icon={Bookmark}>
            Searches
          </Button>
        }
        entries={entries}
      />
      {isNaming && <SaveSearchDialog form={form} onClose={() => setIsNaming(false)} />}
    </>
  )
}

import { Bookmark, BookmarkPlus, Eraser, Search, SlidersHorizontal, Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { KNOWN_STATES } from '../../shared/text/fold-state.ts'
import { CommandButton, CommandIconButton } from '../commands/CommandButton.tsx'
import { useCommands } from '../commands/use-commands.ts'
import { CustomerPicker } from '../parcel/CustomerPicker.tsx'
import { ReferenceField } from '../parcel/ReferenceField.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { IconButton } from '../ui/actions/IconButton.tsx'
import { Menu, type MenuAction, type MenuEntry } from '../ui/actions/Menu.tsx'
import { showToast } from '../ui/feedback/toast-queue.ts'
import { FilterSelect } from '../ui/fields/Select.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { describeSearch } from './describe-search.ts'
import { SaveSearchDialog } from './SaveSearchDialog.tsx'
import { searchAndEnter } from './search-and-enter.ts'
import type { NamedSearch } from './search-state.ts'
import { searchStore } from './search-store.ts'
import styles from './Search.module.css'

const { actions } = searchStore

/** What to search for: customers and references in view, the rest one step away. */
export function FilterBar(): ReactNode {
  const [isMoreShown, setIsMoreShown] = useState(false)
  useCommands([
    { id: 'search.clear', title: 'Clear the search', group: 'Search', run: actions.clearForm },
    {
      id: 'search.more',
      title: isMoreShown ? 'Hide the further filters' : 'Show further filters',
      group: 'Search',
      run: () => setIsMoreShown(!isMoreShown),
    },
  ])
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
            <CommandIconButton id="search.clear" icon={Eraser} />
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
        onChange={(ids) => actions.changeForm({ customers: [...ids] })}
        typed={typedCustomer}
        onType={actions.setTypedCustomer}
        error={customerError}
      />
      <ReferenceField
        label="Shipments"
        references={form.shipmentRefs}
        onChange={(references) => actions.changeForm({ shipmentRefs: [...references] })}
        notFound={missing}
        typed={typedReference}
        onType={actions.setTypedReference}
      />
    </>
  )
}

/** Says how many filters apply, since they may be hidden. */
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
  const nameIt = (): void => setIsNaming(true)
  useCommands([
    { id: 'search.saveAs', title: 'Save this search…', group: 'Search', run: nameIt },
    ...saved.map((search) => ({
      ...removal(search),
      id: `search.remove ${search.id}`,
      title: `Remove the saved search “${search.name}”`,
      group: 'Search',
    })),
  ])
  const recall = ({ id, name, selection }: NamedSearch): MenuAction => ({
    id,
    title: name,
    run: () => void actions.start(selection),
  })
  const last = recent.map((one) => ({ ...one, name: describeSearch(one.selection, customers) }))
  const entries: MenuEntry[] = [
    { id: 'save', title: 'Save this search…', icon: BookmarkPlus, run: nameIt },
    ...(saved.length > 0 ? [{ heading: 'Saved', actions: saved.map(recall) }] : []),
    ...(recent.length > 0 ? [{ heading: 'Recent', actions: last.map(recall) }] : []),
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
    void actions.forgetSearch(id)
    showToast({ text: `Search “${name}” removed`, undo: () => void actions.saveSearch(name, selection) })
  }
  return { id, title: name, run }
}

const STATES = KNOWN_STATES.map(({ state, label }) => ({ id: state, title: label }))

/** Sent to the service unchanged: its reference names few filters and hints at more. */
function MoreFilters(): ReactNode {
  const { form } = useStore(searchStore)
  return (
    <div className={styles.more}>
      <StateFilter />
      <TextField
        label="Status sent to the service"
        placeholder="ACTIVE"
        value={form.status}
        onChange={(status) => actions.changeForm({ status })}
        isMono
      />
      <TextField
        label="Instance"
        placeholder="DOCEX, then any"
        value={form.instance ?? ''}
        onChange={(instance) => actions.changeForm({ instance: instance === '' ? null : instance })}
        isMono
      />
      {Object.entries(form.filters).map(([name, value]) => (
        <div key={name} className={styles.filter}>
          <TextField
            label={name}
            value={value}
            onChange={(changed) => actions.changeForm({ filters: { ...form.filters, [name]: changed } })}
            isMono
          />
          <IconButton
            label={`Remove filter ${name}`}
            icon={X}
            onPress={() => actions.changeForm({ filters: without(name) })}
          />
        </div>
      ))}
      <AddFilter />
    </div>
  )
}

/** Applied here, after the service has answered, because it cannot filter by state (T7, T12). */
function StateFilter(): ReactNode {
  const states = useStore(searchStore, ({ form }) => form.states)
  return (
    <div className={styles.states}>
      <FilterSelect
        label="States to list"
        options={STATES}
        selected={states}
        onChange={(chosen) => actions.changeForm({ states: [...chosen] })}
      />
    </div>
  )
}

function AddFilter(): ReactNode {
  const [name, setName] = useState('')
  const add = (): void => {
    const { filters } = searchStore.getState().form
    actions.changeForm({ filters: { ...filters, [name.trim()]: filters[name.trim()] ?? '' } })
    setName('')
  }
  return (
    <div className={styles.filter}>
      <TextField
        label="Another filter, by name"
        placeholder="parcelRef"
        value={name}
        onChange={setName}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || name.trim() === '') return
          event.preventDefault()
          add()
        }}
        isMono
      />
      <Button variant="plain" icon={Plus} isDisabled={name.trim() === ''} onPress={add}>
        Add
      </Button>
    </div>
  )
}

function without(name: string): Record<string, string> {
  const { [name]: _gone, ...rest } = searchStore.getState().form.filters
  return rest
}

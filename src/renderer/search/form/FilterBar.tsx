import { Eraser, ListFilter, Search, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { CommandButton, ShortCommandButton } from '../../commands/CommandButton.tsx'
import { commandsStore, findCommand } from '../../commands/commands-store.ts'
import { useCommandsIn } from '../../commands/use-commands.ts'
import { CustomerPicker } from '../../parcel/CustomerPicker.tsx'
import { ReferenceField } from '../../parcel/ReferenceField.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { IconButton } from '../../ui/actions/IconButton.tsx'
import { classes } from '../../ui/base/classes.ts'
import { countOf } from '../../ui/base/words.ts'
import { showToast } from '../../ui/feedback/toast-queue.ts'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { searchAndEnter } from '../search-and-enter.ts'
import { PARCEL_FILTER } from '../search-state.ts'
import { searchStore } from '../search-store.ts'
import styles from './FilterBar.module.css'
import { addFilter, hasFurtherFilters, MoreFilters } from './MoreFilters.tsx'
import { SavedSearches } from './SavedSearches.tsx'
import { SavedTabs } from './SavedTabs.tsx'
import { ViewMenu } from './ViewMenu.tsx'

const { actions } = searchStore

/**
 * One row: what to search for, and at its end what narrows the results. Customers and references are in view, or one press away
 * where there is no room for them; the rest always is.
 */
export function FilterBar(): ReactNode {
  const [isMoreShown, setIsMoreShown] = useState(false)
  // The next search closes the fields.
  const startedAt = useStore(searchStore, (state) => state.startedAt)
  const [openedAt, setOpenedAt] = useState<string>()
  const isOpen = openedAt === startedAt
  // Never hidden while they narrow what is found.
  const hasMore = useStore(searchStore, ({ form }) => hasFurtherFilters(form))
  const showMore = (): void => setIsMoreShown(true)
  useCommandsIn('Search', [
    { id: 'search.clear', title: 'Clear the search', run: actions.clear },
    {
      id: 'search.more',
      title: isMoreShown ? 'Hide the further filters' : 'Show further filters',
      isEnabled: !hasMore,
      run: () => setIsMoreShown(!isMoreShown),
    },
    {
      id: 'search.parcel',
      title: 'Find by parcel number',
      run: () => {
        addFilter(PARCEL_FILTER)
        showMore()
      },
    },
  ])
  const hasSearched = useStore(searchStore, ({ searchId, showsPrevious }) => searchId !== null || showsPrevious)
  return (
    <div className={styles.bar}>
      <SavedTabs />
      <search className={styles.search}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            searchAndEnter()
          }}
        >
          <div className={styles.row}>
            <FieldsButton isOpen={isOpen} onPress={() => setOpenedAt(isOpen ? undefined : startedAt)} />
            <div className={classes(styles.fields, isOpen && styles.open)} data-compact>
              <MainFields />
            </div>
            <div className={styles.buttons} data-shrinks>
              <CommandButton id="search.start" variant="primary" icon={Search} />
              <SavedSearches />
              <ShortCommandButton id="search.clear" icon={Eraser}>
                Clear
              </ShortCommandButton>
            </div>
          </div>
          {(isMoreShown || hasMore) && <MoreFilters />}
        </form>
      </search>
      {hasSearched && <QuickFilter />}
    </div>
  )
}

/** Where the fields have no room: how many of them say something, and the fields themselves. */
function FieldsButton({ isOpen, onPress }: { readonly isOpen: boolean; readonly onPress: () => void }): ReactNode {
  const { customers, shipmentRefs } = useStore(searchStore, ({ form }) => form)
  const count = (customers.length > 0 ? 1 : 0) + (shipmentRefs.length > 0 ? 1 : 0)
  return (
    <div className={styles.opener}>
      <Button icon={ListFilter} aria-expanded={isOpen} onPress={onPress}>
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
    </div>
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
        isSummed
        error={customerError}
      />
      <ReferenceField
        label="Shipments"
        placeholder="Shipment, parcel or B/L"
        summary={form.shipmentRefs.length > 1 ? countOf(form.shipmentRefs.length, 'shipment') : undefined}
        references={form.shipmentRefs}
        onChange={(references) => {
          actions.changeForm({ shipmentRefs: [...references] })
          if (references.length > MANY && form.shipmentRefs.length <= MANY) offerWorklist(references.length)
        }}
        notFound={missing}
        typed={typedReference}
        onType={actions.setTypedReference}
      />
    </>
  )
}

/** Of more a worklist says better what each has. */
const MANY = 10

function offerWorklist(count: number): void {
  const run = (): void => findCommand(commandsStore.getState().commands, 'search.asWorklist')?.run()
  showToast({ text: `${countOf(count, 'shipment')} to search for`, action: { title: 'Open as worklist', run } })
}

const { grid } = searchStore

/** Narrows what is loaded, without asking the service. */
function QuickFilter(): ReactNode {
  const quickFilter = useStore(grid, (state) => state.quickFilter)
  const isNarrowed = useStore(grid, ({ facets, quickFilter: text }) => text !== '' || Object.keys(facets).length > 0)
  return (
    <div className={styles.quickFilter} data-shrinks>
      <SearchField
        label="Filter these results"
        placeholder="olaf state:issued"
        value={quickFilter}
        onChange={(text) => grid.actions.setQuickFilter(text)}
      />
      {/* Always there: a bar that changes at the first letter would move what is typed. */}
      <ViewMenu />
      <IconButton label="Show all" icon={X} isDisabled={!isNarrowed} onPress={() => grid.actions.clearFilters()} />
    </div>
  )
}

import { X } from 'lucide-react'
import { memo, type ReactNode, useDeferredValue } from 'react'
import { useStore } from 'zustand'
import { FilterSelect } from '../ui/fields/Select.tsx'
import { IconButton } from '../ui/actions/IconButton.tsx'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { searchGrid } from './search-store.ts'
import styles from './SearchScreen.module.css'

const FACETS = [
  { id: 'status', title: 'State' },
  { id: 'vesselName', title: 'Vessel' },
  { id: 'loadPort', title: 'Load port' },
  { id: 'destinationName', title: 'Destination' },
  { id: 'consigneeCompanyName', title: 'Consignee' },
] as const

/** Stands for “the service did not say” where only texts can be chosen. */
const UNKNOWN = '\u0000unknown'

/** Narrows what is loaded; nothing is asked of the service. */
export function FacetBar(): ReactNode {
  const quickFilter = useStore(searchGrid, (state) => state.quickFilter)
  // Letters and rows come first: to count every facet anew takes longer than both.
  const counted = useDeferredValue(useStore(searchGrid, ({ revision }) => revision))
  const isNarrowed = useStore(
    searchGrid,
    ({ facets, quickFilter: text }) => text !== '' || Object.keys(facets).length > 0,
  )
  return (
    <div className={styles.facets}>
      <div className={styles.quickFilter}>
        <SearchField
          label="Filter these results"
          value={quickFilter}
          onChange={(text) => searchGrid.actions.setQuickFilter(text)}
        />
      </div>
      {FACETS.map(({ id, title }) => (
        <Facet key={id} id={id} title={title} counted={counted} />
      ))}
      {/* Its place is kept: a bar that wraps at the first letter moves the rows that are looked at. */}
      <IconButton
        label="Show all"
        icon={X}
        isDisabled={!isNarrowed}
        onPress={() => searchGrid.actions.clearFilters()}
      />
    </div>
  )
}

interface FacetProps {
  readonly id: string
  readonly title: string
  /** Moves on when rows come or filters change: then they are counted anew. */
  readonly counted: number
}

const Facet = memo(function Facet({ id, title }: FacetProps): ReactNode {
  const chosen = useStore(searchGrid, ({ facets }) => facets[id])
  const options = searchGrid.actions.facetValues(id).map(({ value, count }) => ({
    id: value ?? UNKNOWN,
    title: value ?? '– (unknown)',
    more: count.toLocaleString('en'),
  }))
  return (
    <FilterSelect
      label={title}
      options={options}
      selected={(chosen ?? []).map((value) => value ?? UNKNOWN)}
      onChange={(ids) =>
        searchGrid.actions.setFacet(
          id,
          ids.map((one) => (one === UNKNOWN ? null : one)),
        )
      }
      isDisabled={options.length === 0}
    />
  )
})

import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { FilterSelect } from '../ui/FilterSelect.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { SearchField } from '../ui/SearchField.tsx'
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
  const isNarrowed = useStore(
    searchGrid,
    ({ facets, quickFilter: text }) => text !== '' || Object.keys(facets).length > 0,
  )
  return (
    <div className={styles.facets}>
      <SearchField
        label="Filter these results"
        value={quickFilter}
        onChange={(text) => searchGrid.actions.setQuickFilter(text)}
      />
      {FACETS.map(({ id, title }) => (
        <Facet key={id} id={id} title={title} />
      ))}
      {isNarrowed && <IconButton label="Show all" icon={X} onPress={() => searchGrid.actions.clearFilters()} />}
    </div>
  )
}

function Facet({ id, title }: { readonly id: string; readonly title: string }): ReactNode {
  const chosen = useStore(searchGrid, ({ facets }) => facets[id])
  // Counted anew when rows come and when another facet narrows them.
  useStore(searchGrid, ({ revision }) => revision)
  useStore(searchGrid, ({ facets }) => facets)
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
}

import { X } from 'lucide-react'
import { memo, type ReactNode, useDeferredValue } from 'react'
import { useStore } from 'zustand'
import { IconButton } from '../ui/actions/IconButton.tsx'
import { numberText } from '../ui/base/words.ts'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { FilterSelect } from '../ui/fields/Select.tsx'
import { searchStore } from './search-store.ts'
import styles from './Search.module.css'

const { grid } = searchStore

const FACETS = [
  { id: 'status', title: 'State' },
  { id: 'vesselName', title: 'Vessel' },
  { id: 'loadPort', title: 'Load port' },
  { id: 'destinationName', title: 'Destination' },
  { id: 'consigneeCompanyName', title: 'Consignee' },
] as const

/** Stands for “the service did not say”, because only texts can be chosen. */
const UNKNOWN = '\u0000unknown'

/** Narrows what is loaded, without asking the service. */
export function FacetBar(): ReactNode {
  const quickFilter = useStore(grid, (state) => state.quickFilter)
  // Deferred: counting every facet again takes longer than showing letters and rows.
  const counted = useDeferredValue(useStore(grid, ({ revision }) => revision))
  const isNarrowed = useStore(grid, ({ facets, quickFilter: text }) => text !== '' || Object.keys(facets).length > 0)
  return (
    <div className={styles.facets}>
      <div className={styles.quickFilter}>
        <SearchField
          label="Filter these results"
          value={quickFilter}
          onChange={(text) => grid.actions.setQuickFilter(text)}
        />
      </div>
      {FACETS.map(({ id, title }) => (
        <Facet key={id} id={id} title={title} counted={counted} />
      ))}
      {/* Always there: a bar that wraps at the first letter would move the rows. */}
      <IconButton label="Show all" icon={X} isDisabled={!isNarrowed} onPress={() => grid.actions.clearFilters()} />
    </div>
  )
}

interface FacetProps {
  readonly id: string
  readonly title: string
  /** Changes when rows arrive or filters change: then they are counted again. */
  readonly counted: number
}

const Facet = memo(function Facet({ id, title }: FacetProps): ReactNode {
  const chosen = useStore(grid, ({ facets }) => facets[id])
  const options = grid.actions.facetValues(id).map(({ value, count }) => ({
    id: value ?? UNKNOWN,
    title: value ?? '– (unknown)',
    more: numberText(count),
  }))
  return (
    <FilterSelect
      label={title}
      options={options}
      selected={(chosen ?? []).map((value) => value ?? UNKNOWN)}
      onChange={(ids) =>
        grid.actions.setFacet(
          id,
          ids.map((one) => (one === UNKNOWN ? null : one)),
        )
      }
      isDisabled={options.length === 0}
    />
  )
})

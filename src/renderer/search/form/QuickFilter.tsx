import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { IconButton } from '../../ui/actions/IconButton.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { searchStore } from '../search-store.ts'
import styles from './FilterBar.module.css'

const { grid } = searchStore

/** Narrows what is loaded, without asking the service. */
export function QuickFilter(): ReactNode {
  const quickFilter = useStore(grid, (state) => state.quickFilter)
  const isNarrowed = useStore(grid, ({ facets, quickFilter: text }) => text !== '' || Object.keys(facets).length > 0)
  return (
    <div className={styles.quickFilter}>
      <SearchField
        label="Filter these results"
        value={quickFilter}
        onChange={(text) => grid.actions.setQuickFilter(text)}
      />
      {/* Always there: a bar that changes at the first letter would move what is typed. */}
      <IconButton label="Show all" icon={X} isDisabled={!isNarrowed} onPress={() => grid.actions.clearFilters()} />
    </div>
  )
}

import { Search, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { SearchProgress } from '../client/desk-store.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { describeSearch } from './describe-search.ts'
import { searchAndEnter } from './search-and-enter.ts'
import { failedToStart } from './search-state.ts'
import { searchStore } from './search-store.ts'
import styles from './Search.module.css'

/** Why there are no rows. “Nothing found” is only said of a search that has finished. */
export function NoRows({ progress }: { readonly progress: SearchProgress | undefined }): ReactNode {
  const hasNotStarted = useStore(searchStore, failedToStart)
  if (progress?.state === 'done') return progress.isComplete ? <NothingFound /> : <NothingShown />
  if (progress?.state === 'failed' || (progress === undefined && hasNotStarted)) {
    return <EmptyState icon={SearchX} title="The search failed before it found anything" />
  }
  if (progress?.state === 'cancelled') {
    return <EmptyState icon={SearchX} title="The search was stopped before it found anything" />
  }
  return <BeforeSearch />
}

/** Before the first search: what to type, and the three most recent searches. */
function BeforeSearch(): ReactNode {
  const { recent, customers } = useStore(searchStore)
  return (
    <EmptyState icon={Search} title="Find parcel sets">
      <p>Choose customers, paste shipment references from your spreadsheet, or leave both empty to see every set.</p>
      {recent.length > 0 && (
        <>
          <p>Recent searches:</p>
          <ul>
            {recent.slice(0, 3).map(({ id, selection }) => (
              <li key={id}>
                <button type="button" className={styles.link} onClick={() => searchAndEnter(selection)}>
                  {describeSearch(selection, customers)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </EmptyState>
  )
}

/** What is not known is never called missing. */
function NothingShown(): ReactNode {
  return (
    <EmptyState icon={SearchX} title="No set can be shown">
      <p>The search is incomplete, so there may still be sets. The reason is given above.</p>
    </EmptyState>
  )
}

function NothingFound(): ReactNode {
  return (
    <EmptyState icon={Search} title="No parcel set found">
      <p>Check the references, remove a state or the instance filter, or search every customer.</p>
    </EmptyState>
  )
}

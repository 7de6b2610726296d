import { Search, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { SearchProgress } from '../client/desk-store.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { nameSearch } from './describe-search.ts'
import { searchAndEnter } from './search-and-enter.ts'
import { hasNotBegun, searchStore } from './search-store.ts'
import styles from './SearchScreen.module.css'

/** Why there are no rows. That there are none is said only of a search that has come to its end. */
export function NoRows({ progress }: { readonly progress: SearchProgress | undefined }): ReactNode {
  const isUnbegun = useStore(searchStore, hasNotBegun)
  if (progress?.state === 'done') return progress.isComplete ? <NothingFound /> : <NothingShown />
  if (progress?.state === 'failed' || (progress === undefined && isUnbegun)) {
    return <EmptyState icon={SearchX} title="The search failed before anything was found" />
  }
  if (progress?.state === 'cancelled') {
    return <EmptyState icon={SearchX} title="The search was stopped before anything was found" />
  }
  return <BeforeSearch />
}

/** Before the first search: what to type, and the last three. */
function BeforeSearch(): ReactNode {
  const { recent, customers } = useStore(searchStore)
  return (
    <EmptyState icon={Search} title="Find parcel sets">
      <p>Choose customers, paste shipment references from your spreadsheet, or leave both empty to see every set.</p>
      {recent.length > 0 && (
        <>
          <p>Searched last:</p>
          <ul className={styles.recent}>
            {recent.slice(0, 3).map(({ id, selection }) => (
              <li key={id}>
                <button type="button" className={styles.link} onClick={() => searchAndEnter(selection)}>
                  {nameSearch(selection, customers)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </EmptyState>
  )
}

/** What is not known is never called not there. */
function NothingShown(): ReactNode {
  return (
    <EmptyState icon={SearchX} title="No set can be shown">
      <p>The search is not complete, so there may be sets all the same. What stands above says why.</p>
    </EmptyState>
  )
}

function NothingFound(): ReactNode {
  return (
    <EmptyState icon={Search} title="No parcel set was found">
      <p>Check the references, remove a state or the instance filter, or search every customer.</p>
    </EmptyState>
  )
}

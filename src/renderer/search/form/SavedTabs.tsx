import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { visibleText } from '../../../shared/text/plain-text.ts'
import { ToggleChip } from '../../ui/actions/ToggleChip.tsx'
import { isSameForm } from '../search-state.ts'
import { searchStore } from '../search-store.ts'
import styles from './FilterBar.module.css'

/** The searches that were kept, each one press away; the one whose results are shown is marked. */
export function SavedTabs(): ReactNode {
  const { saved, submitted, startedAt } = useStore(searchStore)
  if (saved.length === 0) return null
  return (
    <nav aria-label="Saved searches" className={styles.saved}>
      {saved.map(({ id, name, selection, narrowing }) => (
        <ToggleChip
          key={id}
          isOn={startedAt !== '' && isSameForm(selection, submitted)}
          onChange={() => void searchStore.actions.start(selection, narrowing)}
        >
          {visibleText(name)}
        </ToggleChip>
      ))}
    </nav>
  )
}

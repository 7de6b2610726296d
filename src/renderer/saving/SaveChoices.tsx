import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { Checkbox } from '../ui/Checkbox.tsx'
import { FilterSelect } from '../ui/FilterSelect.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import type { Option } from '../ui/Select.tsx'
import { ConcurrencySelect } from './ConcurrencySelect.tsx'
import { CONFLICT_CHOICES } from './conflict-choices.ts'
import type { SaveStore } from './create-save-store.ts'
import type { SaveState } from './save-state.ts'
import styles from './SaveDialog.module.css'

/** Which documents, and what happens where a file is there already. */
export function SaveChoices({ store }: { readonly store: SaveStore }): ReactNode {
  const { docTypes, conflict, isOnlyNew, concurrency } = useStore(store, (state) => state.form)
  const offered = useStore(store, (state) => state.docTypes)
  const { change } = store.actions
  return (
    <>
      {offered.length > 1 && (
        <div>
          <FilterSelect
            label="Document types"
            options={offered.map(typeOption)}
            selected={docTypes}
            onChange={(ids) => change({ docTypes: ids })}
          />
        </div>
      )}
      <Checkbox isSelected={isOnlyNew} onChange={(isTicked) => change({ isOnlyNew: isTicked })}>
        <span>
          Only new or changed
          <span className={styles.note}>
            Leaves out what this installation saved to the folder and the service has not changed since.
          </span>
        </span>
      </Checkbox>
      <RadioGroup
        label="Where a file of that name is there"
        choices={CONFLICT_CHOICES}
        value={conflict}
        onChange={(id) => change({ conflict: id })}
      />
      <details className={styles.more}>
        <summary>More</summary>
        <ConcurrencySelect value={concurrency} onChange={(next) => change({ concurrency: next })} />
      </details>
    </>
  )
}

function typeOption({ docType, documents }: SaveState['docTypes'][number]): Option<string> {
  const title = docType === '' ? 'No type given' : docType
  return { id: docType, title, more: documents.toLocaleString('en') }
}

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { docTypeLabel } from '../../shared/text/set-fields.ts'
import { countOf, numberText } from '../ui/base/words.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { HintedCheckbox } from '../ui/fields/Checkbox.tsx'
import { FilterSelect, type Option } from '../ui/fields/Select.tsx'
import styles from './SaveDialog.module.css'
import { ConcurrencySelect, ConflictSelect } from './SaveOptions.tsx'
import type { SaveState } from './store/save-state.ts'
import type { SaveStore } from './store/save-store.ts'

const ONLY_NEW =
  'Skips documents that were saved to the folder from this computer and that the service has not changed since. Ticked from the start where documents were saved before.'

/** Which documents are saved, and what happens to existing files. */
export function SaveChoices({ store }: { readonly store: SaveStore }): ReactNode {
  const { conflict, isOnlyNew, concurrency } = useStore(store, (state) => state.form)
  const { change } = store.actions
  return (
    <>
      <TypeFilter store={store} />
      <HintedCheckbox
        label="Only new or changed"
        hint={ONLY_NEW}
        isSelected={isOnlyNew}
        onChange={(isTicked) => change({ isOnlyNew: isTicked })}
      />
      <ConflictSelect value={conflict} onChange={(id) => change({ conflict: id })} />
      {conflict === 'replace' && <ReplaceWarning store={store} />}
      <More store={store}>
        <ConcurrencySelect value={concurrency} onChange={(next) => change({ concurrency: next })} />
      </More>
    </>
  )
}

/** Stays in view once it is opened, also when the plan brings the choice of types above it. */
function More({ store, children }: { readonly store: SaveStore; readonly children: ReactNode }): ReactNode {
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  const offeredTypes = useStore(store, (state) => state.docTypes.length)
  useEffect(() => {
    if (isOpen) details.current?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what is offered above moves it
  }, [isOpen, offeredTypes])
  return (
    <details ref={details} className={styles.more} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>More</summary>
      {children}
    </details>
  )
}

/** Says how many, once the plan knows. */
function ReplaceWarning({ store }: { readonly store: SaveStore }): ReactNode {
  const planning = useStore(store, (state) => state.planning)
  const count = planning.state === 'planned' ? planning.summary.actions.replace : undefined
  const what = count === undefined || count === 0 ? 'Existing files' : `${countOf(count, 'file')} in the folder`
  return (
    <Banner tone="warning" title={`${what} will be replaced.`}>
      What they hold now cannot be restored.
    </Banner>
  )
}

/** Offered once a plan knows the types. */
function TypeFilter({ store }: { readonly store: SaveStore }): ReactNode {
  const docTypes = useStore(store, (state) => state.form.docTypes)
  const offered = useStore(store, (state) => state.docTypes)
  if (offered.length < 2) return null
  return (
    <div>
      <FilterSelect
        label="Document types"
        options={offered.map(typeOption)}
        selected={docTypes}
        onChange={(ids) => store.actions.change({ docTypes: ids })}
      />
    </div>
  )
}

function typeOption({ docType, documents }: SaveState['docTypes'][number]): Option<string> {
  const title = docType === '' ? 'No type given' : docTypeLabel(docType)
  return { id: docType, title, more: numberText(documents) }
}

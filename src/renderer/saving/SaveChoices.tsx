import { Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { PATTERN_PRESETS } from '../../shared/model/name-patterns.ts'
import { docTypeLabel } from '../../shared/text/set-fields.ts'
import { useDesk, useLocked } from '../client/desk-store.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Foreign } from '../ui/base/Foreign.tsx'
import { countOf, numberText } from '../ui/base/words.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { copyText } from '../ui/feedback/toast-queue.ts'
import { HintedCheckbox } from '../ui/fields/Checkbox.tsx'
import { FilterSelect, type Option } from '../ui/fields/Select.tsx'
import styles from './SaveDialog.module.css'
import { PatternEditor } from './pattern/PatternEditor.tsx'
import { ConflictSelect } from './SaveOptions.tsx'
import type { SaveState } from './store/save-state.ts'
import type { SaveStore } from './store/save-store.ts'

const ONLY_NEW =
  'Skips documents that were saved to the folder from this computer and that the service has not changed since. Ticked from the start where documents were saved before.'

/** Only what is new, and below what seldom changes from one save to the next. */
export function SaveChoices({ store }: { readonly store: SaveStore }): ReactNode {
  const { conflict, isOnlyNew } = useStore(store, (state) => state.form)
  const { change } = store.actions
  return (
    <>
      <HintedCheckbox
        label="Only new or changed"
        hint={ONLY_NEW}
        isSelected={isOnlyNew}
        onChange={(isTicked) => change({ isOnlyNew: isTicked })}
      />
      <Names store={store} />
      <details className={styles.more}>
        <summary>Options</summary>
        <TypeFilter store={store} />
        <ConflictSelect value={conflict} onChange={(id) => change({ conflict: id })} />
        <CommandLine store={store} />
      </details>
      {conflict === 'replace' && <ReplaceWarning store={store} />}
    </>
  )
}

/** What the pattern is called, and the editor of it on request, or where it is refused. */
function Names({ store }: { readonly store: SaveStore }): ReactNode {
  const pattern = useStore(store, (state) => state.form.pattern)
  const isRefused = useStore(store, (state) => state.example.failure !== null)
  const named = useDesk((desk) => desk.settings.patterns)
  const isLocked = useLocked('pattern') !== undefined
  const [isOpen, setIsOpen] = useState(false)
  if (isLocked) return <PatternEditor store={store} />
  const title =
    named.find((one) => one.pattern === pattern)?.name ?? PATTERN_PRESETS.find((one) => one.pattern === pattern)?.title
  return (
    <details
      className={styles.more}
      open={isOpen || isRefused}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        Names: {title ?? <Foreign text={pattern} />} · <span className={styles.change}>Change…</span>
      </summary>
      <PatternEditor store={store} />
    </details>
  )
}

/** For scripts. Left out if no command line can express it: too long, a set without a reference, text that a shell would interpret. */
function CommandLine({ store }: { readonly store: SaveStore }): ReactNode {
  const planning = useStore(store, (state) => state.planning)
  const text = planning.state === 'planned' ? planning.summary.commandLine : ''
  if (text === '') return null
  return (
    <div>
      <Button
        variant="quiet"
        icon={Copy}
        onPress={() => void copyText(text, 'Command line copied. It holds no password.')}
      >
        Copy as command line
      </Button>
    </div>
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

import { Mail, Search } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useStore } from 'zustand'
import { goTo } from '../../client/place-store.ts'
import type { InboxEntry } from '../../parcel/entry-words.ts'
import { splitReferences } from '../../parcel/references.ts'
import { searchAndEnter } from '../../search/search-and-enter.ts'
import { byParcelNumber, EMPTY_FORM } from '../../search/search-state.ts'
import { setStore } from '../../set/set-store.ts'
import { SetPane } from '../../set/SetPane.tsx'
import { wholeWindow } from '../../set/whole-window.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { useLandmark } from '../../ui/base/landmarks.ts'
import { FailureNotice } from '../../ui/feedback/Banner.tsx'
import { GuardedPart } from '../../ui/feedback/Boundary.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { entryStore } from '../store/inbox-store.ts'
import { EntryHead } from './EntryHead.tsx'
import { EntryMessage } from './EntryMessage.tsx'
import styles from './EntryPane.module.css'
import { OtherService, useOtherService } from './OtherService.tsx'

/** The entry under the keyboard: what happened, then the set that it happened to, with its documents. */
export function EntryPane(): ReactNode {
  const { entryId, view, failure } = useStore(entryStore)
  const isWhole = useStore(wholeWindow, (state) => state.isWhole)
  const hasSet = useStore(setStore, (sets) => sets.inbox.setId !== null)
  const other = useOtherService(view?.services ?? [])
  if (entryId === null) {
    return (
      <EmptyState icon={Mail} title="No entry is chosen">
        <p>Go from entry to entry with J and K to see what changed, who did it and the documents.</p>
      </EmptyState>
    )
  }
  const message = view === null ? undefined : <EntryMessage key={entryId} view={view} />
  return (
    <Article>
      {failure !== null && <FailureNotice failure={failure} />}
      {!isWhole && (
        <div className={styles.head}>
          {view === null && failure === null && (
            <SkeletonRows label="Reading the entry" rows={2} columnsRem={[8, 14]} />
          )}
          {view !== null && (
            <GuardedPart name="This entry" watched={view} elsewhere="Other entries can be opened.">
              <EntryHead key={entryId} entry={view.entry} />
              {other !== undefined && <OtherService baseUrl={other} />}
            </GuardedPart>
          )}
        </div>
      )}
      <div className={styles.content}>
        {hasSet && other === undefined ? (
          <SetPane place="inbox" message={message} unknown={<FindSet entry={view?.entry} />} />
        ) : (
          message
        )}
      </div>
    </Article>
  )
}

function Article({ children }: { readonly children: ReactNode }): ReactNode {
  const article = useRef<HTMLElement>(null)
  useLandmark('entry', article)
  return (
    <article ref={article} aria-label="Entry" className={styles.pane}>
      {children}
    </article>
  )
}

/** No search has found the set yet. */
function FindSet({ entry }: { readonly entry: InboxEntry | undefined }): ReactNode {
  const shipmentRefs = splitReferences(entry?.shipmentRef ?? '')
  const parcelRef = entry?.parcelReference ?? ''
  if (shipmentRefs.length === 0 && parcelRef === '') return null
  const form = shipmentRefs.length > 0 ? { ...EMPTY_FORM, shipmentRefs } : byParcelNumber(parcelRef)
  return (
    <Button
      icon={Search}
      onPress={() => {
        goTo('search')
        searchAndEnter(form)
      }}
    >
      Search for it
    </Button>
  )
}

import { FileText, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../ui/actions/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { FailureNotice } from '../ui/feedback/Banner.tsx'
import { GuardedPart } from '../ui/feedback/GuardedPart.tsx'
import { SkeletonRows } from '../ui/feedback/SkeletonRows.tsx'
import { Tabs } from '../ui/actions/Tabs.tsx'
import { DocumentList } from './DocumentList.tsx'
import { SetFields } from './SetFields.tsx'
import { SetHeader } from './SetHeader.tsx'
import styles from './SetPane.module.css'
import { loadDocuments, readSet, type SetPlace, setStore, type SetView } from './set-store.ts'
import { SetPreview } from './SetPreview.tsx'
import { Timeline } from './Timeline.tsx'

type View = 'documents' | 'fields' | 'timeline'

/** One set: what it is, its documents, and the document that is read. */
export function SetPane({ place }: { readonly place: SetPlace }): ReactNode {
  const { setId, set, failure } = useStore(setStore, (sets) => sets[place])
  if (setId === null) {
    return (
      <EmptyState icon={FileText} title="No set is chosen">
        <p>Go to a row with the arrow keys or a click: its documents appear here.</p>
      </EmptyState>
    )
  }
  return (
    <div className={styles.pane}>
      {failure !== null && <FailureNotice failure={failure} action={<TryAgain place={place} />} />}
      {set === null && failure === null && <SkeletonRows label="Loading the set" rows={6} columnsRem={[8, 14]} />}
      {set !== null && (
        <GuardedPart name="This set" watched={set} elsewhere="Other sets can be looked at.">
          <Shown place={place} set={set} />
        </GuardedPart>
      )}
    </div>
  )
}

function TryAgain({ place }: { readonly place: SetPlace }): ReactNode {
  return (
    <Button icon={RotateCw} onPress={() => void readSet(place)}>
      Try again
    </Button>
  )
}

function Shown({ place, set }: { readonly place: SetPlace; readonly set: SetView }): ReactNode {
  const [view, setView] = useState<View>('documents')
  return (
    <>
      <SetHeader row={set.row} />
      <div className={styles.views}>
        <Tabs
          label="Set"
          selected={view}
          onSelect={setView}
          tabs={[
            {
              id: 'documents',
              title: 'Documents',
              count: set.documents?.length,
              content: <Read place={place} set={set} />,
            },
            { id: 'fields', title: 'Fields', content: <SetFields set={set} /> },
            { id: 'timeline', title: 'Timeline', content: <Timeline sightings={set.timeline} /> },
          ]}
        />
      </div>
    </>
  )
}

function Read({ place, set }: { readonly place: SetPlace; readonly set: SetView }): ReactNode {
  if (set.documents === null) return <NotListed place={place} />
  if (set.documents.length === 0) {
    return <EmptyState icon={FileText} title="This set has no documents" />
  }
  return (
    <div className={styles.read}>
      <DocumentList place={place} set={set} documents={set.documents} />
      <SetPreview place={place} set={set} />
    </div>
  )
}

/** A search with several results may leave the documents out (T4). */
function NotListed({ place }: { readonly place: SetPlace }): ReactNode {
  const isLoading = useStore(setStore, (sets) => sets[place].isLoadingDocuments)
  return (
    <EmptyState
      icon={FileText}
      title="The service has not listed the documents of this set"
      actions={
        <Button variant="primary" isDisabled={isLoading} onPress={() => void loadDocuments(place)}>
          {isLoading ? 'Asking the service…' : 'Ask for its documents'}
        </Button>
      }
    >
      <p>It lists them when it is asked for this set alone.</p>
    </EmptyState>
  )
}

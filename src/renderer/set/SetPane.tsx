import { FileText, RotateCw } from 'lucide-react'
import { type ReactNode, useState, Fragment } from 'react'
import { useStore } from 'zustand'
import { cleanQuantity } from '../../shared/text/fields.ts'
import { ParcelHeading } from '../parcel/ParcelHeading.tsx'
import { SignatureBar } from '../parcel/SignatureBar.tsx'
import { StateChip } from '../parcel/StateChip.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { Tabs } from '../ui/actions/Tabs.tsx'
import { Foreign } from '../ui/base/Foreign.tsx'
import { timeText } from '../ui/base/words.ts'
import { FailureNotice } from '../ui/feedback/Banner.tsx'
import { GuardedPart } from '../ui/feedback/Boundary.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { SkeletonRows } from '../ui/feedback/SkeletonRows.tsx'
import { DocumentList } from './DocumentList.tsx'
import type { SetRow } from './set-columns.ts'
import { type SetPlace, setStore, type SetView } from './set-store.ts'
import { SetFields } from './SetFields.tsx'
import styles from './SetPane.module.css'
import { SetPreview } from './SetPreview.tsx'

type View = 'documents' | 'fields' | 'timeline'

/** One set: its fields, its documents, and one document in the preview. */
export function SetPane({ place }: { readonly place: SetPlace }): ReactNode {
  const { setId, set, failure } = useStore(setStore, (sets) => sets[place])
  if (setId === null) {
    return (
      <EmptyState icon={FileText} title="No set selected">
        <p>Select a row with the arrow keys or a click to see its documents.</p>
      </EmptyState>
    )
  }
  return (
    <div className={styles.pane}>
      {failure !== null && <FailureNotice failure={failure} action={<TryAgain place={place} />} />}
      {set === null && failure === null && <SkeletonRows label="Loading the set" rows={6} columnsRem={[8, 14]} />}
      {set !== null && (
        <GuardedPart name="This set" watched={set} elsewhere="Other sets can be opened.">
          <SetContent place={place} set={set} />
        </GuardedPart>
      )}
    </div>
  )
}

function TryAgain({ place }: { readonly place: SetPlace }): ReactNode {
  return (
    <Button icon={RotateCw} onPress={() => void setStore.actions.read(place)}>
      Try again
    </Button>
  )
}

function SetContent({ place, set }: { readonly place: SetPlace; readonly set: SetView }): ReactNode {
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
              content: <SetDocuments place={place} set={set} />,
            },
            { id: 'fields', title: 'Fields', content: <SetFields set={set} /> },
            { id: 'timeline', title: 'Timeline', content: <Timeline sightings={set.timeline} /> },
          ]}
        />
      </div>
    </>
  )
}

/** What distinguishes one set from another at a glance. */
function SetHeader({ row }: { readonly row: SetRow }): ReactNode {
  const cargo = [row.cargoName, cleanQuantity(row.quantity ?? ''), row.vesselName].filter((part) => !isBlank(part))
  return (
    <div className={styles.heading}>
      <ParcelHeading
        parcel={<Foreign text={row.parcelRef} />}
        shipment={<Foreign text={row.shipmentRef} />}
        state={
          <>
            <StateChip state={row.status ?? ''} isStrong />
            <SignatureBar signature={row.signature ?? ''} />
          </>
        }
        customer={<Foreign text={row.customerName} />}
      >
        <p className={styles.cargo}>
          {cargo.map((part, at) => (
            <Fragment key={at}>
              {at > 0 && ' · '}
              <Foreign text={part} />
            </Fragment>
          ))}
          {cargo.length > 0 && <br />}
          <Foreign text={row.loadPort} /> → <Foreign text={row.destinationName} />
        </p>
      </ParcelHeading>
    </div>
  )
}

function SetDocuments({ place, set }: { readonly place: SetPlace; readonly set: SetView }): ReactNode {
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
        <Button variant="primary" isDisabled={isLoading} onPress={() => void setStore.actions.loadDocuments(place)}>
          {isLoading ? 'Asking the service…' : 'Ask for its documents'}
        </Button>
      }
    >
      <p>It lists them when asked for this set alone.</p>
    </EmptyState>
  )
}

/** What this installation saw of a set, newest first, each with whether a message or a search showed it. */
function Timeline({ sightings }: { readonly sightings: SetView['timeline'] }): ReactNode {
  return (
    <div className={styles.fields}>
      <ol className={styles.timeline}>
        {sightings.map(({ at, kind, text }) => (
          <li key={`${at} ${kind} ${text}`}>
            <time dateTime={at}>{timeText(at)}</time>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <p className={styles.muted}>
        Times are when this computer saw the change in a search, received its message, or saved a document.
      </p>
    </div>
  )
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === ''
}

import { AppWindow, Copy, FileText, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { visibleLines } from '../../shared/text/plain-text.ts'
import { call } from '../client/desk-client.ts'
import { toastIfFailed } from '../client/notify.ts'
import { CommandButton } from '../commands/CommandButton.tsx'
import { useCommandsIn } from '../commands/use-commands.ts'
import { cellText } from '../grid/columns/grid-column.ts'
import { StateChip } from '../parcel/StateChip.tsx'
import { askToSaveSets } from '../saving/save-request.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Tabs } from '../ui/actions/Tabs.tsx'
import base from '../ui/base/base.module.css'
import { classes } from '../ui/base/classes.ts'
import { Foreign, Unknown } from '../ui/base/Foreign.tsx'
import { timeText } from '../ui/base/words.ts'
import { FailureNotice } from '../ui/feedback/Banner.tsx'
import { GuardedPart } from '../ui/feedback/Boundary.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { SkeletonRows } from '../ui/feedback/SkeletonRows.tsx'
import { copyText } from '../ui/feedback/toast-queue.ts'
import { Fact, Facts } from '../ui/layout/Facts.tsx'
import { DocumentList } from './DocumentList.tsx'
import { foundDifferences, NOTHING_FOUND } from './document/found-differences.ts'
import { useIsReadElsewhere } from './reader-window.ts'
import { setColumns } from './set-columns.ts'
import { type SetPlace, setStore, type SetView } from './set-store.ts'
import { CargoLine, SavedButton, SetHeading } from './SetHeading.tsx'
import styles from './SetPane.module.css'
import { SetPreview } from './document/SetPreview.tsx'
import { showFolder } from './use-set-commands.ts'
import { wholeWindow } from './whole-window.ts'

const VIEWS = ['documents', 'fields', 'timeline', 'message'] as const
type View = (typeof VIEWS)[number]

interface SetPaneProps {
  readonly place: SetPlace
  /** What told of the set, in its own tab. */
  readonly message?: ReactNode
  /** What to do about a set that this desk does not know. */
  readonly unknown?: ReactNode
}

/** One set: its fields, its documents, and one document in the preview. */
export function SetPane({ place, message, unknown }: SetPaneProps): ReactNode {
  const { setId, set, failure } = useStore(setStore, (sets) => sets[place])
  // Stays from one set to the next, for whoever compares the same fields of many.
  const [view, setView] = useState<View>('documents')
  if (setId === null) {
    return (
      <EmptyState icon={FileText} title="No set is chosen">
        <p>Choose a row by click or arrow key to see its documents.</p>
      </EmptyState>
    )
  }
  return (
    <div className={styles.pane}>
      {failure !== null && <FailureNotice failure={failure} action={unknown ?? <TryAgain place={place} />} />}
      {set === null && failure === null && <SkeletonRows label="Loading the set" rows={6} columnsRem={[8, 14]} />}
      {set !== null && (
        <GuardedPart name="This set" watched={set} elsewhere="Other sets can be opened.">
          <SetContent place={place} set={set} message={message} view={view} onView={setView} />
        </GuardedPart>
      )}
      {set === null && failure !== null && message}
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

interface SetProps {
  readonly place: SetPlace
  readonly set: SetView
}

interface SetContentProps extends SetProps {
  readonly message: ReactNode
  readonly view: View
  readonly onView: (view: View) => void
}

/** The set above or, on the whole window, beside the document, which stays open from one to the other. */
function SetContent({ place, set, message, view: chosen, onView }: SetContentProps): ReactNode {
  const isWhole = useStore(wholeWindow, (state) => state.isWhole)
  const hasDocuments = set.documents !== null && set.documents.length > 0
  const isElsewhere = useIsReadElsewhere(place)
  const view = chosen === 'message' && message === undefined ? 'documents' : chosen
  useThisSet(place, set)
  const hasPreview = hasDocuments && (isWhole || view === 'documents')
  return (
    <div className={classes(styles.set, isWhole && styles.wide)}>
      <div className={classes(styles.facts, hasPreview && styles.above)}>
        <SetHeading row={set.row} />
        <SetViews {...{ place, set, message, view, onView }} hasRoom={isWhole || isElsewhere} />
      </div>
      {hasPreview && (isElsewhere ? <ReadElsewhere /> : <SetPreview place={place} set={set} hasRoom={isWhole} />)}
    </div>
  )
}

/** The shown set can be saved and copied wherever it is shown, whatever is ticked beside it. */
function useThisSet(place: SetPlace, { row, received }: SetView): void {
  const { setId, savedDocuments } = row
  useCommandsIn('Reading', [
    {
      id: 'set.save',
      title: 'Save this set…',
      // The second window has no dialogs.
      run: () =>
        place === 'reader' ? void toastIfFailed(call('reader.save', {})) : askToSaveSets([setId], row.documents),
    },
    {
      id: 'set.showFolder',
      title: 'Open the folder of this set',
      isEnabled: savedDocuments > 0,
      run: () => void toastIfFailed(showFolder([setId])),
    },
    {
      id: 'set.copyReceived',
      title: 'Copy the set as received',
      run: () => void copyText(received, 'Set copied as received'),
    },
  ])
}

/** One document is not drawn twice. */
function ReadElsewhere(): ReactNode {
  return (
    <EmptyState
      icon={AppWindow}
      title="The documents are in the second window"
      actions={<CommandButton id="read.window" />}
    >
      <p>They follow what you choose here.</p>
    </EmptyState>
  )
}

interface SetViewsProps extends SetContentProps {
  readonly hasRoom: boolean
}

function SetViews({ place, set, message, hasRoom, view, onView }: SetViewsProps): ReactNode {
  const views = VIEWS.filter((one) => one !== 'message' || message !== undefined)
  useCommandsIn(
    'Reading',
    views.map((one) => ({
      id: `set.show.${one}`,
      title: `Show the ${one} of the set`,
      run: () => onView(one),
    })),
  )
  return (
    <Tabs
      label="Set"
      lead={
        <div className={styles.lead}>
          <CargoLine row={set.row} />
          {place !== 'reader' && <SavedButton row={set.row} />}
        </div>
      }
      selected={view}
      onSelect={onView}
      tabs={[
        {
          id: 'documents',
          title: 'Documents',
          count: set.documents?.length,
          content: <SetDocuments place={place} set={set} hasRoom={hasRoom} />,
        },
        { id: 'fields', title: 'Fields', content: <SetFields set={set} /> },
        { id: 'timeline', title: 'Timeline', content: <Timeline set={set} /> },
        ...(message === undefined ? [] : [{ id: 'message', title: 'Message', content: message } as const]),
      ]}
    />
  )
}

function SetDocuments({ place, set, hasRoom }: SetProps & { readonly hasRoom: boolean }): ReactNode {
  if (set.documents === null) return <NotListed place={place} />
  if (set.documents.length === 0) return <EmptyState icon={FileText} title="This set has no documents" />
  return <DocumentList place={place} set={set} documents={set.documents} hasRoom={hasRoom} />
}

/** A search with several results may leave the documents out (T4). */
function NotListed({ place }: { readonly place: SetPlace }): ReactNode {
  const isLoading = useStore(setStore, (sets) => sets[place].isLoadingDocuments)
  useCommandsIn('Reading', [
    {
      id: 'set.loadDocuments',
      title: 'Ask for the documents of this set',
      isEnabled: !isLoading,
      run: () => void setStore.actions.loadDocuments(place),
    },
  ])
  return (
    <EmptyState
      icon={FileText}
      title="The service has not listed the documents of this set"
      actions={
        <CommandButton id="set.loadDocuments" variant="primary">
          {isLoading ? 'Asking the service…' : 'Ask for its documents'}
        </CommandButton>
      }
    >
      <p>It lists them when asked for this set alone.</p>
    </EmptyState>
  )
}

/** What this installation saw of a set, newest first, each with whether a message or a search showed it. */
function Timeline({ set: { row, timeline } }: { readonly set: SetView }): ReactNode {
  const found = useStore(foundDifferences, (all) => all[row.setId] ?? NOTHING_FOUND)
  const sightings = [...found, ...timeline].toSorted((one, other) => other.at.localeCompare(one.at))
  return (
    <div className={styles.fields}>
      <ol className={styles.timeline}>
        {sightings.map(({ at, kind, state, text }) => (
          <li key={`${at} ${kind} ${text}`}>
            <time dateTime={at}>{timeText(at)}</time>
            {state !== null && <StateChip state={state} />}
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <p className={base.aside}>
        Times are when this computer saw the change in a search, received its message, saved a document, or compared two
        versions, which is listed until Parcel Desk ends.
      </p>
    </div>
  )
}

/** Every field as shown, and the whole row as the service sent it. */
function SetFields({ set }: { readonly set: SetView }): ReactNode {
  return (
    <div className={styles.fields}>
      <Facts>
        {setColumns.map((column) => {
          const text = cellText(column.value(set.row))
          const received = column.received?.(set.row) ?? null
          return (
            <Fact key={column.id} name={column.title} isMono={column.isMono === true}>
              {text === '' ? <Unknown received={received ?? ''} /> : <Foreign text={text} />}
              {received !== null && received !== text && (
                <span className={styles.received}>
                  “<Foreign text={received} />”
                </span>
              )}
            </Fact>
          )
        })}
      </Facts>
      <div className={styles.asReceived}>
        <h3>As received</h3>
        <CommandButton id="set.copyReceived" variant="quiet" icon={Copy}>
          Copy
        </CommandButton>
      </div>
      <pre>{visibleLines(set.received)}</pre>
    </div>
  )
}

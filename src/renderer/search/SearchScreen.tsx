import { FileDown, RotateCw, Save } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { CommandButton, CommandIconButton } from '../commands/CommandButton.tsx'
import { ColumnChooser } from '../grid/ColumnChooser.tsx'
import { Grid } from '../grid/Grid.tsx'
import { useSelectionCounts } from '../grid/store/use-selection-counts.ts'
import { SaveDialog } from '../saving/SaveDialog.tsx'
import { SetPane } from '../set/SetPane.tsx'
import { showSet } from '../set/set-store.ts'
import { useDesk } from '../client/desk-store.ts'
import { usePaneWidth, rememberView } from '../client/views-store.ts'
import { Button } from '../ui/actions/Button.tsx'
import { classes } from '../ui/base/classes.ts'
import { FailureNotice } from '../ui/feedback/Banner.tsx'
import { SplitPane } from '../ui/layout/SplitPane.tsx'
import { showToast } from '../ui/feedback/toast-queue.ts'
import { FacetBar } from './FacetBar.tsx'
import { FilterBar } from './FilterBar.tsx'
import { MissingReferences } from './MissingReferences.tsx'
import { NoRows } from './NoRows.tsx'
import { Problems } from './Problems.tsx'
import { SearchProgressLine } from './SearchProgressLine.tsx'
import { hasNotBegun, searchGrid, searchStore, startSearch } from './search-store.ts'
import { SEARCH_GRID } from './search-and-enter.ts'
import { useSearchCommands } from './use-search-commands.ts'
import styles from './SearchScreen.module.css'

/** Finds parcel sets, and shows what they are and what is in them. */
export function SearchScreen({ onStarted }: { readonly onStarted: (jobId: string) => void }): ReactNode {
  const [isSaving, setIsSaving] = useState(false)
  const [paneWidthPx, setPaneWidthPx] = usePaneWidth('search', 520)
  const [isPaneOpen, setIsPaneOpen] = useState(false)
  useSearchCommands({ onSave: () => setIsSaving(true) })
  return (
    <>
      <SplitPane
        label="Set and preview"
        widthPx={paneWidthPx}
        onResize={setPaneWidthPx}
        isOpen={isPaneOpen}
        onClose={() => setIsPaneOpen(false)}
        main={<Results onOpen={() => setIsPaneOpen(true)} />}
        pane={<SetPane place="search" />}
      />
      {isSaving && <SaveResults onClose={() => setIsSaving(false)} onStarted={onStarted} />}
    </>
  )
}

function Results({ onOpen }: { readonly onOpen: () => void }): ReactNode {
  const { searchId, failure, customerProblems, isStarting, rowsRead, showsEarlier } = useStore(searchStore)
  const isUnbegun = useStore(searchStore, hasNotBegun)
  const progress = useDesk(({ searches }) => (searchId === null ? undefined : searches.get(searchId)))
  // Rows that are counted are not read yet: for a moment there are none, and that is no result.
  const isLoading = isStarting || progress?.state === 'running' || rowsRead < (progress?.loaded ?? 0)
  return (
    <div className={styles.results}>
      <FilterBar />
      {failure !== null && <FailureNotice failure={failure} action={isUnbegun && <TryAgain />} />}
      {progress?.failure !== undefined && progress.failure !== null && (
        <FailureNotice failure={progress.failure} action={<TryAgain />} />
      )}
      <Problems problems={[...customerProblems, ...(progress?.problems ?? [])]} />
      <MissingReferences />
      {(searchId !== null || showsEarlier) && <FacetBar />}
      <div className={classes(styles.grid, showsEarlier && styles.earlier)}>
        <Grid
          store={searchGrid}
          label={SEARCH_GRID}
          isLoading={isLoading}
          onFocusRow={(row) => showSet('search', row?.setId ?? null)}
          onOpen={onOpen}
          onCopied={(rows) => showToast({ text: rows === 1 ? '1 row copied' : `${rows} rows copied` })}
          onLayoutChange={(layout) =>
            rememberView('search-grid', { columns: [...layout.columns], sort: [...layout.sort] })
          }
          empty={<NoRows progress={progress} />}
        />
      </div>
      <SearchProgressLine actions={<Actions />} />
    </div>
  )
}

function TryAgain(): ReactNode {
  return (
    <Button icon={RotateCw} onPress={() => void startSearch()}>
      Try again
    </Button>
  )
}

/** What can be done with all of them. */
function Actions(): ReactNode {
  return (
    <>
      <ColumnChooser store={searchGrid} />
      <CommandIconButton id="search.export" icon={FileDown} />
      <SaveButton />
    </>
  )
}

function SaveButton(): ReactNode {
  const { selected, shown, rows } = useSelectionCounts(searchGrid)
  const counted = (sets: number): string => (sets === 1 ? '1 set' : `${sets.toLocaleString('en')} sets`)
  const isNarrowed = selected === 0 && shown < rows
  return (
    <CommandButton id="save.open" variant="primary" icon={Save}>
      {isNarrowed ? `Save ${counted(shown)} shown…` : selected > 0 ? `Save ${counted(selected)}…` : 'Save all…'}
    </CommandButton>
  )
}

interface SaveResultsProps {
  readonly onClose: () => void
  readonly onStarted: (jobId: string) => void
}

/** The sets that are selected, or everything the search found. */
function SaveResults({ onClose, onStarted }: SaveResultsProps): ReactNode {
  const searchId = useStore(searchStore, (state) => state.searchId)
  if (searchId === null) return null
  const { selectedRows, shownRows, selectionCounts } = searchGrid.actions
  const { selected, shown, rows } = selectionCounts()
  const chosen = selected > 0 ? selectedRows() : shownRows()
  const isEverything = selected === 0 && shown === rows
  const documents = chosen.every((row) => row.documents !== null)
    ? chosen.reduce((sum, row) => sum + (row.documents ?? 0), 0)
    : null
  const setIds = isEverything ? null : chosen.map(({ setId }) => setId)
  return (
    <SaveDialog
      selection={{ searchId, setIds, sets: chosen.length, documents }}
      sampleSetIds={chosen.slice(0, 5).map(({ setId }) => setId)}
      onClose={onClose}
      onStarted={(jobId) => {
        onClose()
        onStarted(jobId)
      }}
    />
  )
}

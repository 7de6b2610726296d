import { FileDown, Layers, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { totalDocuments } from '../../shared/text/saved-states.ts'
import { type SearchProgress, useDesk } from '../client/desk-store.ts'
import { ShortCommandButton } from '../commands/CommandButton.tsx'
import { useCommandMenu } from '../commands/use-command-menu.tsx'
import { useCommands } from '../commands/use-commands.ts'
import { ColumnChooser } from '../grid/ColumnChooser.tsx'
import { useSelectionCounts } from '../grid/store/grid-hooks.ts'
import { SaveDialog } from '../saving/SaveDialog.tsx'
import { setStore } from '../set/set-store.ts'
import { SaveSetsButton, SetGridScreen } from '../set/SetGridScreen.tsx'
import { SetPane } from '../set/SetPane.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { Menu } from '../ui/actions/Menu.tsx'
import { Tooltip } from '../ui/actions/Tooltip.tsx'
import { countOf } from '../ui/base/words.ts'
import { showToast } from '../ui/feedback/toast-queue.ts'
import { FilterBar } from './form/FilterBar.tsx'
import { NoRows } from './NoRows.tsx'
import { SEARCH_GRID } from './search-and-enter.ts'
import { failedToStart } from './search-state.ts'
import { searchStore } from './search-store.ts'
import { MissingReferences, type MissingReferencesProps, SearchNotices } from './SearchNotices.tsx'
import { SearchProgressLine } from './SearchProgressLine.tsx'
import { ROW_MENU, useRowCommands } from './use-row-commands.ts'
import { useSearchCommands } from './use-search-commands.ts'

const { grid } = searchStore

interface SearchScreenProps extends MissingReferencesProps {
  readonly onStarted: (jobId: string) => void
}

/** Finds parcel sets, and shows what they are and what is in them. */
export function SearchScreen({ onStarted, onOpenAsWorklist }: SearchScreenProps): ReactNode {
  const [isSaving, setIsSaving] = useState(false)
  const { searchId, isStarting, rowsRead, showsPrevious } = useStore(searchStore)
  const progress = useDesk(({ searches }) => (searchId === null ? undefined : searches.get(searchId)))
  // Rows that are counted but not read yet: for a moment the grid is empty, and that is not a result.
  const isLoading = isStarting || progress?.state === 'running' || rowsRead < (progress?.loaded ?? 0)
  useSearchCommands({ onSave: () => setIsSaving(true) })
  useRowCommands()
  const rowMenu = useCommandMenu({ label: 'Parcel set', commands: ROW_MENU })
  return (
    <>
      <SetGridScreen
        place="search"
        firstPaneWidthPx={520}
        setIdsOf={({ setId }) => [setId]}
        head={<Head progress={progress} onOpenAsWorklist={onOpenAsWorklist} />}
        isStale={showsPrevious}
        grid={{
          store: grid,
          label: SEARCH_GRID,
          isLoading,
          onFocusRow: (row) => setStore.actions.show('search', row?.setId ?? null),
          onContextMenu: rowMenu.openAt,
          onCopied: (rows) => showToast({ text: `${countOf(rows, 'row')} copied` }),
          empty: <NoRows progress={progress} />,
        }}
        foot={<SearchProgressLine actions={<Actions />} />}
        pane={<SetPane place="search" />}
      />
      {rowMenu.menu}
      {isSaving && <SaveResults onClose={() => setIsSaving(false)} onStarted={onStarted} />}
    </>
  )
}

interface HeadProps extends MissingReferencesProps {
  readonly progress: SearchProgress | undefined
}

function Head({ progress, onOpenAsWorklist }: HeadProps): ReactNode {
  const { failure, customerProblems } = useStore(searchStore)
  const hasNotStarted = useStore(searchStore, failedToStart)
  return (
    <>
      <FilterBar />
      <SearchNotices
        failure={failure}
        progress={progress}
        problems={customerProblems}
        failureAction={hasNotStarted && <TryAgain />}
        retryAction={<TryAgain />}
      />
      <MissingReferences onOpenAsWorklist={onOpenAsWorklist} />
    </>
  )
}

/** Narrowed as before, for a saved search that did not get through. */
function TryAgain(): ReactNode {
  const { start, narrowing } = searchStore.actions
  return (
    <Button icon={RotateCw} onPress={() => void start(undefined, narrowing())}>
      Try again
    </Button>
  )
}

/** What can be done with all of them. */
function Actions(): ReactNode {
  const { selected, shown, rows } = useSelectionCounts(grid)
  return (
    <>
      <ColumnChooser store={grid} />
      <GroupMenu />
      <ShortCommandButton id="search.export" icon={FileDown}>
        Export…
      </ShortCommandButton>
      <SaveSetsButton
        sets={selected > 0 ? selected : shown}
        isSelection={selected > 0}
        isNarrowed={selected === 0 && shown < rows}
      />
    </>
  )
}

interface SaveResultsProps {
  readonly onClose: () => void
  readonly onStarted: (jobId: string) => void
}

/** The ticked sets, or everything the search found. */
function SaveResults({ onClose, onStarted }: SaveResultsProps): ReactNode {
  const searchId = useStore(searchStore, (state) => state.searchId)
  if (searchId === null) return null
  const { selectedRows, shownRows, selectionCounts } = grid.actions
  const { selected, shown, rows } = selectionCounts()
  const chosen = selected > 0 ? selectedRows() : shownRows()
  const isEverything = selected === 0 && shown === rows
  const setIds = chosen.map(({ setId }) => setId)
  return (
    <SaveDialog
      selection={{
        searchId,
        setIds: isEverything ? null : setIds,
        sets: chosen.length,
        documents: totalDocuments(chosen),
      }}
      sampleSetIds={setIds.slice(0, 5)}
      onClose={onClose}
      onStarted={onStarted}
    />
  )
}

const GROUPINGS = [
  { columnId: 'customerName', title: 'Group by customer' },
  { columnId: 'shipmentRef', title: 'Group by shipment' },
  { columnId: null, title: 'No groups' },
] as const

/** The groups of the results: by customer, by shipment, or none; the menus of other columns offer more. */
function GroupMenu(): ReactNode {
  const groupBy = useStore(grid, ({ layout }) => layout.groupBy)
  const entries = GROUPINGS.map(({ columnId, title }) => ({
    id: `search.group.${columnId ?? 'none'}`,
    title,
    run: () => grid.actions.groupBy(columnId),
  }))
  useCommands(entries.map((entry) => ({ ...entry, group: 'Search' })))
  const ticked = entries.map((entry, at) => ({ ...entry, isTicked: GROUPINGS[at]?.columnId === groupBy }))
  return (
    <Menu
      label="Group"
      trigger={
        <Tooltip text="Group the rows">
          <Button variant="quiet" icon={Layers}>
            Group
          </Button>
        </Tooltip>
      }
      entries={ticked}
    />
  )
}

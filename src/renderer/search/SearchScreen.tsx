import { FileSearch, Layers, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { totalDocuments } from '../../shared/words/saved-states.ts'
import { type SearchProgress, useDesk } from '../client/desk-store.ts'
import { ExportMenu } from '../commands/ExportMenu.tsx'
import { useCommandMenu } from '../commands/use-command-menu.tsx'
import { useCommandsIn } from '../commands/use-commands.ts'
import { ColumnChooser } from '../grid/ColumnChooser.tsx'
import { askToSave, type SaveSelection } from '../saving/save-request.ts'
import { setStore } from '../set/set-store.ts'
import { SaveSetsButtons, type SetsToSave, type WhichSets } from '../set/list/SaveSetsButtons.tsx'
import { SetGridScreen } from '../set/list/SetGridScreen.tsx'
import { SetPane } from '../set/SetPane.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { Menu } from '../ui/actions/Menu.tsx'
import { Tooltip } from '../ui/actions/Tooltip.tsx'
import { countOf } from '../ui/base/words.ts'
import { showToast } from '../ui/feedback/toast-queue.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { describeShown } from './describe-search.ts'
import { FilterBar } from './form/FilterBar.tsx'
import { NoRows } from './NoRows.tsx'
import { searchAndEnter } from './search-and-enter.ts'
import { asksForOthers, failedToStart } from './search-state.ts'
import { searchStore } from './search-store.ts'
import { MissingReferences, type MissingReferencesProps, SearchNotices, UnderstoodNumbers } from './SearchNotices.tsx'
import { SearchProgressLine } from './SearchProgressLine.tsx'
import { TextHits, TextsFoot, TextsHead } from './texts/TextHits.tsx'
import { showTexts, textsView } from './texts/texts-store.ts'
import { ROW_MENU, useRowCommands } from './use-row-commands.ts'
import { useSearchCommands, useSetsToSave } from './use-search-commands.ts'

const { grid } = searchStore

/** Finds parcel sets, and shows what they are and what is in them. */
export function SearchScreen({ onOpenAsWorklist }: MissingReferencesProps): ReactNode {
  const { searchId, isStarting, rowsRead, showsPrevious } = useStore(searchStore)
  const isOfOthers = useStore(searchStore, asksForOthers)
  const hasTexts = useStore(textsView, (view) => view.isShown)
  const progress = useDesk(({ searches }) => (searchId === null ? undefined : searches.get(searchId)))
  // Rows that are counted but not read yet: for a moment the grid is empty, and that is not a result.
  const isLoading = isStarting || progress?.state === 'running' || rowsRead < (progress?.loaded ?? 0)
  const sets = useSetsToSave()
  useSearchCommands(sets, (which) => askToSave(selectionOf(which)))
  useRowCommands()
  useWorklistCommand(onOpenAsWorklist)
  const rowMenu = useCommandMenu({ label: 'Parcel set', commands: ROW_MENU, onClose: () => grid.actions.pointAt(null) })
  return (
    <>
      <SetGridScreen
        place="search"
        firstPaneWidthPx={520}
        chosen={() => grid.actions.chosenRows().map(({ setId }) => setId)}
        head={hasTexts ? <TextsHead /> : <Head progress={progress} onOpenAsWorklist={onOpenAsWorklist} />}
        list={hasTexts ? <TextHits /> : undefined}
        isStale={!hasTexts && (showsPrevious || isOfOthers)}
        grid={{
          store: grid,
          label: 'Parcel sets',
          isLoading,
          onFocusRow: (row) => setStore.actions.show('search', row?.setId ?? null),
          onContextMenu: rowMenu.openAt,
          onCopied: (rows) => showToast({ text: `${countOf(rows, 'row')} copied` }),
          empty: <NoRows progress={progress} />,
        }}
        foot={hasTexts ? <TextsFoot /> : <SearchProgressLine actions={<Actions ticked={sets.ticked} />} />}
        pane={<SetPane place="search" />}
      />
      {rowMenu.menu}
    </>
  )
}

/** Of references there may be too many to be read as sets alone: a worklist says of each what it has. */
function useWorklistCommand(onOpenAsWorklist: MissingReferencesProps['onOpenAsWorklist']): void {
  const count = useStore(searchStore, ({ form }) => form.shipmentRefs.length)
  useCommandsIn('Search', [
    {
      id: 'search.asWorklist',
      title: 'Open the shipments as a worklist',
      shortcut: 'Mod+Shift+Enter',
      isEnabled: count > 0,
      run: () => {
        const { shipmentRefs, customers } = searchStore.getState().form
        onOpenAsWorklist(shipmentRefs, customers)
      },
    },
  ])
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
      <UnderstoodNumbers />
      <MissingReferences onOpenAsWorklist={onOpenAsWorklist} />
      <WhoseSets />
    </>
  )
}

/** The list says whose it is as soon as the fields above it ask for something else. */
function WhoseSets(): ReactNode {
  const whose = useStore(searchStore, (state) => (asksForOthers(state) ? describeShown(state) : undefined))
  if (whose === undefined) return null
  return (
    <Banner
      tone="info"
      title={`These are the sets of ${whose}`}
      action={
        <Button variant="quiet" icon={RotateCw} onPress={() => searchAndEnter()}>
          Search again
        </Button>
      }
    />
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
function Actions({ ticked }: Pick<SetsToSave, 'ticked'>): ReactNode {
  return (
    <>
      <Button variant="quiet" icon={FileSearch} onPress={showTexts}>
        In documents
      </Button>
      <ColumnChooser store={grid} />
      <GroupMenu />
      <ExportMenu place="search" />
      <SaveSetsButtons ticked={ticked} />
    </>
  )
}

/** As it is now: what is found, ticked or read later changes nothing that is being saved. */
function selectionOf(which: WhichSets): SaveSelection | undefined {
  const { searchId } = searchStore.getState()
  if (searchId === null) return undefined
  const { chosenRows, shownRows, selectionCounts } = grid.actions
  const { hidden, shown, rows } = selectionCounts()
  const chosen = which === 'all' ? shownRows() : chosenRows()
  const isEverything = which === 'all' && shown === rows
  const setIds = chosen.map(({ setId }) => setId)
  return {
    searchId,
    setIds: isEverything ? null : setIds,
    sampleSetIds: setIds.slice(0, 5),
    sets: chosen.length,
    hidden: which === 'chosen' && chosen.length > 1 ? hidden : 0,
    documents: totalDocuments(chosen),
  }
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
  useCommandsIn(
    'Search',
    entries.map((entry) => ({ ...entry })),
  )
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

import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '../client/desk-store.ts'
import { useCommandMenu } from '../commands/use-command-menu.tsx'
import { useCurrentRow, useSelectionCounts } from '../grid/store/grid-hooks.ts'
import { useSetTotals } from '../parcel/set-totals.ts'
import { askToSave, type SaveSelection } from '../saving/save-request.ts'
import { SearchNotices } from '../search/SearchNotices.tsx'
import { setStore } from '../set/set-store.ts'
import { ReadingNow } from '../set/list/ReadingNow.tsx'
import { SaveSetsButtons, type SetsToSave, type WhichSets } from '../set/list/SaveSetsButtons.tsx'
import { SetGridScreen } from '../set/list/SetGridScreen.tsx'
import { SetPane } from '../set/SetPane.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { Foreign } from '../ui/base/Foreign.tsx'
import { countOf, numberText, shortMoment } from '../ui/base/words.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { NameDialog } from '../ui/layout/NameDialog.tsx'
import { FacetStrip } from './FacetStrip.tsx'
import { AddLinesDialog } from './lists/AddLinesDialog.tsx'
import { TakeColumnDialog } from './lists/TakeColumnDialog.tsx'
import { WorklistBar } from './lists/WorklistBar.tsx'
import { importDropped, PasteTarget, usePasteShortcut } from './PasteTarget.tsx'
import { canOpen, contentsOf, countTicks, setIdsOfRow, type WorklistRow } from './store/worklist-rows.ts'
import { shownList } from './store/worklist-state.ts'
import { worklistStore } from './store/worklist-store.ts'
import { useLineCommands } from './use-line-commands.ts'
import { useSavingCommands, useSetsToSave, useShownSearch, useWorklistCommands } from './use-worklist-commands.ts'
import styles from './WorklistScreen.module.css'

const { actions } = worklistStore

/** The spreadsheet beside the screen: one row for each of its lines, in its order. */
export function WorklistScreen(): ReactNode {
  const { grid, shownId } = useStore(worklistStore)
  const list = useStore(worklistStore, shownList)
  const [dialog, setDialog] = useState<'rename' | 'add' | 'column'>()
  const close = (): void => setDialog(undefined)
  useWorklistCommands({
    onRename: () => setDialog('rename'),
    onAddLines: () => setDialog('add'),
    onTakeColumn: () => setDialog('column'),
  })
  const sets = useSetsToSave()
  useSavingCommands(sets, (which) => askToSave(selectionOf(list?.searchId ?? null, which)))
  usePasteShortcut()
  useLooking()
  const lineMenu = useCommandMenu({
    label: 'Line',
    commands: useLineCommands(),
    onClose: () => grid.actions.pointAt(null),
  })
  if (list === undefined) return <PasteTarget />
  return (
    <>
      <SetGridScreen
        key={shownId}
        place="worklist"
        firstPaneWidthPx={480}
        chosen={() => actions.chosenRows().flatMap(setIdsOfRow)}
        head={<Head />}
        grid={{ store: grid, label: 'Worklist', onContextMenu: lineMenu.openAt }}
        onOpen={openLine}
        foot={<WorklistFoot ticked={sets.ticked} />}
        pane={<LinePane />}
        onDrop={importDropped}
      />
      {lineMenu.menu}
      {dialog === 'rename' && (
        <NameDialog
          title="Rename the worklist"
          confirm="Rename worklist"
          firstName={list.name}
          onConfirm={(name) => {
            close()
            if (name !== list.name) void actions.rename(name)
          }}
          onClose={close}
        />
      )}
      {dialog === 'add' && <AddLinesDialog onClose={close} />}
      {dialog === 'column' && <TakeColumnDialog list={list} onClose={close} />}
    </>
  )
}

function selectionOf(searchId: string | null, which: WhichSets): SaveSelection | undefined {
  if (searchId === null) return undefined
  const chosen = actions.setsToSave(which)
  const { setIds } = chosen
  return { ...chosen, searchId, sampleSetIds: setIds.slice(0, 5), sets: setIds.length }
}

/** A list that is looked at for the first time on a day is looked up again, also in a window that stayed open overnight. */
function useLooking(): void {
  useEffect(() => {
    const look = (): void => void actions.look()
    look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [])
}

/** A line with several sets opens into them; true if it did. */
function openLine(row: WorklistRow): boolean {
  if (row.kind === 'set' || !canOpen(row.line)) return false
  void actions.toggleLine(row.line)
  return true
}

function Head(): ReactNode {
  const { failure, note, hiddenLines } = useStore(worklistStore)
  return (
    <>
      <WorklistBar />
      <FacetStrip />
      {note !== null && (
        <Banner
          tone="info"
          title={note}
          action={
            <>
              {hiddenLines.length > 0 && (
                <Button variant="quiet" onPress={() => void actions.removeHidden()}>
                  Leave out hidden rows
                </Button>
              )}
              <Button variant="quiet" onPress={actions.dismissNote}>
                Dismiss
              </Button>
            </>
          }
        />
      )}
      <SearchNotices failure={failure} progress={useShownSearch()} />
    </>
  )
}

/** The set of the current row and its preview: of a line with several, the first until it is opened. */
function LinePane(): ReactNode {
  const row = useCurrentRow(useStore(worklistStore, ({ grid }) => grid))
  const setId = row === undefined ? null : (setIdsOfRow(row)[0] ?? null)
  useEffect(() => setStore.actions.show('worklist', setId), [setId])
  return <SetPane place="worklist" />
}

/** How long the list is, what is ticked, and one click to save it. */
function WorklistFoot({ ticked }: Pick<SetsToSave, 'ticked'>): ReactNode {
  const { grid, lists, shownId } = useStore(worklistStore)
  useStore(grid, (state) => state.revision)
  const counts = useSelectionCounts(grid)
  const list = shownList({ lists, shownId })
  const searchId = list?.searchId ?? ''
  const progress = useDesk(({ searches }) => searches.get(searchId))
  const ticks = countTicks(grid.actions.selectedRows(), worklistStore.rows.hiddenTicks().length)
  const totals = useSetTotals(grid, contentsOfTicked)
  const isNarrowed = counts.shown < counts.rows
  return (
    <div className={styles.foot}>
      <output aria-label="Lines" aria-atomic={false}>
        {countOf(list?.lines ?? 0, 'line')}
        {list !== undefined && list.references < list.lines && `, ${countOf(list.references, 'reference')}`}
        {isNarrowed && ` · ${numberText(shownLines(grid.actions.shownRows()))} shown`}
        {ticks !== '' && ` · ${ticks}`}
        {totals !== '' && <Foreign text={totals} />}
        {progress?.state === 'running'
          ? ` · ${numberText(progress.requests)} of ${numberText(Math.max(progress.expectedRequests, progress.requests))} calls`
          : checkedWords(list?.checkedAt ?? null, grid.actions.allRows())}
      </output>
      <ReadingNow grid={grid} referenceOf={referenceOf} />
      <SaveSetsButtons ticked={ticked} />
    </div>
  )
}

function referenceOf(row: WorklistRow): string | null {
  return row.kind === 'set' ? (row.set?.parcelRef ?? null) : row.line.reference
}

/** Of the ticked rows, and of ticked sets that are not shown. */
function contentsOfTicked(rows: readonly WorklistRow[]): ReturnType<typeof contentsOf> {
  return contentsOf([...rows, ...worklistStore.rows.hiddenTicks()])
}

/** With what is missing: it is what the list was looked up for, and the line is read out when that has ended. */
function checkedWords(checkedAt: string | null, rows: readonly WorklistRow[]): string {
  if (checkedAt === null) return ''
  const missing = rows.filter((row) => row.kind === 'line' && row.line.state === 'missing').length
  return ` · checked ${shortMoment(checkedAt)}${missing === 0 ? '' : ` · ${numberText(missing)} missing`}`
}

function shownLines(rows: readonly WorklistRow[]): number {
  return rows.filter(({ kind }) => kind === 'line').length
}

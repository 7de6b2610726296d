import { useStore } from 'zustand'
import { call, failureIn } from '../client/desk-client.ts'
import { currentSessionId, type SearchProgress, useDesk } from '../client/desk-store.ts'
import { showSavedFile } from '../client/notify.ts'
import { exportOffers, type TableFormat } from '../commands/ExportMenu.tsx'
import { type OfferInGroup, useCommandsIn } from '../commands/use-commands.ts'
import { enterGrid } from '../grid/events/use-grid-focus.ts'
import { useCurrentRow, useSelectionCounts } from '../grid/store/grid-hooks.ts'
import { openSchedule } from '../client/schedules-store.ts'
import { type SetsToSave, useSaveSetsCommands, type WhichSets } from '../set/list/SaveSetsButtons.tsx'
import { countOf } from '../ui/base/words.ts'
import { copyText } from '../ui/feedback/toast-queue.ts'
import { canOpen } from './store/worklist-rows.ts'
import { shownList, type Worklist } from './store/worklist-state.ts'
import { worklistStore } from './store/worklist-store.ts'

const GROUP = 'Worklist'
const { actions } = worklistStore

/** Which dialog a command opens. */
export interface WorklistDialogs {
  readonly onRename: () => void
  readonly onAddLines: () => void
  readonly onTakeColumn: () => void
}

/** What can be done with worklists, for buttons, menus, palette and keys alike. */
export function useWorklistCommands(dialogs: WorklistDialogs): void {
  const list = useShownList()
  const { draft, isReading } = useStore(worklistStore)
  const isEmpty = list === undefined
  useCommandsIn(GROUP, [
    {
      id: 'worklist.lookUp',
      title: 'Look them up',
      shortcut: 'Mod+Enter',
      isEnabled: isEmpty && !isReading && draft.trim() !== '',
      run: () => void actions.create({ kind: 'text', text: worklistStore.getState().draft }),
    },
    {
      id: 'worklist.chooseFile',
      title: 'Open a list from a file…',
      isEnabled: !isReading,
      run: () => void actions.create({ kind: 'dialog' }),
    },
    { id: 'worklist.new', title: 'New list', isEnabled: !isEmpty, run: actions.compose },
    ...useCheckCommands(list),
    ...useLineCommands(list, dialogs),
    ...exportOffers('worklist', !isEmpty, exportLines),
  ])
}

/** Looking the whole list up again, and what changed. */
function useCheckCommands(list: Worklist | undefined): readonly OfferInGroup[] {
  const isChecking = useIsChecking()
  const searchId = list?.searchId ?? ''
  return [
    {
      id: 'worklist.again',
      title: 'Check again',
      shortcut: ['F5', 'Mod+Enter'],
      isEnabled: list !== undefined && !isChecking,
      run: () => void actions.checkAgain(),
    },
    {
      id: 'worklist.stop',
      title: 'Stop checking',
      isEnabled: isChecking,
      run: () => void call('search.cancel', { searchId }),
    },
    {
      id: 'worklist.markSeen',
      title: 'Mark changes as seen',
      isEnabled: (list?.changedReferences ?? 0) > 0 && !isChecking,
      run: () => void actions.markSeen(),
    },
  ]
}

function useLineCommands(
  list: Worklist | undefined,
  { onRename, onAddLines, onTakeColumn }: WorklistDialogs,
): readonly OfferInGroup[] {
  const grid = useStore(worklistStore, (state) => state.grid)
  const { selected } = useSelectionCounts(grid)
  const row = useCurrentRow(grid)
  const isPointed = useStore(grid, ({ pointedId }) => pointedId !== null)
  const isEnabled = list !== undefined
  const hasChosen = isEnabled && (selected > 0 || row !== undefined)
  return [
    { id: 'worklist.rename', title: 'Rename…', isEnabled, run: onRename },
    { id: 'worklist.addLines', title: 'Add lines…', isEnabled, run: onAddLines },
    {
      id: 'worklist.takeColumn',
      title: 'References are in another column…',
      isEnabled: (list?.headings.length ?? 0) > 1,
      run: onTakeColumn,
    },
    {
      id: 'worklist.removeLines',
      title: selected > 0 && !isPointed ? 'Remove the ticked lines' : 'Remove this line',
      isEnabled: hasChosen,
      run: () => void actions.removeChosen(),
    },
    { id: 'worklist.copyReferences', title: 'Copy references', isEnabled: hasChosen, run: copyReferences },
    {
      id: 'worklist.remove',
      title: 'Remove this worklist',
      isEnabled,
      run: () => list !== undefined && void actions.remove(list),
    },
    { id: 'worklist.schedule', title: 'Run at times…', isEnabled, run: () => list !== undefined && scheduleList(list) },
    {
      id: 'worklist.openLine',
      title: 'Show or hide the sets of this line',
      isEnabled: row !== undefined && canOpen(row.line),
      run: () => row !== undefined && void actions.toggleLine(row.line),
    },
    {
      id: 'worklist.openLines',
      title: 'Show or hide the sets of every line',
      isEnabled,
      run: () => void actions.toggleAllLines(),
    },
    {
      id: 'worklist.focusGrid',
      title: 'Go to the list',
      shortcut: 'Mod+ArrowDown',
      isEnabled,
      run: () => enterGrid(grid),
    },
  ]
}

function scheduleList({ name, worklistId }: Worklist): void {
  openSchedule({ given: { name, source: { kind: 'worklist', worklistId } } })
}

/** Of the ticked lines, and of the lines of ticked sets, or of the current one: one per line, as a spreadsheet takes them. */
function copyReferences(): void {
  const rows = actions.chosenRows()
  const references = [...new Set(rows.map(({ line }) => line.reference).filter((reference) => reference !== ''))]
  void copyText(references.join('\r\n'), `${countOf(references.length, 'reference')} copied`)
}

/** Line by line as pasted, whatever the screen is sorted by, so that it fits beside the original columns. */
async function exportLines(format: TableFormat): Promise<void> {
  const sessionId = currentSessionId()
  const worklistId = shownList(worklistStore.getState())?.worklistId
  if (sessionId === undefined || worklistId === undefined) return
  try {
    const { file, lines } = await call('worklists.export', { sessionId, worklistId, format })
    if (file !== null) showSavedFile(`${countOf(lines, 'line')} exported`, file)
  } catch (thrown) {
    worklistStore.setState({ failure: failureIn(thrown) })
  }
}

/** Saving what was found, once the whole list has been looked up. */
export function useSavingCommands(sets: SetsToSave, onSave: (which: WhichSets) => void): void {
  const search = useShownSearch()
  const isReady = search !== undefined && search.state !== 'running'
  useSaveSetsCommands({ ...sets, group: GROUP, isReady, onSave })
}

/** How many sets can be saved in which way, as they are ticked and shown now. */
export function useSetsToSave(): SetsToSave {
  const grid = useStore(worklistStore, (state) => state.grid)
  const { selected, shown, rows } = useSelectionCounts(grid)
  const isPointed = useStore(grid, ({ pointedId }) => pointedId !== null)
  useCurrentRow(grid)
  const hasTicks = !isPointed && (selected > 0 || worklistStore.rows.hiddenTicks().length > 0)
  const chosen = actions.setsToSave('chosen').setIds.length
  return {
    ticked: hasTicks ? chosen : 0,
    current: hasTicks ? 0 : chosen,
    shown: actions.setsToSave('all').setIds.length,
    isNarrowed: shown < rows,
  }
}

function useShownList(): Worklist | undefined {
  return useStore(worklistStore, shownList)
}

/** How far the search behind the list is; undefined until the list is opened. */
export function useShownSearch(): SearchProgress | undefined {
  const searchId = useShownList()?.searchId ?? ''
  return useDesk(({ searches }) => searches.get(searchId))
}

export function useIsChecking(): boolean {
  return useShownSearch()?.state === 'running'
}

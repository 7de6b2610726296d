import { type DragEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { useStore } from 'zustand'
import { MAX_PACK_SETS } from '../../../shared/model/pack.ts'
import { currentSessionId, useDesk } from '../../client/desk-store.ts'
import { rememberLayout, usePaneWidth } from '../../client/views-store.ts'
import { commandsStore, findCommand } from '../../commands/commands-store.ts'
import { useCommandsIn } from '../../commands/use-commands.ts'
import type { GridProps } from '../../grid/grid-props.ts'
import { Grid } from '../../grid/Grid.tsx'
import type { GridStore } from '../../grid/store/create-grid-store.ts'
import { countOf } from '../../ui/base/words.ts'
import { landmark, stopOfList } from '../../ui/base/landmarks.ts'
import { ListColumn } from '../../ui/layout/ListColumn.tsx'
import { SplitPane } from '../../ui/layout/SplitPane.tsx'
import { showToast } from '../../ui/feedback/toast-queue.ts'
import { dragOut } from '../document/document-actions.ts'
import { type SetPlace, setStore } from '../set-store.ts'
import styles from '../SetPane.module.css'
import { useReading } from '../use-reading.ts'
import { enterWholeWindow, wholeWindow } from '../whole-window.ts'

interface SetGridScreenProps<Row> {
  /** Whose pane width and grid layout are remembered. */
  readonly place: 'search' | 'worklist'
  readonly firstPaneWidthPx: number
  /** In place of the grid. */
  readonly list?: ReactNode
  /** Bars and notices above the grid. */
  readonly head: ReactNode
  readonly grid: Omit<GridProps<Row>, 'onOpen' | 'onLayoutChange'>
  /** The ticked sets or, without a tick, those of the current row. */
  readonly chosen: () => string[]
  readonly foot: ReactNode
  /** The set of the current row. */
  readonly pane: ReactNode
  /** The rows are those of an earlier search. */
  readonly isStale?: boolean
  readonly onDrop?: (event: DragEvent) => void
  /** Enter or a double click on a row; the pane opens unless it returns true. */
  readonly onOpen?: (row: Row) => boolean
}

/** A grid of sets, or of references with their sets, and the set of the current row beside it. */
export function SetGridScreen<Row>(props: SetGridScreenProps<Row>): ReactNode {
  const { place, firstPaneWidthPx, head, list, grid, chosen, foot, pane, isStale = false, onDrop, onOpen } = props
  const [paneWidthPx, setPaneWidthPx] = usePaneWidth(place)
  const [isPaneOpen, setIsPaneOpen] = useState(false)
  const isByItself = useStore(setStore, (sets) => sets[place].isByItself)
  useListFilter()
  const isWhole = useStore(wholeWindow, (state) => state.isWhole)
  const position = useCurrentPosition(grid.store)
  const hasTicks = useStore(grid.store, ({ selection, pointedId }) => pointedId === null && selection.size > 0)
  const handedOver = useHandingOver(place, { chosen, hasTicks })
  useReading({ place, position: position ?? (isByItself ? ALONE : null), stepSet: (step) => stepRow(grid.store, step) })
  // Opened a second time, the set gets the whole window.
  const open = (row: Row): void => {
    if (onOpen?.(row) === true) return
    if (landmark('pane') === undefined) setIsPaneOpen(true)
    else enterWholeWindow()
  }
  return (
    <div className={styles.screen}>
      <SplitPane
        label={PANE}
        widthPx={paneWidthPx}
        firstWidthPx={firstPaneWidthPx}
        onResize={setPaneWidthPx}
        isEmpty={position === null && !isByItself}
        isWhole={isWhole}
        isOpen={(isPaneOpen && list === undefined) || isByItself}
        onClose={() => {
          setIsPaneOpen(false)
          setStore.actions.leaveByItself(place)
        }}
        findReturn={stopOfList}
        main={
          <ListColumn head={head} foot={foot} isStale={isStale} onDrop={onDrop}>
            {/* What is ticked, or else read, is dragged out as the files that are saved of it. */}
            {list ?? (
              <div className={styles.screen} onDragStart={(event) => dragRow(event, chosen())}>
                <Grid {...grid} onOpen={open} onLayoutChange={(layout) => rememberLayout(place, layout)} />
              </div>
            )}
          </ListColumn>
        }
        pane={pane}
      />
      {handedOver}
    </div>
  )
}

function dragRow(event: DragEvent, setIds: string[]): void {
  const sessionId = currentSessionId()
  if (sessionId === undefined || !(event.target instanceof HTMLTableRowElement)) return
  event.preventDefault()
  dragOut({ sessionId, documents: [], setIds })
}

const PANE = 'Set and preview'
/** Where a set is that is not in the list. */
const ALONE = { at: 1, of: 1 }

/** Where the current row is among the shown ones, from 1. */
function useCurrentPosition<Row>(store: GridStore<Row>): { at: number; of: number } | null {
  const of = useStore(store, ({ shown }) => shown.length)
  const at = useStore(store, ({ currentId }) => store.actions.placeOf(currentId))
  return at === -1 ? null : { at: at + 1, of }
}

function stepRow<Row>({ actions, getState }: GridStore<Row>, step: 1 | -1): void {
  const { focus, currentId } = getState()
  const rowId = actions.idOfPlace(actions.placeOf(currentId) + step)
  if (rowId !== undefined) actions.setFocus({ ...focus, rowId })
}

const FILTER = '[data-scope="list"] input[type="search"]'

/**
 * Ctrl+F in a list goes to the field that filters it; pressed there again, it finds in the document beside it, whose own key
 * it is everywhere else.
 */
function useListFilter(): void {
  useCommandsIn('List', [
    { id: 'list.filter', title: 'Filter the list', shortcut: 'Mod+F', within: 'list', run: filterList },
  ])
}

function filterList(): void {
  const field = document.querySelector<HTMLInputElement>(FILTER)
  if (field !== null && field !== document.activeElement) {
    field.focus()
    field.select()
    return
  }
  const find = findCommand(commandsStore.getState().commands, 'preview.find')
  if (find?.isEnabled === true) find.run()
}

// It includes pdf.js, as the preview does.
const PrintSetsDialog = lazy(async () => ({
  default: (await import('./PrintSetsDialog.tsx')).PrintSetsDialog,
}))

const PackDialog = lazy(async () => ({ default: (await import('../../packs/PackDialog.tsx')).PackDialog }))

/** Offers to print every document of the chosen sets, or to make a pack of them. */
function useHandingOver(
  place: SetPlace,
  { chosen, hasTicks }: { readonly chosen: () => readonly string[]; readonly hasTicks: boolean },
): ReactNode {
  const sessionId = useDesk(({ session }) => session?.sessionId)
  const setId = useStore(setStore, (sets) => sets[place].setId)
  const hasSet = setId !== null
  const [shown, setShown] = useState<{ Dialog: typeof PrintSetsDialog; setIds: readonly string[] }>()
  const show = (Dialog: typeof PrintSetsDialog): void => {
    const ofRows = [...new Set(chosen())]
    // A set that is shown by itself has no row.
    const setIds = ofRows.length === 0 && !hasTicks && setId !== null ? [setId] : ofRows
    if (setIds.length === 0) showToast({ text: 'No set is found for any ticked line.' })
    else if (Dialog === PackDialog && setIds.length > MAX_PACK_SETS)
      showToast({ text: `A pack takes up to ${countOf(MAX_PACK_SETS, 'set')}. Tick fewer.` })
    else setShown({ Dialog, setIds })
  }
  useCommandsIn('Reading', [
    {
      id: 'documents.printSets',
      title: hasTicks ? 'Print all documents of the ticked sets…' : 'Print all documents of this set…',
      shortcut: 'Mod+Shift+P',
      isEnabled: hasSet,
      run: () => show(PrintSetsDialog),
    },
    {
      id: 'pack.make',
      title: hasTicks ? 'Make a pack of the ticked sets…' : 'Make a pack of this set…',
      shortcut: 'Mod+Shift+M',
      isEnabled: hasTicks || hasSet,
      run: () => show(PackDialog),
    },
  ])
  if (shown === undefined || sessionId === undefined) return null
  return (
    <Suspense>
      <shown.Dialog sessionId={sessionId} setIds={shown.setIds} onClose={() => setShown(undefined)} />
    </Suspense>
  )
}

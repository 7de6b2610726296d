import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { useStore } from 'zustand'
import { type MenuPlace, menuPlace } from '../../ui/actions/Menu.tsx'
import { stepOfKey } from '../../ui/rows/use-keyboard-rows.ts'
import { scrollToRow, type VisibleRow } from '../../ui/rows/use-visible-rows.ts'
import { inboxStore } from '../store/inbox-store.ts'
import { countAbove } from '../store/merge-entries.ts'
import type { DayRows } from './day-rows.ts'

interface ListTargets {
  readonly scroller: RefObject<HTMLElement | null>
  readonly rowPx: number
  readonly onOpen: () => void
  readonly onMenu: (place: MenuPlace) => void
}

export interface ListEvents {
  readonly onClick: (event: MouseEvent) => void
  readonly onDoubleClick: (event: MouseEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onContextMenu: (event: MouseEvent) => void
}

/** Pointer and keys in the list, as in the grid of Search. Actions on entries are commands. */
export function useListEvents({ scroller, rowPx, onOpen, onMenu }: ListTargets): ListEvents {
  return {
    onClick: (event) => {
      const entryId = entryAt(event.target)
      if (entryId !== undefined) handleClick(entryId, event)
    },
    onDoubleClick: (event) => {
      if (entryAt(event.target) !== undefined && !isTick(event.target)) onOpen()
    },
    onKeyDown: (event) => {
      const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 1)
      if (handleKey(event, pageRows)) event.preventDefault()
    },
    onContextMenu: (event) => {
      const place = menuPlaceFor(event)
      if (place === undefined) return
      event.preventDefault()
      onMenu(place)
    },
  }
}

function handleClick(entryId: number, { target, shiftKey, ctrlKey, metaKey }: MouseEvent): void {
  const { focus } = inboxStore
  if (shiftKey) return focus.tickTo(entryId)
  if (ctrlKey || metaKey || isTick(target)) return focus.toggle(entryId)
  focus.focus(entryId)
}

/** Commands act on the ticked entries: the one under the pointer must be among them, or the only one. */
function menuPlaceFor(event: MouseEvent): MenuPlace | undefined {
  const { focus } = inboxStore
  const entryId = entryAt(event.target)
  if (entryId !== undefined) {
    if (!inboxStore.getState().ticked.has(entryId)) focus.clearTicks()
    focus.focus(entryId)
    return menuPlace(event)
  }
  // The Menu key goes to the list, which has the focus, not to the row where the keyboard is.
  const row = event.currentTarget.querySelector('tr[data-current]')
  return row === null ? undefined : menuPlace({ clientX: 0, clientY: 0, button: 0, target: row })
}

function handleKey(event: KeyboardEvent, pageRows: number): boolean {
  const { focus } = inboxStore
  if (event.altKey) return false
  if ((event.ctrlKey || event.metaKey) && event.key === 'a') {
    focus.tickAll()
    return true
  }
  const { focusedId, ticked } = inboxStore.getState()
  if (event.key === ' ' && focusedId !== null) {
    focus.toggle(focusedId)
    return true
  }
  if (event.key === 'Escape' && ticked.size > 0) {
    focus.clearTicks()
    return true
  }
  const by = stepOf(event, pageRows)
  if (by === undefined) return false
  if (event.shiftKey) tickAlong(by)
  else focus.step(by)
  return true
}

function stepOf({ key, ctrlKey, metaKey }: KeyboardEvent, pageRows: number): number | undefined {
  // With Ctrl, arrows belong to the desk.
  if (ctrlKey || metaKey) return { Home: -Infinity, End: Infinity }[key]
  return stepOfKey(key, pageRows)
}

function tickAlong(by: number): void {
  const { entries, focusedId } = inboxStore.getState()
  const at = entries.findIndex(({ entryId }) => entryId === focusedId)
  const next = entries[Math.min(entries.length - 1, Math.max(0, at + by))]
  if (next !== undefined) inboxStore.focus.tickTo(next.entryId)
}

function entryAt(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-entry]') : null
  return row === null ? undefined : Number(row.dataset['entry'])
}

function isTick(target: EventTarget): boolean {
  return target instanceof Element && target.closest('td')?.matches(':first-child') === true
}

interface ListScroll {
  readonly scroller: RefObject<HTMLElement | null>
  readonly rowPx: number
  readonly visible: readonly VisibleRow[]
  readonly rows: DayRows
}

/** This many rows from the end the next older entries are read. */
const READ_AHEAD_ROWS = 80

/** Keeps what is being read in place and the current row in view, and reads more near the end. */
export function useListScroll({ scroller, rowPx, visible, rows }: ListScroll): () => void {
  const entries = useStore(inboxStore, (state) => state.entries)
  const focusedId = useStore(inboxStore, (state) => state.focusedId)
  useAnchor({ scroller, rowPx, rows })
  const rowOf = useEffectEvent((id: number | null): number => {
    const place = entriesNow().findIndex(({ entryId }) => entryId === id)
    return place === -1 ? -1 : rows.positionOf(place)
  })
  useLayoutEffect(() => {
    const element = scroller.current
    const position = rowOf(focusedId)
    if (element === null || position === -1) return
    // Above the first entry of all is only its day.
    scrollToRow(element, { position: position === 1 ? 0 : position, rowPx })
  }, [scroller, rowPx, focusedId])
  const [first, last] = [visible[0]?.position ?? 0, visible.at(-1)?.position ?? 0]
  const headings = rows.count - entries.length
  const [from, to] = [Math.max(0, first - headings), last]
  useEffect(() => inboxStore.reader.setVisibleRange(from, to), [from, to])
  useEffect(() => {
    if (to > entries.length - READ_AHEAD_ROWS) void inboxStore.reader.more()
  }, [to, entries])
  // Only while it scrolls: reading the position at every new entry would force a layout each time.
  return () => inboxStore.reader.setAtTop((scroller.current?.scrollTop ?? 0) < rowPx / 2)
}

/** New entries above do not push down what is being read: the list scrolls by the same amount. */
function useAnchor({ scroller, rowPx, rows }: Omit<ListScroll, 'visible'>): void {
  const entries = useStore(inboxStore, (state) => state.entries)
  const topId = useRef<number>(undefined)
  useLayoutEffect(() => {
    const added = countAbove(entries, topId.current)
    topId.current = entries[0]?.entryId
    const element = scroller.current
    if (element !== null && added > 0 && added < entries.length && inboxStore.reader.mustKeepPosition()) {
      // What was on top stood below one heading.
      element.scrollBy({ top: (rows.positionOf(added) - 1) * rowPx })
    }
  }, [scroller, rowPx, rows, entries])
}

function entriesNow(): ReturnType<typeof inboxStore.getState>['entries'] {
  return inboxStore.getState().entries
}

import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { inboxStore } from '../store/inbox-store.ts'
import { useStore } from 'zustand'
import type { VisibleRow } from '../../ui/rows/use-visible-rows.ts'
import { countAbove } from '../store/merge-entries.ts'

interface ListParts {
  readonly scroller: RefObject<HTMLElement | null>
  readonly rowPx: number
  readonly onOpen: () => void
}

export interface ListEvents {
  readonly onClick: (event: MouseEvent) => void
  readonly onDoubleClick: (event: MouseEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Pointer and keys in the list, as in the grid of Search. What is done with an entry are commands. */
export function useListEvents({ scroller, rowPx, onOpen }: ListParts): ListEvents {
  return {
    onClick: (event) => {
      const entryId = entryAt(event.target)
      if (entryId !== undefined) clicked(entryId, event)
    },
    onDoubleClick: (event) => {
      if (entryAt(event.target) !== undefined && !isTick(event.target)) onOpen()
    },
    onKeyDown: (event) => {
      const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 1)
      if (acted(event, pageRows)) event.preventDefault()
    },
  }
}

function clicked(entryId: number, { target, shiftKey, ctrlKey, metaKey }: MouseEvent): void {
  const { focus } = inboxStore
  if (shiftKey) return focus.tickTo(entryId)
  if (ctrlKey || metaKey || isTick(target)) return focus.toggle(entryId)
  focus.clearTicks()
  focus.focus(entryId)
}

function acted(event: KeyboardEvent, pageRows: number): boolean {
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
  // With Ctrl the arrows are the desk’s own.
  if (ctrlKey || metaKey) return { Home: -Infinity, End: Infinity }[key]
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: pageRows,
    PageUp: -pageRows,
    Home: -Infinity,
    End: Infinity,
  }
  return steps[key]
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
}

/** So many rows from the end the next older ones are read. */
const READ_AHEAD_ROWS = 80

/** Keeps in place what is looked at, keeps the keyboard’s row in sight, and reads on near the end. */
export function useListScroll({ scroller, rowPx, visible }: ListScroll): () => void {
  const entries = useStore(inboxStore, (state) => state.entries)
  const focusedId = useStore(inboxStore, (state) => state.focusedId)
  useAnchor(scroller, rowPx)
  useLayoutEffect(() => {
    const element = scroller.current
    const at = entriesNow().findIndex(({ entryId }) => entryId === focusedId)
    if (element === null || at === -1) return
    const [top, bottom] = [at * rowPx, (at + 1) * rowPx]
    if (top < element.scrollTop) element.scrollTo({ top })
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTo({ top: bottom - element.clientHeight })
  }, [scroller, rowPx, focusedId])
  const from = visible[0]?.position ?? 0
  const to = visible.at(-1)?.position ?? 0
  useEffect(() => inboxStore.reader.noteInSight(from, to), [from, to])
  useEffect(() => {
    if (to > entries.length - READ_AHEAD_ROWS) void inboxStore.reader.more()
  }, [to, entries])
  // Only while it scrolls: to ask where it stands at every entry that comes would lay everything out anew each time.
  return () => inboxStore.reader.noteTop((scroller.current?.scrollTop ?? 0) < rowPx / 2)
}

/** What comes in above pushes nothing down while somebody reads: the list is scrolled by as much. */
function useAnchor(scroller: RefObject<HTMLElement | null>, rowPx: number): void {
  const entries = useStore(inboxStore, (state) => state.entries)
  const topId = useRef<number>(undefined)
  useLayoutEffect(() => {
    const added = countAbove(entries, topId.current)
    topId.current = entries[0]?.entryId
    const element = scroller.current
    if (element !== null && added > 0 && added < entries.length && inboxStore.reader.isHeld()) {
      element.scrollBy({ top: added * rowPx })
    }
  }, [scroller, rowPx, entries])
}

function entriesNow(): ReturnType<typeof inboxStore.getState>['entries'] {
  return inboxStore.getState().entries
}

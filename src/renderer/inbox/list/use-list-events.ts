import type { KeyboardEvent, MouseEvent, RefObject } from 'react'
import { inboxStore } from '../store/inbox-store.ts'

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
    ...{ ArrowDown: 1, ArrowUp: -1, PageDown: pageRows, PageUp: -pageRows, Home: -Infinity, End: Infinity },
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

import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { stopOfList } from '../../ui/base/landmarks.ts'
import type { GridProps } from '../grid-props.ts'
import type { GridStore } from '../store/create-grid-store.ts'
import type { GridFocus } from '../store/grid-state.ts'

/** Moves the focus to the current row of a grid, or to the first one. */
export function enterGrid<Row>({ actions, getState }: GridStore<Row>): void {
  const { focus, currentId } = getState()
  const rowId = (actions.positionOf(currentId) === -1 ? actions.idAt(0) : currentId) ?? null
  // Flushed, so that the cell that takes the focus is found.
  flushSync(() => actions.setFocus({ ...focus, rowId }))
  stopOfList()?.focus()
}

export interface GridFocusHandlers {
  readonly onFocus: (event: FocusEvent) => void
  readonly onBlur: (event: FocusEvent) => void
}

export interface GridFocusControl {
  readonly handlers: GridFocusHandlers
  /** Call before the state’s focus moves: the browser’s focus follows, and the cell scrolls into view. */
  readonly follow: () => void
  /** Call after rows were drawn: the focused element may be gone, or show another row now. */
  readonly keep: () => void
}

/** Keeps the browser’s focus and the state’s focus in sync: keys move the state’s, pointer and Tab the browser’s. */
export function useGridFocus<Row>(props: GridProps<Row>, scroller: RefObject<HTMLElement | null>): GridFocusControl {
  const { store } = props
  const isInside = useRef(false)
  const isFollowing = useRef(false)
  /** The cell that a menu or panel took the focus from. */
  const lender = useRef<EventTarget>(null)
  const focus = useStore(store, (state) => state.focus)
  useLayoutEffect(() => {
    if (!isFollowing.current) return
    isFollowing.current = false
    const cell = focusedCell(scroller.current, focus)
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [focus, scroller])
  useFocusRow(props)
  const follow = (): void => {
    isFollowing.current = true
  }
  const onFocus = (event: FocusEvent): void => {
    const { columnId, position } = gridTarget(event.target)
    const { actions, getState } = store
    const isReturned = lender.current === event.target
    const isEntered = !isInside.current && !isReturned && event.target.matches(':focus-visible')
    isInside.current = true
    lender.current = null
    if (columnId === null) return
    // Tab enters the rows; the header is one key up.
    const rowId = (position === null ? (isEntered ? actions.idAt(0) : null) : actions.idAt(position)) ?? null
    const { focus: before } = getState()
    if (isEntered && position === null) follow()
    if (before.rowId !== rowId || before.columnId !== columnId) actions.setFocus({ rowId, columnId }, 'kept')
  }
  const onBlur = ({ target, relatedTarget }: FocusEvent): void => {
    lender.current = relatedTarget?.closest('[role="menu"], [role="dialog"]') == null ? null : target
    // If the window loses and regains the focus, the browser returns it to the same cell.
    isInside.current = scroller.current?.contains(relatedTarget) === true || !document.hasFocus()
  }
  const keep = (): void => {
    const cell = focusedCell(scroller.current, store.getState().focus)
    if (isInside.current && cell !== document.activeElement) cell?.focus({ preventScroll: true })
  }
  return { handlers: { onFocus, onBlur }, follow, keep }
}

function useFocusRow<Row>({ store, onFocusRow }: GridProps<Row>): void {
  const rowId = useStore(store, ({ currentId }) => currentId)
  const notify = useEffectEvent(() => onFocusRow?.(store.actions.currentRow() ?? null))
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the row is read when its id changes
  useEffect(() => notify(), [rowId])
}

function focusedCell(grid: HTMLElement | null, { rowId }: GridFocus): HTMLElement | null | undefined {
  return grid?.querySelector<HTMLElement>(`${rowId === null ? 'thead' : 'tbody'} [tabindex="0"]`)
}

/** The part of the grid that an event hit, read from the attributes of cells and rows. */
export interface GridTarget {
  readonly columnId: string | null
  /** Null outside the rows. */
  readonly position: number | null
  readonly isHandle: boolean
  readonly isFunnel: boolean
  readonly cell: HTMLElement | null
}

export function gridTarget(target: EventTarget): GridTarget {
  const element = target instanceof Element ? target : null
  const found = element?.closest('[data-column]')
  const cell = found instanceof HTMLElement ? found : null
  const position = element?.closest('[data-position]')?.getAttribute('data-position') ?? null
  return {
    cell,
    columnId: cell?.dataset['column'] ?? null,
    position: position === null ? null : Number(position),
    isHandle: element?.closest('[data-handle]') !== null,
    isFunnel: element?.closest('[data-funnel]') !== null,
  }
}

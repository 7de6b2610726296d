import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import { rootColumnRemPx } from '../../ui/rows/use-rem-px.ts'
import { layoutWidth, showTemplate } from '../columns/column-template.ts'
import type { GridLayout } from '../columns/grid-column.ts'
import { moveColumn, resizeColumn } from '../columns/grid-layout.ts'
import type { GridStore } from '../store/create-grid-store.ts'
import { TICK_COLUMN } from '../store/grid-state.ts'
import { gridTarget } from './use-grid-focus.ts'

/** A shorter movement is a click by an unsteady hand. */
const DRAG_PX = 5

/** A column being dragged; `beforeId` null is the end. */
export interface ColumnDrag {
  readonly columnId: string
  readonly beforeId: string | null
}

interface Grab {
  readonly columnId: string
  readonly isResize: boolean
  readonly startPx: number
  readonly startWidth: number
  readonly remPx: number
}

interface HeaderDragOptions<Row> {
  readonly store: GridStore<Row>
  readonly scroller: RefObject<HTMLElement | null>
}

type HeaderPointer = (event: PointerEvent<HTMLElement>) => void

export interface HeaderDrag {
  readonly drag: ColumnDrag | undefined
  readonly handlers: Readonly<
    Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel', HeaderPointer>
  >
}

/** Resizing and moving columns with the pointer, by handlers on the header row. */
export function useHeaderDrag<Row>({ store, scroller }: HeaderDragOptions<Row>): HeaderDrag {
  const grab = useRef<Grab>(null)
  const [drag, setDrag] = useState<ColumnDrag>()
  const end = (): void => {
    grab.current = null
    setDrag(undefined)
  }
  const onPointerDown: HeaderPointer = (event) => {
    grab.current = event.button === 0 ? startGrab(event) : null
    // Captured by the handle itself: the click goes to the capturing element, and a double click on the handle fits the column.
    const { target, pointerId } = event
    if (grab.current?.isResize === true && target instanceof Element) target.setPointerCapture(pointerId)
  }
  const onPointerMove: HeaderPointer = (event) => {
    const held = grab.current
    if (held === null) return
    if (held.isResize) {
      showTemplate(scroller.current, store.actions.drawnLayout(resizedLayout(store, held, event.clientX)))
    } else if (drag !== undefined || Math.abs(event.clientX - held.startPx) >= DRAG_PX) {
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ columnId: held.columnId, beforeId: columnAfter(event) })
    }
  }
  const onPointerUp: HeaderPointer = (event) => {
    const held = grab.current
    const { layout } = store.getState()
    if (held?.isResize === true) store.actions.setLayout(resizedLayout(store, held, event.clientX))
    if (drag !== undefined) store.actions.setLayout(moveColumn(layout, drag.columnId, drag.beforeId))
    end()
  }
  const onPointerCancel: HeaderPointer = () => {
    showTemplate(scroller.current, store.actions.drawnLayout())
    end()
  }
  return { drag, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } }
}

function startGrab(event: PointerEvent<HTMLElement>): Grab | null {
  const { columnId, isHandle, cell } = gridTarget(event.target)
  if (columnId === null || columnId === TICK_COLUMN || cell === null) return null
  const remPx = rootColumnRemPx()
  const startWidth = layoutWidth(cell.getBoundingClientRect().width, remPx)
  return { columnId, isResize: isHandle, startPx: event.clientX, startWidth, remPx }
}

function resizedLayout<Row>(store: GridStore<Row>, held: Grab, clientX: number): GridLayout {
  const width = held.startWidth + layoutWidth(clientX - held.startPx, held.remPx)
  return resizeColumn(store.getState().layout, held.columnId, width)
}

/** The column before which the dragged one would be dropped. */
function columnAfter({ currentTarget, clientX }: PointerEvent<HTMLElement>): string | null {
  const titles = currentTarget.querySelectorAll<HTMLElement>(`[data-column]:not([data-column="${TICK_COLUMN}"])`)
  const following = [...titles].find((title) => {
    const { left, width } = title.getBoundingClientRect()
    return clientX < left + width / 2
  })
  return following?.dataset['column'] ?? null
}

/** Makes a column as wide as the widest of its drawn cells, including its title. */
export function fitColumn<Row>(store: GridStore<Row>, grid: HTMLElement | null, columnId: string): void {
  const cells = grid?.querySelectorAll(`[data-column="${CSS.escape(columnId)}"]:not([aria-colspan])`) ?? []
  const widestPx = Math.max(...Array.from(cells, contentPx))
  if (!Number.isFinite(widestPx)) return
  const remPx = rootColumnRemPx()
  const { layout } = store.getState()
  store.actions.setLayout(resizeColumn(layout, columnId, Math.ceil(layoutWidth(widestPx, remPx)) + 2))
}

/** A narrow cell cuts its content off, so the content is measured: its text, or the one element it draws. */
function contentPx(cell: Element): number {
  const { paddingLeft, paddingRight } = getComputedStyle(cell)
  const content = cell.firstElementChild ?? cell
  const words = document.createRange()
  words.selectNodeContents(content)
  const drawnPx = content === cell ? 0 : content.scrollWidth
  const contentWidthPx = Math.max(words.getBoundingClientRect().width, drawnPx)
  return contentWidthPx + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
}

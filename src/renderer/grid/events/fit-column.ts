import { rootRemPx } from '../../ui/rows/use-rem-px.ts'
import { layoutWidth } from '../columns/column-template.ts'
import { resizeColumn } from '../columns/grid-layout.ts'
import type { GridStore } from '../store/create-grid-store.ts'

/** Makes a column as wide as the widest of its drawn cells, including its title. */
export function fitColumn<Row>(store: GridStore<Row>, grid: HTMLElement | null, columnId: string): void {
  const cells = grid?.querySelectorAll(`[data-column="${CSS.escape(columnId)}"]:not([aria-colspan])`) ?? []
  const widestPx = Math.max(...Array.from(cells, contentPx))
  if (!Number.isFinite(widestPx)) return
  const remPx = rootRemPx()
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

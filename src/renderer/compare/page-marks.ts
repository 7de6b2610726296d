import type { Box } from '../../shared/compare/page-content.ts'
import type { PreviewModel } from '../preview/create-preview.ts'
import type { Change, Mark, Side } from './changes.ts'
import styles from './PageMarks.module.css'

/** The marks on the pages of one document. */
export interface PageMarks {
  /** The change that is looked at, which stands out. */
  show(current: number): void
  remove(): void
}

/** Marks changes on the pages of a side, each time the viewer draws a page. */
export function markPages(model: PreviewModel, side: Side, changes: readonly Change[]): PageMarks {
  const marks = changes.flatMap((change, at) =>
    change.marks.filter((mark) => mark.side === side).map((mark) => ({ mark, at })),
  )
  const byPage = Map.groupBy(marks, ({ mark }) => mark.pageNumber)
  const end = new AbortController()
  const layers = new Map<number, HTMLElement>()
  let current = -1
  const draw = (pageNumber: number): void => {
    const page = pageElement(model, pageNumber)
    layers.get(pageNumber)?.remove()
    const layer = document.createElement('div')
    layer.className = styles['layer'] ?? ''
    // What differs is said in words above the pages.
    layer.setAttribute('aria-hidden', 'true')
    const { rotation } = model.store.getState()
    layer.append(...(byPage.get(pageNumber) ?? []).map(({ mark, at }) => markElement(mark, rotation, at === current)))
    layers.set(pageNumber, layer)
    page?.append(layer)
  }
  model
    .stage()
    ?.view.bus.on(
      'pagerendered',
      ({ pageNumber }: { pageNumber: number }) => byPage.has(pageNumber) && draw(pageNumber),
      {
        signal: end.signal,
      },
    )
  for (const pageNumber of byPage.keys()) {
    if (pageElement(model, pageNumber)?.dataset['loaded'] === 'true') draw(pageNumber)
  }
  return {
    show: (at) => {
      current = at
      for (const pageNumber of layers.keys()) draw(pageNumber)
    },
    remove: () => {
      end.abort()
      for (const layer of layers.values()) layer.remove()
    },
  }
}

/** Brings a mark into view, with something of what is above it. */
export function scrollToMark(model: PreviewModel, { pageNumber, box }: Mark): void {
  const scroller = model.stage()?.view.viewer.container
  const page = pageElement(model, pageNumber)
  if (scroller === undefined || page === undefined) return
  const { left, top } = turned(box, model.store.getState().rotation)
  scroller.scrollTo({
    top: page.offsetTop + top * page.clientHeight - scroller.clientHeight / 3,
    left: page.offsetLeft + left * page.clientWidth - scroller.clientWidth / 3,
  })
}

/** The element that pdf.js has for a page, drawn or not. */
export function pageElement(model: PreviewModel, pageNumber: number): HTMLElement | undefined {
  const pages = model.stage()?.view.viewer.container
  return pages?.querySelector<HTMLElement>(`.page[data-page-number="${pageNumber}"]`) ?? undefined
}

function markElement({ box, kind }: Mark, rotation: number, isCurrent: boolean): HTMLElement {
  const mark = document.createElement('div')
  const { left, top, width, height } = turned(box, rotation)
  mark.className = [styles['mark'], styles[kind], isCurrent ? styles['current'] : ''].join(' ')
  mark.dataset['mark'] = kind
  Object.assign(mark.style, {
    left: `${left * 100}%`,
    top: `${top * 100}%`,
    width: `${width * 100}%`,
    height: `${height * 100}%`,
  })
  return mark
}

/** Where a place of a page is once the user has turned it. */
function turned(box: Box, rotation: number): Box {
  if (rotation <= 0) return box
  const { left, top, width, height } = box
  return turned({ left: 1 - top - height, top: left, width: height, height: width }, rotation - 90)
}

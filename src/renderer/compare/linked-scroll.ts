import type { ComparedPage } from '../../shared/compare/compare-documents.ts'
import type { PreviewModel } from '../preview/create-preview.ts'
import { pageElement } from './page-marks.ts'

/** Scrolls each of two documents with the other, page beside page. Returns what ends it. */
export function linkScrolling(left: PreviewModel, right: PreviewModel, pages: readonly ComparedPage[]): () => void {
  const end = new AbortController()
  const { toRight, toLeft } = counterparts(pages)
  // Where a document was scrolled to by the other one, which is not to be answered.
  const expected = new Map<PreviewModel, number>()
  const follow = (leader: PreviewModel, follower: PreviewModel, counterpart: ReadonlyMap<number, number>): void => {
    const [from, to] = [leader.stage()?.view.viewer.container, follower.stage()?.view.viewer.container]
    if (from === undefined || to === undefined) return
    from.addEventListener(
      'scroll',
      () => {
        if (Math.abs((expected.get(leader) ?? -1) - from.scrollTop) < 2) return
        expected.delete(leader)
        const { pageNumber } = leader.store.getState()
        const page = pageElement(leader, pageNumber)
        const other = pageElement(follower, counterpart.get(pageNumber) ?? 1)
        if (page === undefined || other === undefined) return
        const share = (from.scrollTop - page.offsetTop) / page.offsetHeight
        to.scrollTo({ top: other.offsetTop + share * other.offsetHeight, left: from.scrollLeft })
        expected.set(follower, to.scrollTop)
      },
      { signal: end.signal, passive: true },
    )
  }
  follow(left, right, toRight)
  follow(right, left, toLeft)
  return () => end.abort()
}

/** For each page of a side the page that belongs beside it; for one that has none, that of the page before. */
function counterparts(pages: readonly ComparedPage[]): Record<'toRight' | 'toLeft', ReadonlyMap<number, number>> {
  const [toRight, toLeft] = [new Map<number, number>(), new Map<number, number>()]
  let [lastLeft, lastRight] = [1, 1]
  for (const { left, right } of pages) {
    lastLeft = left ?? lastLeft
    lastRight = right ?? lastRight
    if (left !== null) toRight.set(left, lastRight)
    if (right !== null) toLeft.set(right, lastLeft)
  }
  return { toRight, toLeft }
}

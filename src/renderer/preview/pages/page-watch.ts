import { FindState } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { createDeadline, type Deadline } from '../document/deadline.ts'
import { type PreviewFailure, PreviewError, tooSlowToDraw } from '../document/preview-failures.ts'
import { DRAW_BUDGET_MS } from '../document/preview-limits.ts'
import type { PageNote, PreviewStore } from '../preview-store.ts'
import type { PageLayer, ViewElements, ViewListeners } from './document-view.ts'
import { noteOnPage } from './page-note.ts'

interface PageWatchDependencies {
  elements: ViewElements
  store: PreviewStore
  /** Called when a page is not drawn in time. */
  onTrouble: (failure: PreviewFailure) => void
}

export interface PageWatch {
  readonly listeners: Omit<ViewListeners, 'onScale'>
  clear(): void
}

/** Watches the viewer draw pages: collects a note about each, and limits the time. */
export function watchPages(dependencies: PageWatchDependencies): PageWatch {
  const { elements, store } = dependencies
  const notes = new Map<number, PageNote | undefined>()
  const layers = new Map<number, Set<PageLayer>>()
  const deadlines = new Map<number, Deadline>()
  const stop = (pageNumber: number): void => {
    deadlines.get(pageNumber)?.stop()
    deadlines.delete(pageNumber)
  }
  const note = (pageNumber: number, found: PageNote | undefined): void => {
    notes.set(pageNumber, found)
    if (store.getState().pageNumber === pageNumber) store.setState({ note: found })
  }
  return {
    listeners: {
      onPage: (pageNumber) => store.setState({ pageNumber, note: notes.get(pageNumber) }),
      onDrawing: (pageNumber) => {
        stop(pageNumber)
        layers.delete(pageNumber)
        deadlines.set(pageNumber, startDeadline(dependencies, pageNumber))
      },
      onDrawn: (pageNumber, isWhole) => {
        stop(pageNumber)
        if (!isWhole) note(pageNumber, 'not-drawn')
      },
      onLayer: (pageNumber, layer, imageShare) => {
        const arrived = layers.get(pageNumber) ?? new Set()
        layers.set(pageNumber, arrived.add(layer))
        const page = elements.pages.querySelector(`.page[data-page-number="${pageNumber}"]`)
        if (arrived.size < LAYERS || page === null || notes.get(pageNumber) === 'not-drawn') return
        note(pageNumber, noteOnPage(page, imageShare))
      },
      ...findListeners(store),
    },
    clear: () => {
      for (const pageNumber of Array.from(deadlines.keys())) stop(pageNumber)
      notes.clear()
      layers.clear()
    },
  }
}

/** Over what is drawn: text, and fields and notes. */
const LAYERS = 2

function findListeners(store: PreviewStore): Pick<ViewListeners, 'onMatches' | 'onFindState'> {
  const change = (found: { current?: number; total?: number; isSearching?: boolean }): void =>
    store.setState(({ find }) => ({ find: { ...find, ...found } }))
  return {
    onMatches: ({ current, total }) => change({ current, total }),
    onFindState: (state) => change({ isSearching: state === FindState.PENDING }),
  }
}

function startDeadline({ elements, onTrouble }: PageWatchDependencies, pageNumber: number): Deadline {
  const failure = tooSlowToDraw(pageNumber)
  const deadline = createDeadline(DRAW_BUDGET_MS, () => new PreviewError(failure))
  deadline.passed.catch(() => {
    // A page that was scrolled away is no longer drawn, which no event reports.
    if (elements.pages.querySelector(`.page.loading[data-page-number="${pageNumber}"]`) !== null) onTrouble(failure)
  })
  return deadline
}

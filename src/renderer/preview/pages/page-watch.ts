import { FindState } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { createDeadline, type Deadline } from '../document/deadline.ts'
import { type PreviewFailure, PreviewError, tooSlowToDraw } from '../document/preview-failures.ts'
import { DRAW_BUDGET_MS } from '../document/preview-limits.ts'
import type { PageNote, PreviewStore } from '../preview-store.ts'
import type { ViewElements, ViewListeners } from './document-view.ts'

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
        deadlines.set(pageNumber, startDeadline(dependencies, pageNumber))
      },
      onDrawn: (pageNumber, isWhole) => {
        stop(pageNumber)
        if (!isWhole) note(pageNumber, 'not-drawn')
      },
      onText: (pageNumber) => {
        if (notes.get(pageNumber) !== 'not-drawn') note(pageNumber, noteOnPage(elements.pages, pageNumber))
      },
      ...findListeners(store),
    },
    clear: () => {
      for (const pageNumber of Array.from(deadlines.keys())) stop(pageNumber)
      notes.clear()
    },
  }
}

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

/** Side of the small copy in which a page is checked, in pixels: a single line of print still shades one of them. */
const SAMPLE_PX = 64

/** The note about a page after its drawing and text have arrived. */
function noteOnPage(pages: HTMLElement, pageNumber: number): PageNote | undefined {
  const page = pages.querySelector(`.page[data-page-number="${pageNumber}"]`)
  const text = page?.querySelector('.textLayer')?.textContent ?? ''
  if (page === null || text.trim() !== '') return undefined
  const canvas = page.querySelector('canvas')
  return canvas === null || isBlank(canvas) ? 'blank' : 'no-text'
}

function isBlank(canvas: HTMLCanvasElement): boolean {
  const sample = new OffscreenCanvas(SAMPLE_PX, SAMPLE_PX).getContext('2d', { willReadFrequently: true })
  if (sample === null || canvas.width === 0 || canvas.height === 0) return true
  sample.drawImage(canvas, 0, 0, SAMPLE_PX, SAMPLE_PX)
  const colours = new Uint32Array(sample.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX).data.buffer)
  return colours.every((colour) => colour === colours[0])
}

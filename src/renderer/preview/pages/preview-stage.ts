import { ignoring } from '../../../shared/errors/ignoring.ts'
import type { OpenedDocument } from '../document/open-document.ts'
import type { PreviewFailure } from '../document/preview-failures.ts'
import { scaleFor, steppedScale, type Zoom } from '../fit-scale.ts'
import type { PreviewStore } from '../preview-store.ts'
import { createDocumentView, type DocumentView, type ViewElements } from './document-view.ts'
import { createFirstPageCover, type FirstPageCover, isDrawnWhole, turnedSize } from './draw-page.ts'
import { watchPages } from './page-watch.ts'

export interface StageElements extends ViewElements {
  /** Lies over the scroller. */
  readonly cover: HTMLElement
}

/** A place in a document. */
export interface Position {
  pageNumber: number
  rotation: number
}

/** The part of a preview that shows pages. */
export interface Stage {
  readonly view: DocumentView
  /** Removes the document from the screen at once. */
  clear(): void
  /** Shows a document at a position. Calls back when the first page is on the screen. */
  show(opened: OpenedDocument, at: Position, onPainted: () => void): Promise<void>
  zoomTo(zoom: Zoom): void
  zoomBy(direction: 1 | -1): void
  rotate(): void
  goTo(pageNumber: number): void
  dispose(): void
}

interface StageDependencies {
  elements: StageElements
  store: PreviewStore
  onTrouble: (failure: PreviewFailure) => void
}

interface StageContext extends StageDependencies {
  view: DocumentView
  cover: FirstPageCover
  /** The shown document, and what aborts its drawing. */
  shown: { opened: OpenedDocument; stop: AbortController } | undefined
}

export function createStage(dependencies: StageDependencies): Stage {
  const { elements, store } = dependencies
  const watch = watchPages(dependencies)
  const view = createDocumentView(elements, {
    ...watch.listeners,
    onScale: (scale) => store.setState({ scale }),
  })
  const scene: StageContext = { ...dependencies, view, cover: createFirstPageCover(elements.cover), shown: undefined }
  const observer = new ResizeObserver(() => refit(scene))
  observer.observe(elements.scroller)
  const listening = new AbortController()
  elements.scroller.addEventListener('wheel', (event) => zoomByWheel(scene, event), {
    passive: false,
    signal: listening.signal,
  })
  // A middle click would open this page again in a new window.
  elements.pages.addEventListener('auxclick', (event) => event.preventDefault(), { signal: listening.signal })
  const clear = (): void => {
    scene.shown?.stop.abort()
    scene.shown = undefined
    scene.cover.cover()
    watch.clear()
    view.clear()
  }
  return {
    view,
    clear,
    show: (opened, at, onPainted) => show(scene, { opened, at }, onPainted),
    ...zoomActions(scene),
    goTo: (pageNumber) => {
      const isPage = Number.isInteger(pageNumber) && pageNumber >= 1 && pageNumber <= store.getState().pageCount
      if (isPage) view.viewer.currentPageNumber = pageNumber
    },
    dispose: () => {
      clear()
      listening.abort()
      observer.disconnect()
      view.dispose()
    },
  }
}

async function show(
  scene: StageContext,
  { opened, at }: { opened: OpenedDocument; at: Position },
  onPainted: () => void,
): Promise<void> {
  const { store, view, cover } = scene
  const stop = new AbortController()
  scene.shown = { opened, stop }
  const size = turnedSize(opened.firstPage, at.rotation)
  const scale = scaleFor(store.getState().zoom, size, boxOf(scene))
  store.setState({ ...at, scale, pageCount: opened.pdf.numPages })
  const isCovered = at.pageNumber === 1 && isDrawnWhole(size, scale)
  if (isCovered) {
    await cover.show(opened.firstPage, { scale, rotation: at.rotation }, stop.signal)
    if (scene.shown?.opened !== opened) return
    onPainted()
  }
  await view.show(opened.pdf, { ...at, scale })
  if (scene.shown?.opened !== opened) return
  await firstDrawing(scene, stop.signal)
  cover.lift()
  if (!isCovered) onPainted()
}

/** Resolves once the viewer has drawn what the cover shows, or the user has scrolled away. */
function firstDrawing({ view, elements }: StageContext, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ends = { once: true, signal }
    view.bus.on('pagerendered', () => resolve(), ends)
    elements.scroller.addEventListener('scroll', () => resolve(), ends)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function zoomActions(scene: StageContext): Pick<Stage, 'zoomTo' | 'zoomBy' | 'rotate'> {
  const { store } = scene
  const zoomTo = (zoom: Zoom): void => {
    store.setState({ zoom })
    refit(scene)
  }
  return {
    zoomTo,
    zoomBy: (direction) => zoomTo(steppedScale(store.getState().scale, direction)),
    rotate: () => {
      store.setState(({ rotation }) => ({ rotation: (rotation + 90) % 360 }))
      refit(scene)
    },
  }
}

/** Applies zoom and rotation to the visible page. */
function refit(scene: StageContext): void {
  const { store, view, shown } = scene
  if (shown === undefined || !view.viewer.pdfDocument) return
  const { zoom, pageNumber, rotation } = store.getState()
  const { opened, stop } = shown
  const apply = async (): Promise<void> => {
    const page = pageNumber === 1 ? opened.firstPage : await opened.pdf.getPage(pageNumber)
    if (stop.signal.aborted) return
    const isTurned = view.viewer.pagesRotation !== rotation
    view.viewer.pagesRotation = rotation
    view.viewer.currentScale = scaleFor(zoom, turnedSize(page, rotation), boxOf(scene))
    // Rotation changes the height of every page, so another page would be in view.
    if (isTurned) view.viewer.currentPageNumber = pageNumber
  }
  apply().catch(ignoring('an unreadable page says so in its place, and the scale stays'))
}

/** A wheel notch is 100; a pinch on a touch pad arrives in small steps. */
const PER_NOTCH = 0.001
const PER_PINCH = 0.01
const REDRAW_DELAY_MS = 300

function zoomByWheel({ store, view }: StageContext, event: WheelEvent): void {
  if (!event.ctrlKey) return
  event.preventDefault()
  const { scale } = store.getState()
  const strength = Math.abs(event.deltaY) < 50 ? PER_PINCH : PER_NOTCH
  const target = Math.min(8, Math.max(0.1, scale * Math.exp(-event.deltaY * strength)))
  view.viewer.updateScale({
    scaleFactor: target / scale,
    origin: [event.clientX, event.clientY],
    drawingDelay: REDRAW_DELAY_MS,
  })
  store.setState({ zoom: store.getState().scale })
}

function boxOf({ elements }: StageContext): { width: number; height: number } {
  return { width: elements.scroller.clientWidth, height: elements.scroller.clientHeight }
}

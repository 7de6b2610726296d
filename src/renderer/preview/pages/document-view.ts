import { AnnotationMode, type PDFDocumentProxy } from 'pdfjs-dist'
import { EventBus, LinkTarget, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { PDFJS_PATH } from '../document/pdf-workers.ts'
import { MAX_CANVAS_PIXELS } from '../document/preview-limits.ts'
import { ForgivingFind } from './forgiving-find.ts'

/** The two elements for pdf.js: an absolutely positioned scroller, and inside it the element that holds the pages. */
export interface ViewElements {
  readonly scroller: HTMLDivElement
  readonly pages: HTMLDivElement
}

/** Text that can be selected; fields, notes and links. */
export type PageLayer = 'text' | 'annotations'

export interface ViewListeners {
  /** Another page is in view. */
  onPage(pageNumber: number): void
  onScale(scale: number): void
  onDrawing(pageNumber: number): void
  onDrawn(pageNumber: number, isWhole: boolean): void
  /** A layer over what is drawn is there, if only an empty one. `imageShare` is the part of the page that images cover. */
  onLayer(pageNumber: number, layer: PageLayer, imageShare: number): void
  onMatches(matches: { current: number; total: number }): void
  onFindState(state: number): void
}

/** A place in a document, with scale and rotation. */
interface Place {
  scale: number
  rotation: number
  pageNumber: number
}

export interface DocumentView {
  readonly viewer: PDFViewer
  readonly bus: EventBus
  /** Shows a document at a place. Resolves when its pages are laid out. */
  show(pdf: PDFDocumentProxy, at: Place): Promise<void>
  clear(): void
  dispose(): void
}

/** The pdf.js viewer, without anything that lets a document do more than be shown. */
export function createDocumentView({ scroller, pages }: ViewElements, listeners: ViewListeners): DocumentView {
  const bus = new EventBus()
  const linkService = new PDFLinkService({ eventBus: bus, externalLinkTarget: LinkTarget.NONE })
  linkService.externalLinkEnabled = false
  const end = new AbortController()
  const options = {
    container: scroller,
    viewer: pages,
    eventBus: bus,
    linkService,
    findController: new ForgivingFind({ eventBus: bus, linkService }),
    annotationMode: AnnotationMode.ENABLE_STORAGE,
    // No editor, no scripting manager, no download manager.
    annotationEditorMode: -1,
    imageResourcesPath: new URL(`${PDFJS_PATH}images/`, document.baseURI).href,
    removePageBorders: true,
    enableAutoLinking: false,
    supportsPinchToZoom: false,
    maxCanvasPixels: MAX_CANVAS_PIXELS,
    // Images are noted, and none is large enough for the menu of pdf.js.
    imagesRightClickMinSize: Infinity,
    abortSignal: end.signal,
  }
  const viewer = new PDFViewer(options)
  linkService.setViewer(viewer)
  listenToView(bus, listeners)
  bus.on('annotationlayerrendered', () => disarmLinks(pages))
  return {
    viewer,
    bus,
    show: (pdf, at) => showAt({ viewer, bus, linkService }, pdf, at),
    clear: () => {
      if (!viewer.pdfDocument) return
      // The types do not allow null, though the viewer itself uses it for “no document”.
      Reflect.apply(viewer.setDocument, viewer, [null])
      linkService.setDocument(null)
    },
    dispose: () => end.abort(),
  }
}

async function showAt(
  { viewer, bus, linkService }: { viewer: PDFViewer; bus: EventBus; linkService: PDFLinkService },
  pdf: PDFDocumentProxy,
  { scale, rotation, pageNumber }: Place,
): Promise<void> {
  const hasPages = new Promise<void>((resolve) => bus.on('pagesinit', resolve, { once: true }))
  viewer.setDocument(pdf)
  linkService.setDocument(pdf)
  await hasPages
  viewer.pagesRotation = rotation
  viewer.currentScale = scale
  viewer.currentPageNumber = pageNumber
  // Page 1 starts with the margin above it.
  if (pageNumber === 1) viewer.container.scrollTop = 0
}

function listenToView(bus: EventBus, listeners: ViewListeners): void {
  bus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => listeners.onPage(pageNumber))
  bus.on('scalechanging', ({ scale }: { scale: number }) => listeners.onScale(scale))
  bus.on('pagerender', ({ pageNumber }: { pageNumber: number }) => listeners.onDrawing(pageNumber))
  bus.on('pagerendered', ({ pageNumber, error }: { pageNumber: number; error: unknown }) =>
    listeners.onDrawn(pageNumber, error === null || error === undefined),
  )
  const onLayer = (layer: PageLayer, { pageNumber, source }: LayerRendered): void =>
    listeners.onLayer(pageNumber, layer, imageShare(source.imageCoordinates ?? []))
  bus.on('textlayerrendered', (rendered: LayerRendered) => onLayer('text', rendered))
  bus.on('annotationlayerrendered', (rendered: LayerRendered) => onLayer('annotations', rendered))
  bus.on('updatefindmatchescount', ({ matchesCount }: { matchesCount: { current: number; total: number } }) =>
    listeners.onMatches(matchesCount),
  )
  bus.on(
    'updatefindcontrolstate',
    ({ state, matchesCount }: { state: number; matchesCount: { current: number; total: number } }) => {
      listeners.onMatches(matchesCount)
      listeners.onFindState(state)
    },
  )
}

interface LayerRendered {
  pageNumber: number
  source: { imageCoordinates: ArrayLike<number> | null }
}

/** Three corners of each image follow one another, in shares of the page. Of images over one another each counts. */
function imageShare(corners: ArrayLike<number>): number {
  let share = 0
  for (let at = 0; at < corners.length; at += 6) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = Array.from(corners).slice(at, at + 6)
    share += Math.abs((x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1))
  }
  return share
}

/** External links keep their tooltip but are disabled: an empty href would open this page again. */
function disarmLinks(pages: HTMLElement): void {
  for (const link of pages.querySelectorAll('.annotationLayer a[href=""]')) link.removeAttribute('href')
}

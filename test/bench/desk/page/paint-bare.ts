import { getDocument, PDFWorker } from 'pdfjs-dist'
import { PAGE_MARGIN_PX } from '../../../../src/renderer/preview/fit-scale.ts'

let warm: PDFWorker | undefined

/** The least that pdf.js can do: page 1 of a document on a canvas, with a worker that is warm; from bytes to paint. */
export async function paintBare(address: string): Promise<number> {
  // As wide as the preview has it.
  const widthPx = window.innerWidth - 2 * PAGE_MARGIN_PX
  const worker = await warmWorker()
  const data = new Uint8Array(await (await fetch(address)).arrayBuffer())
  const canvas = document.createElement('canvas')
  canvas.style.cssText = 'position: fixed; top: 0; left: 0; z-index: 1000'
  document.body.append(canvas)
  const startedMs = performance.now()
  const at = (folder: string): string => new URL(`pdfjs/${folder}/`, document.baseURI).href
  const urls = { cMapUrl: at('cmaps'), standardFontDataUrl: at('standard_fonts'), wasmUrl: at('wasm') }
  const task = getDocument({ data, worker, ...urls, disableWorkerRendering: true, verbosity: 0 })
  const page = await (await task.promise).getPage(1)
  const viewport = page.getViewport({ scale: widthPx / page.getViewport({ scale: 1 }).width })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  await page.render({ canvas, viewport }).promise
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const paintedMs = performance.now() - startedMs
  await task.destroy()
  canvas.remove()
  return paintedMs
}

async function warmWorker(): Promise<PDFWorker> {
  if (warm === undefined) {
    const port = new Worker(new URL('pdfjs/pdf.worker.min.mjs', document.baseURI), { type: 'module' })
    warm = PDFWorker.create({ port })
  }
  await warm.promise
  return warm
}

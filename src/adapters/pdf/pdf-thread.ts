import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type MessagePort, type ResourceLimits, Worker } from 'node:worker_threads'
import type { PageContent } from '../../shared/compare/page-content.ts'
import { TOO_MUCH, TOO_SLOW } from './flaws.ts'

/** What is read of each page. */
interface Pages {
  texts: string
  contents: PageContent
}

export interface PdfLimits {
  timeMs: number
  /** Of the thread’s own heap. */
  resourceLimits: ResourceLimits
  /** Of the whole process: what a stream unpacks to is in no heap. */
  processBytes?: number
}

/** The pages that were read, and why no more, as the end of a sentence about the document. */
export interface ReadPdf<Page> {
  pages: Page[]
  flaw: string | null
}

export interface PdfThread<Page> {
  /** One document at a time. Never fails. */
  read(bytes: Uint8Array): Promise<ReadPdf<Page>>
  end(): Promise<void>
}

type PdfNote<Page> = { page: Page } | { flaw: string | null }

const LOOK_EVERY_MS = 100

/** Reads with one thread as long as it lives. `program` is the entry `pdf-worker.ts`. */
export function createPdfThread<What extends keyof Pages>(
  program: URL,
  what: What,
  { timeMs, resourceLimits, processBytes = Infinity }: PdfLimits,
): PdfThread<Pages[What]> {
  let thread: Worker | undefined
  // What pdf.js says of a document is for nobody.
  const quiet = { stdout: true, stderr: true }
  const start = (): Worker => new Worker(program, { workerData: what, resourceLimits, ...quiet })
  return {
    read: async (bytes) => {
      const worker = (thread ??= start())
      const pages: Pages[What][] = []
      const { promise, resolve } = Promise.withResolvers<string | null>()
      const onNote = (note: PdfNote<Pages[What]>): void => {
        if ('page' in note) pages.push(note.page)
        else resolve(note.flaw)
      }
      const lose = (flaw: string): void => {
        thread = undefined
        resolve(flaw)
      }
      const onEnded = (): void => lose(TOO_MUCH)
      worker.on('message', onNote).on('error', onEnded).on('exit', onEnded)
      const late = setTimeout(lose, timeMs, TOO_SLOW)
      const look = setInterval(() => {
        if (process.memoryUsage.rss() > processBytes) lose(TOO_MUCH)
      }, LOOK_EVERY_MS)
      worker.postMessage(bytes, [])
      const flaw = await promise
      clearTimeout(late)
      clearInterval(look)
      if (thread === undefined) await worker.terminate()
      // By name: without the worker’s own listeners it would receive nothing any more.
      worker.off('message', onNote).off('error', onEnded).off('exit', onEnded)
      return { pages, flaw }
    },
    end: async () => void (await thread?.terminate()),
  }
}

/** The thread: reads one document after another. */
export function servePdfs(port: MessagePort, program: URL, what: unknown): void {
  // pdf.js takes every process of Electron but the main one for a page, and would ask for a document to draw in.
  if (process.versions['electron'] !== undefined) Reflect.defineProperty(process, 'type', { value: 'browser' })
  const resources = findResources(program)
  const note = (told: PdfNote<Pages[keyof Pages]>): void => port.postMessage(told, [])
  const read = async (bytes: Uint8Array): Promise<void> => {
    const { openPdf } = await import('./open-pdf.ts')
    const readPages =
      what === 'texts' ? (await import('./read-texts.ts')).readTexts : (await import('./read-contents.ts')).readContents
    note({
      flaw: await openPdf(bytes, resources, (pdf) => readPages(pdf, (page: Pages[keyof Pages]) => note({ page }))),
    })
  }
  port.on('message', (bytes: Uint8Array) => void read(bytes))
}

/** What pdf.js loads by itself: beside the program, beside the page of the desktop, or in a checkout. */
const RESOURCES = ['pdfjs/', '../renderer/pdfjs/', '../../../node_modules/pdfjs-dist/']

function findResources(program: URL): string {
  const folders = RESOURCES.map((folder) => fileURLToPath(new URL(folder, program)))
  return folders.find((folder) => existsSync(folder)) ?? ''
}

import { Worker } from 'node:worker_threads'
import { badUsage } from '../../shared/errors/app-error.ts'
import type { PageContent } from '../../shared/compare/page-content.ts'
import { formatBytes } from '../../shared/text/format.ts'
import { untilAborted, withinTime } from '../../engine/base/async.ts'
import { openUntrusted } from '../../engine/files/open-untrusted.ts'
import type { ClockPort } from '../../engine/ports/clock.ts'

const MAX_READING_MS = 60_000
/** In megabytes, without pictures, which are outside the heap and go after each page. */
const MAX_HEAP_MB = 256
const MAX_FILE_BYTES = 256 * 1024 * 1024

export interface PdfReaderOptions {
  /** The entry of the thread (`pdf-worker.ts`). */
  program: URL
  /** The folder of what pdf.js loads by itself, such as character maps. */
  resources: URL
  clock: ClockPort
}

/** What a thread is given. */
export interface PdfToRead {
  bytes: Uint8Array
  resources: string
}

/** What it answers: page after page, and then that it was the last, or why there are no more. */
export type PdfAnswer = { page: PageContent } | { isWhole: true } | { flaw: string; next: string }

/** Reads what is compared of every page of a PDF. Fails with bad-usage that names the file, and with interrupted. */
export async function readPdf(file: string, options: PdfReaderOptions, signal: AbortSignal): Promise<PageContent[]> {
  const bytes = await bytesOf(file)
  const toRead: PdfToRead = { bytes, resources: options.resources.href }
  // What pdf.js says of a file is not for the terminal.
  const quiet = { stdout: true, stderr: true }
  const worker = new Worker(options.program, { ...quiet, resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
  try {
    worker.postMessage(toRead, [])
    const lateError = (): Error => refused(file, 'takes longer to read than a document does')
    const reading = withinTime(pagesFrom(worker, file), { clock: options.clock, timeMs: MAX_READING_MS, lateError })
    return await untilAborted(reading, signal)
  } finally {
    await worker.terminate()
  }
}

function pagesFrom(worker: Worker, file: string): Promise<PageContent[]> {
  const { promise, resolve, reject } = Promise.withResolvers<PageContent[]>()
  const pages: PageContent[] = []
  worker.on('message', (answer: PdfAnswer) => {
    if ('page' in answer) pages.push(answer.page)
    else if ('flaw' in answer) reject(refused(file, answer.flaw, answer.next))
    else resolve(pages)
  })
  worker.once('error', () => reject(refused(file, 'takes more memory to read than a document does')))
  worker.once('exit', () => reject(new Error('the thread that reads a PDF ended early')))
  return promise
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    await using handle = await openUntrusted(file, { followsLinks: true })
    const { size } = await handle.stat()
    if (size > MAX_FILE_BYTES) throw refused(file, `has ${formatBytes(size)}, which is more than can be compared`)
    return await handle.readFile()
  } catch (thrown) {
    if (thrown instanceof Error && !('code' in thrown)) throw thrown
    throw refused(file, 'cannot be read', 'Check the path, and whether this user may read it.')
  }
}

function refused(file: string, flaw: string, next = 'Compare it in a PDF reader.'): Error {
  return badUsage(`${file} ${flaw}.`, next)
}

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type MessagePort, Worker } from 'node:worker_threads'
import { openUntrusted } from '../../engine/files/open-untrusted.ts'
import type { TextAnswer, TextRequest } from '../../engine/ports/text-process.ts'
import { formatBytes } from '../../shared/text/format.ts'

const LONGEST_MS = 20_000
/** Of the thread’s own heap. */
const MAX_HEAP_MB = 64
/** Of the whole process: what a stream unpacks to is in no heap. An idle one has 90 MB. */
const MAX_PROCESS_BYTES = 512 * 1024 * 1024
const LOOK_EVERY_MS = 100
/** Read whole. What is larger are pictures, and would not fit beside what reading it takes. */
const MAX_FILE_BYTES = 128_000_000

const TOO_SLOW = 'Reading it takes longer than 20 seconds.'
const TOO_MUCH = 'Reading it takes more memory than a document may.'

/** What the thread tells of a document: each page, then the end, with a sentence where it came early. */
export type ThreadNote = { page: string } | { end: true; flaw: string | null }

/** Answers the requests of the process that started this one, and ends with it. */
export function serveTexts(program: URL): void {
  const read = createReader(program)
  listenToParent(async ({ path, sha256 }) => {
    const bytes = await recordedBytes(path, sha256)
    if (bytes === undefined) return { kind: 'gone' }
    if (typeof bytes === 'string') return { kind: 'read', pages: [], flaw: bytes }
    return await read(bytes)
  })
}

/** Electron’s utility process has a port in place of Node’s channel. */
function listenToParent(answer: (request: TextRequest) => Promise<TextAnswer>): void {
  const port: unknown = Reflect.get(process, 'parentPort')
  if (isPort(port)) port.on('message', ({ data }) => void answer(data).then((answered) => port.postMessage(answered)))
  else {
    process.on('message', (request: TextRequest) => void answer(request).then((answered) => process.send?.(answered)))
    process.on('disconnect', () => process.exit())
  }
}

interface ParentPort {
  on(event: 'message', listener: (message: { data: TextRequest }) => void): void
  postMessage(answer: TextAnswer): void
}

function isPort(port: unknown): port is ParentPort {
  return typeof port === 'object' && port !== null && 'postMessage' in port
}

/** The file’s bytes; undefined where it is gone or another one by now, a sentence where it is too large. */
async function recordedBytes(path: string, sha256: string): Promise<Buffer | string | undefined> {
  try {
    const file = await openUntrusted(path)
    try {
      const { size } = await file.stat()
      if (size > MAX_FILE_BYTES)
        return `It has ${formatBytes(size)}; documents of at most ${formatBytes(MAX_FILE_BYTES)} are read.`
      const bytes = await file.readFile()
      return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : undefined
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}

/** Reads with one thread as long as it lives; what was read before it had to be ended counts. */
function createReader(program: URL): (bytes: Buffer) => Promise<TextAnswer> {
  let thread: Worker | undefined
  return async (bytes) => {
    const worker = (thread ??= new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } }))
    const pages: string[] = []
    const { promise, resolve } = Promise.withResolvers<string | null>()
    const onNote = (note: ThreadNote): void => {
      if ('page' in note) pages.push(note.page)
      else resolve(note.flaw)
    }
    const lose = (flaw: string): void => {
      thread = undefined
      resolve(flaw)
    }
    const onEnded = (): void => lose(TOO_MUCH)
    worker.on('message', onNote).on('error', onEnded).on('exit', onEnded)
    const late = setTimeout(lose, LONGEST_MS, TOO_SLOW)
    const look = setInterval(() => {
      if (process.memoryUsage.rss() > MAX_PROCESS_BYTES) lose(TOO_MUCH)
    }, LOOK_EVERY_MS)
    worker.postMessage(new Uint8Array(bytes), [])
    const flaw = await promise
    clearTimeout(late)
    clearInterval(look)
    if (thread === undefined) await worker.terminate()
    // By name: without the worker’s own listeners it would receive nothing any more.
    worker.off('message', onNote).off('error', onEnded).off('exit', onEnded)
    return { kind: 'read', pages, flaw }
  }
}

/** The thread: reads one document after another. */
export function serveDocuments(port: MessagePort, program: URL): void {
  // pdf.js takes every process of Electron but the main one for a page, and would ask for a document to draw in.
  if (process.versions['electron'] !== undefined) Reflect.defineProperty(process, 'type', { value: 'browser' })
  const note = (told: ThreadNote): void => port.postMessage(told, [])
  const characterMaps = findCharacterMaps(program)
  const read = async (bytes: Uint8Array): Promise<void> => {
    const { readPdf } = await import('./read-pdf.ts')
    note({ end: true, flaw: await readPdf(bytes, characterMaps, (page) => note({ page })) })
  }
  port.on('message', (bytes: Uint8Array) => void read(bytes))
}

/** Of Chinese, Japanese and Korean fonts, as pdf.js has them: beside the program, beside the page of the desktop, or in a checkout. */
const CHARACTER_MAPS = ['pdfjs/cmaps/', '../renderer/pdfjs/cmaps/', '../../../node_modules/pdfjs-dist/cmaps/']

function findCharacterMaps(program: URL): string {
  const folders = CHARACTER_MAPS.map((folder) => fileURLToPath(new URL(folder, program)))
  return folders.find((folder) => existsSync(folder)) ?? ''
}

import { hash } from 'node:crypto'
import { openUntrusted } from '../../engine/files/open-untrusted.ts'
import type { TextAnswer, TextReady, TextRequest } from '../../engine/ports/text-process.ts'
import { formatBytes } from '../../shared/text/format.ts'
import { TOO_MUCH } from './flaws.ts'
import { createPdfThread, type PdfLimits } from './pdf-thread.ts'

const LIMITS: PdfLimits = {
  timeMs: 20_000,
  resourceLimits: { maxOldGenerationSizeMb: 64 },
  // An idle one has 90 MB.
  processBytes: 512 * 1024 * 1024,
}
/** Read whole. What is larger are pictures, and would not fit beside what reading it takes. */
const MAX_FILE_BYTES = 128_000_000

/** Answers the requests of the process that started this one, and ends with it. */
export function serveTexts(program: URL): void {
  const thread = createPdfThread(program, 'texts', LIMITS)
  let isSpent = false
  listenToParent(async ({ path, sha256 }) => {
    // The system may leave a process what a document took, which would be counted against the next: that goes to a new one.
    if (isSpent) process.exit()
    const bytes = await recordedBytes(path, sha256)
    if (bytes === undefined) return { kind: 'gone' }
    if (typeof bytes === 'string') return { kind: 'read', pages: [], flaw: bytes }
    const { pages, flaw } = await thread.read(bytes)
    isSpent = flaw === TOO_MUCH
    return { kind: 'read', pages, flaw: flaw === null ? null : `It ${flaw}.` }
  })
}

/** Electron’s utility process has a port in place of Node’s channel. */
function listenToParent(answer: (request: TextRequest) => Promise<TextAnswer>): void {
  const port: unknown = Reflect.get(process, 'parentPort')
  if (isPort(port)) {
    port.on('message', ({ data }) => void answer(data).then((answered) => port.postMessage(answered)))
    port.postMessage({ kind: 'ready' })
  } else {
    process.on('message', (request: TextRequest) => void answer(request).then((answered) => process.send?.(answered)))
    process.on('disconnect', () => process.exit())
    process.send?.({ kind: 'ready' })
  }
}

interface ParentPort {
  on(event: 'message', listener: (message: { data: TextRequest }) => void): void
  postMessage(answer: TextAnswer | TextReady): void
}

function isPort(port: unknown): port is ParentPort {
  return typeof port === 'object' && port !== null && 'postMessage' in port
}

/** The file’s bytes; undefined where it is gone or another one by now, a sentence where it is too large. */
async function recordedBytes(path: string, sha256: string): Promise<Buffer | string | undefined> {
  try {
    await using file = await openUntrusted(path)
    const { size } = await file.stat()
    if (size > MAX_FILE_BYTES)
      return `It has ${formatBytes(size)}; documents of at most ${formatBytes(MAX_FILE_BYTES)} are read.`
    const bytes = await file.readFile()
    return hash('sha256', bytes) === sha256 ? bytes : undefined
  } catch {
    return undefined
  }
}

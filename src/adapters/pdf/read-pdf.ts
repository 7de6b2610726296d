import { AppError, badUsage } from '../../shared/errors/app-error.ts'
import type { PageContent } from '../../shared/compare/page-content.ts'
import { formatBytes } from '../../shared/text/format.ts'
import { untilAborted } from '../../engine/base/async.ts'
import { openUntrusted, UntrustedFileError } from '../../engine/files/open-untrusted.ts'
import { DAMAGED, PROTECTED } from './flaws.ts'
import { createPdfThread, type PdfLimits } from './pdf-thread.ts'

/** The heap is without pictures, which go after each page. */
const LIMITS: PdfLimits = { timeMs: 60_000, resourceLimits: { maxOldGenerationSizeMb: 256 } }
const MAX_FILE_BYTES = 256 * 1024 * 1024

/** What can be done; with any other flaw it is to be compared elsewhere. */
const NEXT: Readonly<Record<string, string>> = {
  [PROTECTED]: 'Save a copy without one, and compare that.',
  [DAMAGED]: 'Save the document again, or ask the sender for it.',
}

/**
 * Reads what is compared of every page of a PDF. `program` is the entry `pdf-worker.ts`. Fails with bad-usage that names the
 * file, and with interrupted.
 */
export async function readPdf(file: string, program: URL, signal: AbortSignal): Promise<PageContent[]> {
  const bytes = await bytesOf(file)
  const thread = createPdfThread(program, 'contents', LIMITS)
  try {
    const { pages, flaw } = await untilAborted(thread.read(bytes), signal)
    if (flaw !== null) throw refused(file, flaw, NEXT[flaw])
    return pages
  } finally {
    await thread.end()
  }
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    await using handle = await openUntrusted(file, { followsLinks: true })
    const { size } = await handle.stat()
    if (size > MAX_FILE_BYTES) throw refused(file, `has ${formatBytes(size)}, which is more than can be compared`)
    return await handle.readFile()
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    const flaw = thrown instanceof UntrustedFileError ? thrown.reason : 'cannot be read'
    throw refused(file, flaw, 'Check the path, and whether this user may read it.')
  }
}

function refused(file: string, flaw: string, next = 'Compare it in a PDF reader.'): Error {
  return badUsage(`${file} ${flaw}.`, next)
}

import { fetchDocumentBytes } from '../preview/document/fetch-document.ts'
import { openDocument } from '../preview/document/open-document.ts'
import { parserThread } from '../preview/document/pdf-workers.ts'
import { describeThrown } from '../preview/document/preview-failures.ts'
import type { PrintSheets } from '../preview/pages/print-pages.ts'
import { MAX_PRINT_PAGES } from './prepare-sets.ts'

const TOO_MANY = `With it there would be more than ${MAX_PRINT_PAGES} pages.`
const PROTECTED = 'It is protected by a password. Open it and print it alone.'

/** Adds the pages of a document to the sheets, all or none; why it could not, in a sentence. Throws only if it is aborted. */
export async function drawForPrint(
  address: string,
  sheets: PrintSheets,
  signal: AbortSignal,
): Promise<string | undefined> {
  const locked = new AbortController()
  const ends = AbortSignal.any([signal, locked.signal])
  let size: number | undefined
  try {
    const bytes = await fetchDocumentBytes(address, signal)
    size = bytes.bytes
    const askPassword = (): void => locked.abort()
    const opened = await openDocument({ bytes, thread: parserThread(), askPassword }, ends)
    try {
      if (sheets.count() + opened.pdf.numPages > MAX_PRINT_PAGES) return TOO_MANY
      await sheets.add(opened, { rotation: 0, onPage: () => undefined }, signal)
      return undefined
    } finally {
      void opened.close()
    }
  } catch (thrown) {
    signal.throwIfAborted()
    return locked.signal.aborted ? PROTECTED : describeThrown(thrown, size).message
  }
}

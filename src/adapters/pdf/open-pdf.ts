import { getDocument, PasswordException, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
// It registers itself; otherwise pdf.js would look for its file.
// oxlint-disable-next-line import/no-unassigned-import
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { ignoring } from '../../shared/errors/ignoring.ts'
import { DAMAGED, PROTECTED } from './flaws.ts'

/**
 * Has a PDF read. Resolves with why that came to no end, as the end of a sentence, or null; never rejects. Nothing in it is
 * executed or fetched. `resources` is the folder of pdf.js, with a separator at its end.
 */
export async function openPdf(
  data: Uint8Array,
  resources: string,
  read: (pdf: PDFDocumentProxy) => Promise<string | null>,
): Promise<string | null> {
  const task = getDocument({
    data,
    cMapUrl: `${resources}cmaps/`,
    wasmUrl: `${resources}wasm/`,
    iccUrl: `${resources}iccs/`,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    return await read(await task.promise)
  } catch (thrown) {
    return thrown instanceof PasswordException ? PROTECTED : DAMAGED
  } finally {
    await task.destroy().catch(ignoring('it is done with'))
  }
}

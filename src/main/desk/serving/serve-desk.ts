import { DOCUMENTS_PATH, type ReadDocument, serveDocument } from './serve-document.ts'
import { servePage } from './serve-page.ts'

/** What the page may ask for: its own built files, and documents by the key that was given out for them. */
export interface DeskFiles {
  /** Folder of the built renderer; absolute. */
  root: string
  readDocument: ReadDocument
}

/** The one answer to every address of the page; the same for Electron's protocol and for the browser shell. */
export function serveDesk({ root, readDocument }: DeskFiles): (request: Request) => Promise<Response> {
  return (request) =>
    new URL(request.url).pathname.startsWith(DOCUMENTS_PATH)
      ? serveDocument(readDocument, request)
      : servePage(root, request)
}

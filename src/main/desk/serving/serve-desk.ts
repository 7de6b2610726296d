import { DOCUMENTS_PATH, type ReadDocument, serveDocument } from './serve-document.ts'
import { servePage } from './serve-page.ts'

/** What the page may request: its own built files, and documents by their key. */
export interface DeskFiles {
  /** Folder of the built renderer; absolute. */
  root: string
  readDocument: ReadDocument
}

/** Answers every request of the page, for Electron's protocol and the browser shell alike. */
export function serveDesk({ root, readDocument }: DeskFiles): (request: Request) => Promise<Response> {
  return (request) =>
    new URL(request.url).pathname.startsWith(DOCUMENTS_PATH)
      ? serveDocument(readDocument, request)
      : servePage(root, request)
}

import type { ReadDocument } from '../serving/serve-document.ts'
import type { DocumentsService } from '../../../engine/documents/documents-service.ts'

/** Which session's documents a key belongs to: the address of a document names no session. */
export interface DocumentKeys {
  add(key: string, documents: Pick<DocumentsService, 'read'>): void
  /** The file behind a key of any session that is open. */
  read: ReadDocument
}

export function createDocumentKeys(): DocumentKeys {
  const owners = new Map<string, Pick<DocumentsService, 'read'>>()
  return {
    add: (key, documents) => {
      owners.set(key, documents)
    },
    read: async (key) => await owners.get(key)?.read(key),
  }
}

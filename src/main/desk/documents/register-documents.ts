import { ENVIRONMENTS } from '../../../shared/model/connection.ts'
import { removeOldCaches } from '../../../engine/documents/document-cache.ts'
import type { DeskCore } from '../desk-core.ts'
import type { ShownRoom } from '../room.ts'
import type { ReadDocument } from '../serving/serve-document.ts'
import { createAttachmentHandlers } from './attachment-handlers.ts'
import { createDocumentHandlers, createDocumentKeys } from './document-handlers.ts'
import { createReader } from './reader.ts'

export interface DocumentsRoom extends ShownRoom<'documents' | 'attachments' | 'reader', 'reader'> {
  /** The file behind a key of any open session. */
  readDocument: ReadDocument
}

export function registerDocuments({ ports, engine, sessions, events, settings, files }: DeskCore): DocumentsRoom {
  const { folders, policy } = ports
  const { dataDir } = ports.paths
  const keys = createDocumentKeys()
  const currentSessionId = (): string | undefined => sessions.current()?.sessionId
  const reader = createReader({ port: ports.reader, currentSessionId, events })
  return {
    readDocument: keys.read,
    handlers: {
      ...reader.handlers,
      ...createDocumentHandlers({
        sessions,
        signatures: engine.signatures,
        folders,
        keys,
        dataDir,
        events,
        settings,
        policy,
      }),
      ...createAttachmentHandlers({ files, policy }),
    },
    snapshot: () => ({ reader: reader.state() }),
    start: () => removeOldCaches(dataDir, ENVIRONMENTS),
  }
}

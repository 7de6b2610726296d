import { z } from 'zod'
import { MAX_ATTACHMENT_CHARS } from '../model/size-limits.ts'
import { documentSignatures } from '../model/document-signatures.ts'
import { id, line, none, savedFile } from './wire.ts'

const oneDocument = z.strictObject({ sessionId: id, setId: line, documentId: line })
/** `sha256`: the saved version with these bytes, in place of the current one; fails with bad-usage if it is not there any more. */
const oneVersion = oneDocument.extend({ sha256: line.optional() })

export const documentEvents = {
  /** How much of a document that is being opened has arrived; `totalBytes` is null if the service did not say. */
  'documents.progressed': z.object({
    setId: z.string(),
    documentId: z.string(),
    bytes: z.int(),
    totalBytes: z.int().nullable(),
    /** From 1; higher after a retry. */
    attempt: z.int(),
  }),
} as const

export const documentMethods = {
  /** Makes a document readable at `address`, relative to the page, with range requests, until the application ends. */
  'documents.open': {
    input: oneVersion,
    output: z.object({
      address: z.string(),
      bytes: z.int(),
      sha256: z.string(),
      source: z.enum(['disk', 'service']),
      /** What must be known of it: it is damaged, or may be. */
      remark: z.string().nullable(),
    }),
  },
  /**
   * The digital signatures of a document, read from the bytes that `documents.open` shows: the saved file (`disk`), or else those of
   * the service. They are those with this SHA-256.
   */
  'documents.signatures': {
    input: oneVersion,
    output: documentSignatures.extend({ source: z.enum(['disk', 'service']), sha256: z.string() }),
  },
  /** Opens the saved file, or else a copy, in the system's reader. */
  'documents.openInReader': { input: oneVersion, output: none },
  /** Shows the saved file in the system's file manager. Fails with bad-usage if there is none. */
  'documents.showInFolder': { input: oneDocument, output: none },
  /**
   * Starts dragging saved documents out of the window: these, and all those of `setIds`. Returns how many files there were to
   * drag; fails with bad-usage if there are more than 500.
   */
  'documents.drag': {
    input: z.strictObject({
      sessionId: id,
      documents: z.array(z.strictObject({ setId: line, documentId: line })).max(500),
      setIds: z.array(line).max(500).default([]),
    }),
    output: z.object({ files: z.int() }),
  },
} as const

export const attachmentMethods = {
  /**
   * Asks the user where, and writes there a file that was attached to a document, which only the page can read. Null if the
   * dialog was closed. Fails with bad-usage for what could be a program, set-by-organisation for a folder that is not allowed.
   */
  'attachments.save': {
    input: z.strictObject({ name: z.string().max(1000), base64: z.string().max(MAX_ATTACHMENT_CHARS) }),
    output: z.object({ saved: savedFile.omit({ fileId: true }).nullable() }),
  },
} as const

import { z } from 'zod'
import { id, line, none } from './wire.ts'

const oneDocument = z.strictObject({ sessionId: id, setId: line, documentId: line })

export const documentEvents = {
  /** How much of a document that is being opened has come; `totalBytes` is null where the service did not say. */
  'documents.progressed': z.object({
    setId: z.string(),
    documentId: z.string(),
    bytes: z.int(),
    totalBytes: z.int().nullable(),
    /** 1, and more where it is tried again. */
    attempt: z.int(),
  }),
} as const

export const documentMethods = {
  /** Makes a document readable at `address`, seen from the page, with ranges, for as long as this run lasts. */
  'documents.open': {
    input: oneDocument,
    output: z.object({ address: z.string(), bytes: z.int(), source: z.enum(['disk', 'service']) }),
  },
  /** In the reader of the system: the saved file, or a copy where none was saved. */
  'documents.openInReader': { input: oneDocument, output: none },
  /** In the file browser of the system. Fails with not-found where it was not saved. */
  'documents.showInFolder': { input: oneDocument, output: none },
  /** Lets saved documents be dragged out of the window; says whether there was anything to drag. */
  'documents.drag': {
    input: z.strictObject({
      sessionId: id,
      documents: z.array(z.strictObject({ setId: line, documentId: line })).max(500),
    }),
    output: z.object({ files: z.int() }),
  },
} as const

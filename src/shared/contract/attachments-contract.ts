import { z } from 'zod'
import { MAX_ATTACHMENT_CHARS } from '../model/size-limits.ts'
import { savedFile } from './wire.ts'

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

import { z } from 'zod'
import { id, line, none } from './wire.ts'

/** What both windows show. */
const shownSet = {
  sessionId: id,
  setId: line,
  documentId: line.nullable(),
  /** A second document beside the first. */
  besideId: line.nullable(),
  /** A page of a saved version of the document, with words to find. */
  asked: z.strictObject({ documentId: line, sha256: line, page: z.int().positive(), query: z.string() }).nullable(),
  /** The window in which it was chosen; the other one follows. */
  by: z.enum(['desk', 'reader']),
}

/** The second window, which shows the set that is chosen in the first. */
export const readerState = z.object({
  /** A handle for the page that is the second window now; null if there is none. */
  readerId: id.nullable(),
  /** Null while no set is chosen, and as soon as its session is not the current one any more. */
  shown: z.object(shownSet).nullable(),
})

export const readerEvents = { 'reader.changed': readerState } as const

export const readerMethods = {
  /** Opens the second window, or brings it to the front. `address`: where the page itself has to open it, in a host without windows. */
  'reader.open': { input: none, output: z.object({ address: z.string().nullable() }) },
  /** Closes it; a host without windows leaves that to the page. */
  'reader.close': { input: none, output: none },
  /** Called by the second window’s page when it starts; a page that was the second window before stops following. */
  'reader.enter': { input: none, output: z.object({ readerId: id }) },
  /** Called by the same page when it ends. */
  'reader.leave': { input: z.strictObject({ readerId: id }), output: none },
  /** A set or document was chosen; null for none. Of a session that is not the current one, nothing is shown. */
  'reader.show': { input: z.strictObject({ shown: z.strictObject(shownSet).nullable() }), output: none },
  /** Has the first window ask where to save the shown set: it has the dialogs. */
  'reader.save': { input: none, output: none },
  /** Has the first window choose the next or previous set of its list. */
  'reader.step': { input: z.strictObject({ step: z.union([z.literal(1), z.literal(-1)]) }), output: none },
} as const

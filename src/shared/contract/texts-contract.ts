import { z } from 'zod'
import { id, line, none } from './wire.ts'

/** A page of a saved document that has the words; its file is there. */
const textHit = z.object({
  setId: z.string(),
  documentId: z.string(),
  /** A document can be saved in several versions. */
  sha256: z.string(),
  savedAt: z.string(),
  /** From 1. */
  page: z.int(),
  /** The document’s. */
  name: z.string().nullable(),
  parcelRef: z.string().nullable(),
  customerName: z.string().nullable(),
  /** The words around, with those that were found apart. */
  snippet: z.array(z.object({ text: z.string(), isFound: z.boolean() })),
})

export const textMethods = {
  /** Looks in what was saved from this service. Any text may be asked for; the newest documents come first. */
  'texts.find': {
    input: z.strictObject({ sessionId: id, words: line, limit: z.int().min(1).max(200) }),
    output: z.object({
      hits: z.array(textHit),
      /** Sentences about what was asked for. */
      remarks: z.array(z.string()),
    }),
  },
  /** How far the index of this environment is. */
  'texts.status': {
    input: z.strictObject({ sessionId: id }),
    output: z.object({ indexed: z.int(), withoutText: z.int(), unreadable: z.int(), waiting: z.int() }),
  },
} as const

export const textEvents = {
  /** Of any environment: documents were read. */
  'texts.changed': none,
} as const

import type { Endpoint } from './route-request.ts'

/** Every way in which an answer can be spoiled; fault-kinds.ts says how. */
export const faultKindNames = [
  // Refusals and troubles with a status of their own, all with a JSON envelope.
  '400',
  '401',
  '403',
  '404',
  '429',
  '500',
  '502',
  '503',
  '504',
  // A success in status only.
  '204',
  'empty',
  'html',
  'plainText',
  'errorEnvelope',
  'malformedJson',
  'hugeJson',
  'deepJson',
  'redirect',
  // A body that is not what it says.
  'partialContent',
  'gzip',
  'falseGzip',
  'flippedByte',
  'withoutEnd',
  'leadIn',
  'wrongContentType',
  'wrongLengthShort',
  'wrongLengthLong',
  'otherBody',
  'largePdf',
  // A connection that ends or hangs.
  'dropped',
  'silent',
  'truncated',
  'truncatedChunked',
  'truncatedWithoutLength',
  'reset',
  'stalled',
  'slow',
  // JSON in good form with bad contents.
  'missingData',
  'emptyPage',
  'repeatedRows',
  'wrongTotal',
  'spoiledRows',
  'hostileNames',
] as const

export type FaultKind = (typeof faultKindNames)[number]

export interface FaultRule {
  match: Endpoint | 'any'
  kind: FaultKind
  /** From 0 to 1. The dice depend on seed, rule, path and attempt, never on the order in which requests arrive. */
  probability?: number | undefined
  /** The first matching request to be spoiled, counted from 1. Without `times`, only that one. */
  nth?: number | undefined
  /** How many answers are spoiled at most. Without it and `nth`, all of them. */
  times?: number | undefined
  /** Only searches for this customer, and documents that it owns. */
  customerId?: string | undefined
  /** Only searches for this reference, as it was sent. */
  shipmentRef?: string | undefined
  setId?: string | undefined
  documentId?: string | undefined
  /** For 429 and 503. Default 1; 0 sends no such header. */
  retryAfterSeconds?: number | undefined
  /** Where `redirect` leads. */
  location?: string | undefined
  /** How many rows or names `spoiledRows` spoils. Default: one in each way. */
  rows?: number | undefined
  /** How much `hugeJson` (default 64 MiB) and `largePdf` (default 500 MB) send. */
  bytes?: number | undefined
  /** What `otherBody` sends. */
  body?: Buffer | undefined
  /** How fast `slow` sends. Default 65,536. */
  bytesPerSecond?: number | undefined
}

export interface FaultRules {
  /** One throw of dice a document answer: the share of answers spoiled in each way, together at most 1. */
  documents?: Partial<Record<FaultKind, number>> | undefined
  rules?: FaultRule[] | undefined
  /** Good answers before every further request gets 429. */
  requestsAllowed?: number | undefined
  retryAfterSeconds?: number | undefined
}

import { isUtf8 } from 'node:buffer'
import { parseUpdatedDate } from '../../../shared/text/dates.ts'
import { foldId, foldState } from '../../../shared/text/set-fields.ts'
import { MAX_FIELD_CHARS } from '../../../shared/text/plain-text.ts'
import { isFields, parsedOrUndefined } from '../../base/json-values.ts'

/** The fields of a message; null where one is missing or of another type. docs/service.md “Status messages”. Ids are folded. */
export interface Message {
  setId: string
  transactionId: string | null
  parcelReference: string | null
  customerId: string | null
  newStatus: string
  action: string | null
  instance: string | null
  /** `actor`, else `user` (T14). */
  actor: string | null
  actorCompany: string | null
  updatedDate: string | null
  /** `newStatus` folded for comparing (T12). */
  state: string
  /** `updatedDate` in ISO form; null where it cannot be read (T16). */
  updatedAt: string | null
}

/** What an entry says of its message, each field of it null where nothing is known. */
export type EntryMessage = { readonly [Field in keyof Message]: Message[Field] | null }

export const NO_MESSAGE: EntryMessage = {
  setId: null,
  transactionId: null,
  parcelReference: null,
  customerId: null,
  newStatus: null,
  action: null,
  instance: null,
  actor: null,
  actorCompany: null,
  updatedDate: null,
  state: null,
  updatedAt: null,
}

export interface ParsedMessage {
  message: Message
  /** The body as text. */
  text: string
}

/** A message, or why these bytes contain none (T41): the end of a sentence, after “It could not be read: ”. */
export type ParseResult = ParsedMessage | { reason: string; text: string }

/** In bytes. Above 512 MB, making a string throws. */
const MAX_BODY = 64_000_000

/**
 * Reads the body of a message. Written by hand, not as a schema: a backlog arrives at tens of thousands a second. Never
 * throws. Whatever has a set and a state is a message, whatever else it lacks or adds.
 */
export function parseMessage(body: Uint8Array): ParseResult {
  // More than this cannot be one string; what a queue delivers is cut far below (`truncateMessage`).
  const text = bodyText(body.length > MAX_BODY ? body.subarray(0, MAX_BODY) : body)
  const refused = (reason: string): ParseResult => ({ reason, text })
  if (body.length === 0) return refused('it is empty')
  if (body.length > MAX_BODY) return refused('it is larger than any message')
  if (!isUtf8(body)) return refused('it is not text in UTF-8')
  const parsed = parsedOrUndefined(text)
  if (parsed === undefined) return refused('it is not JSON')
  if (!isFields(parsed)) return refused('it is JSON, but no object')
  const setId = textField(parsed, 'setId')
  if (setId === null) return refused('it names no set (setId)')
  const newStatus = textField(parsed, 'newStatus')
  if (newStatus === null) return refused('it names no state (newStatus)')
  return { message: messageOf(parsed, setId, newStatus), text }
}

/** The body as text. What is not UTF-8 becomes replacement characters; the bytes themselves are kept. */
export function bodyText(body: Uint8Array): string {
  // A second view of each body is felt where tens of thousands of messages a second pass.
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const text = bytes.toString('utf8')
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

function messageOf(fields: Record<string, unknown>, setId: string, newStatus: string): Message {
  const updatedDate = textField(fields, 'updatedDate')
  const idField = (name: string): string | null => {
    const id = textField(fields, name)
    return id === null ? null : foldId(id)
  }
  return {
    setId: foldId(setId),
    transactionId: idField('transactionId'),
    parcelReference: textField(fields, 'parcelReference'),
    customerId: idField('customerId'),
    newStatus,
    action: textField(fields, 'action'),
    instance: textField(fields, 'instance'),
    actor: textField(fields, 'actor') ?? textField(fields, 'user'),
    actorCompany: textField(fields, 'actorCompany'),
    updatedDate,
    state: foldState(newStatus),
    updatedAt: updatedDate === null ? null : (parseUpdatedDate(updatedDate) ?? null),
  }
}

/** Blank text counts as missing. */
function textField(fields: Record<string, unknown>, name: string): string | null {
  const value = fields[name]
  return typeof value === 'string' && value.length <= MAX_FIELD_CHARS && value.trim() !== '' ? value : null
}

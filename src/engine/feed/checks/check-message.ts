import { z } from 'zod'
import { parsedOrUndefined } from '../../base/json-values.ts'
import type { Delivery } from '../../ports/link.ts'
import { MAX_FIELD_CHARS } from '../../../shared/text/plain-text.ts'

/** So that a message stays far below the size at which messages are cut. */
const FOUND_PER_MESSAGE = 500
const VERSION = 1
/** The header that the collector sets, before any of the sender’s, and its value for what desks are told. */
export const MESSAGE_KIND = 'parcel-desk'
export const CHECK_KIND = 'check'

const text = z.string().min(1).max(MAX_FIELD_CHARS)
/** What a collector’s check of all sets of a customer has found. */
const checkShape = z.object({
  customerId: text,
  /** When the search began. */
  startedAt: z.iso.datetime(),
  /** Sets that were compared. */
  sets: z.int().min(0),
  /** False for a message that another about the same check follows. */
  isLast: z.boolean(),
  /** Sets in a state that no message has announced. */
  found: z
    .array(z.object({ setId: text, status: text, parcelReference: text.nullable(), shipmentRef: text.nullable() }))
    .max(FOUND_PER_MESSAGE),
})
export type CheckResult = z.infer<typeof checkShape>

const ownShape = z.looseObject({ parcelDesk: z.string(), version: z.int() })

/** The bodies of the messages about a check, in their order. */
export function checkMessages(result: Omit<CheckResult, 'isLast'>): Buffer[] {
  const { found, ...facts } = result
  const bodies: Buffer[] = []
  for (let from = 0; from === 0 || from < found.length; from += FOUND_PER_MESSAGE) {
    const isLast = from + FOUND_PER_MESSAGE >= found.length
    const part = { ...facts, isLast, found: found.slice(from, from + FOUND_PER_MESSAGE) }
    bodies.push(Buffer.from(JSON.stringify({ parcelDesk: 'check', version: VERSION, ...part })))
  }
  return bodies
}

/**
 * A message between installations, which its header tells; undefined for any other, however it begins. One of a kind or version that is not known here is `ignored`: it
 * changes nothing, and nothing is lost by it, since every desk goes on to check by itself what it hears of no check.
 */
export function readOwnMessage({
  body,
  properties,
}: Pick<Delivery, 'body' | 'properties'>): CheckResult | 'ignored' | undefined {
  if (properties?.headers?.[MESSAGE_KIND] !== CHECK_KIND) return undefined
  const parsed = parsedOrUndefined(body.toString('utf8'))
  const own = ownShape.safeParse(parsed)
  if (!own.success) return undefined
  if (own.data.parcelDesk !== 'check' || own.data.version !== VERSION) return 'ignored'
  return checkShape.safeParse(parsed).data
}

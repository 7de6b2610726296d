import { hash } from 'node:crypto'
import { isUuid } from '../../../shared/text/set-fields.ts'
import type { MessageProperties } from '../../ports/link.ts'
import type { OutgoingMessage } from '../../ports/publisher.ts'
import { CHECK_KIND, checkMessages, type CheckResult, MESSAGE_KIND } from '../checks/check-message.ts'
import { parseMessage } from '../inbox/parse-message.ts'

/** The routing key of what names no customer that could be bound to, and of what is set aside. */
export const NO_CUSTOMER = 'unreadable'

/** A message as it is stored. */
export interface StoredMessage {
  body: Uint8Array
  /** Whom it is about; undefined where that has to be read from it. */
  customerId?: string | null | undefined
  properties?: MessageProperties | undefined
  /** It was delivered before, and may have been published then. */
  isRedelivered?: boolean
}

/** The same object for all: amqplib encodes new ones more slowly (measured). */
const OF_STATUS = { [MESSAGE_KIND]: 'status' }
const OF_CHECK = { [MESSAGE_KIND]: CHECK_KIND }

/** The routing key of what is told of checks, so that only streams get it which are bound for it. */
export function checkKey(customerId: string): string {
  return `check.${customerId.toLowerCase()}`
}

/** The messages that tell desks of a check. */
export function outgoingChecks(result: Omit<CheckResult, 'isLast'>): OutgoingMessage[] {
  const routingKey = checkKey(result.customerId)
  return checkMessages(result).map((body) => ({ routingKey, body, messageId: idOf(body), headers: OF_CHECK }))
}

/** Gets a queue only where one is bound by “#”; readers know no message of ours of this kind, and ignore it. */
const NOBODYS_BODY = Buffer.from('{"parcelDesk":"test","version":1}')
export const NOBODYS_MESSAGE: OutgoingMessage = {
  // No binding of `feed topology` has keys of three words.
  routingKey: 'parcel-desk.check.nobody',
  body: NOBODYS_BODY,
  messageId: idOf(NOBODYS_BODY),
  headers: OF_CHECK,
}

/** The body as it came, so that every reader stores the same bytes as the collector (T40). */
export function outgoingMessage({ body, customerId = customerOf(body), properties }: StoredMessage): OutgoingMessage {
  const routingKey = customerId !== null && isUuid(customerId) ? customerId.toLowerCase() : NO_CUSTOMER
  return { routingKey, body, messageId: idOf(body), properties, headers: OF_STATUS }
}

/** The same under the key of what names no customer, with the reason beside it. */
export function setAsideCopy(message: OutgoingMessage, reason: string): OutgoingMessage {
  const headers = { ...OF_STATUS, 'parcel-desk-key': message.routingKey, 'parcel-desk-reason': reason }
  return { ...message, routingKey: NO_CUSTOMER, headers }
}

/** Of copies the same, whoever publishes them: programs that know messages by their ids drop what came twice, and nothing else. */
function idOf(body: Uint8Array): string {
  return hash('sha256', body, 'hex')
}

function customerOf(body: Uint8Array): string | null {
  const parsed = parseMessage(body)
  return 'message' in parsed ? parsed.message.customerId : null
}

import { isUuid } from '../../../shared/text/set-fields.ts'
import { AppError } from '../../../shared/errors/app-error.ts'
import { singleFlight } from '../../base/async.ts'
import type { OutgoingMessage, Publisher, PublisherPort, PublishTarget } from '../../ports/publisher.ts'
import { checkMessages, type CheckResult } from '../checks/check-message.ts'
import { parseMessage } from '../inbox/parse-message.ts'

/** The routing key of what names no customer that could be bound to. */
export const NO_CUSTOMER = 'unreadable'

/** The firm’s exchange, and how to connect to it. */
export interface FirmExchange extends Omit<PublishTarget, 'password'> {
  /** Called once, and again after it was refused. */
  password(): Promise<string>
}

/** A message as it is stored. */
export interface StoredMessage {
  body: Uint8Array
  /** Whom it is about; undefined where that has to be read from it. */
  customerId?: string | null | undefined
}

/** Publishes stored messages to the firm’s exchange, from which every desk reads them. */
export interface FirmPublisher {
  /**
   * Resolves when the broker has confirmed all of them. Connects where no connection is open. Fails like `PublisherPort.open`
   * and `Publisher.publish`; what fails is published again with the next delivery, and readers know it by its bytes.
   */
  publish(messages: readonly StoredMessage[]): Promise<void>
  /** The same for the result of a check, which a stream gets that is bound for it. */
  publishCheck(result: Omit<CheckResult, 'isLast'>): Promise<void>
  /** To be called when nothing is being published. Never fails. */
  close(): Promise<void>
}

export function createFirmPublisher(port: PublisherPort, exchange: FirmExchange): FirmPublisher {
  let current: Publisher | undefined
  // Batches that come meanwhile wait for the same connection.
  const open = singleFlight(async () => {
    current = await port.open({ ...exchange, password: await exchange.password() })
    return current
  })
  const send = async (messages: OutgoingMessage[]): Promise<void> => {
    const publisher = current?.isOpen === true ? current : await open()
    await publisher.publish(messages)
  }
  return {
    publish: (messages) => send(messages.map(outgoingMessage)),
    publishCheck: (result) => send(checkMessages(result).map((body) => outgoingCheck(result.customerId, body))),
    close: async () => {
      await current?.close()
    },
  }
}

/** The routing key of what is told of checks, so that only streams get it which are bound for it. */
export function checkKey(customerId: string): string {
  return `check.${customerId.toLowerCase()}`
}

/** The same object for all: amqplib encodes new ones more slowly (measured). */
const OF_STATUS = { 'parcel-desk': 'status' }
const OF_CHECK = { 'parcel-desk': 'check' }

function outgoingCheck(customerId: string, body: Buffer): OutgoingMessage {
  return { routingKey: checkKey(customerId), body, headers: OF_CHECK }
}

/** The body as it came, so that every reader stores the same bytes as the collector (T40). */
function outgoingMessage({ body, customerId = customerOf(body) }: StoredMessage): OutgoingMessage {
  const routingKey = customerId !== null && isUuid(customerId) ? customerId.toLowerCase() : NO_CUSTOMER
  return { routingKey, body, headers: OF_STATUS }
}

function customerOf(body: Uint8Array): string | null {
  const parsed = parseMessage(body)
  return 'message' in parsed ? parsed.message.customerId : null
}

const BATCH = 500

/**
 * Publishes stored messages again, in their order. Readers know by its bytes what they have.
 * Returns how many. Fails like `FirmPublisher.publish`, and with interrupted.
 */
export async function republish(
  publisher: FirmPublisher,
  bodies: Iterable<Uint8Array>,
  signal: AbortSignal,
): Promise<number> {
  let count = 0
  let batch: StoredMessage[] = []
  const publishBatch = async (): Promise<void> => {
    if (signal.aborted) throw new AppError({ tag: 'interrupted' })
    await publisher.publish(batch)
    count += batch.length
    batch = []
  }
  for (const body of bodies) {
    batch.push({ body })
    if (batch.length === BATCH) await publishBatch()
  }
  if (batch.length > 0) await publishBatch()
  return count
}

import { AppError } from '../../../shared/errors/app-error.ts'
import { hostPort } from '../../../shared/text/addresses.ts'
import { plainText } from '../../../shared/text/plain-text.ts'
import { singleFlight } from '../../base/async.ts'
import type { ClockPort } from '../../ports/clock.ts'
import type { OutgoingMessage, Publisher, PublisherPort, PublishTarget } from '../../ports/publisher.ts'
import type { CheckResult } from '../checks/check-message.ts'
import {
  NO_CUSTOMER,
  NOBODYS_MESSAGE,
  outgoingChecks,
  outgoingMessage,
  setAsideCopy,
  type StoredMessage,
} from './outgoing.ts'
import type { UnroutableMessage } from './set-aside.ts'

/** The firm’s exchange, and how to connect to it. */
export interface FirmExchange extends Omit<PublishTarget, 'password'> {
  /** Called once, and again after it was refused. */
  password(): Promise<string>
}

/** Publishes stored messages to the firm’s exchange, from which every desk reads them. */
export interface FirmPublisher {
  /**
   * Connects where no connection is open, and proves on a new one that messages can be published. Fails like
   * `PublisherPort.open` and `Publisher.publish`.
   */
  ready(): Promise<void>
  /** Whether messages can be published, as far as is known. */
  readonly isReady: boolean
  /**
   * Returns what publishes them, and resolves when the broker has confirmed each. It fails like `ready`; called again, it
   * publishes what is left. What no stream is bound for, now and a little later, is set aside. What this program has published is not
   * published again where it is delivered again; after a kill it is, and readers know it by its bytes.
   */
  publishing(messages: readonly StoredMessage[]): () => Promise<void>
  /** Publishes what a stream is bound for, and returns the rest. Fails like `ready`. */
  publishRoutable<Message extends StoredMessage>(messages: readonly Message[]): Promise<Message[]>
  /** For the result of a check, which a stream gets that is bound for it. Fails like `ready`. */
  publishCheck(result: Omit<CheckResult, 'isLast'>): Promise<void>
  /** To be called when nothing is being published. Never fails. */
  close(): Promise<void>
}

/**
 * Given what no stream is bound for, to keep it durably before it is passed on under `NO_CUSTOMER`. What it throws leaves the
 * messages with their queue.
 */
export type SetAside = (messages: readonly UnroutableMessage[]) => void

/** A broker that starts takes messages before it knows all of its bindings again (seen with RabbitMQ 3.10). */
const BINDINGS_KNOWN_AFTER_MS = 5_000

interface FirmPublisherOptions {
  setAside: SetAside
  clock: Pick<ClockPort, 'wait'>
}

export function createFirmPublisher(
  port: PublisherPort,
  exchange: FirmExchange,
  { setAside, clock }: FirmPublisherOptions,
): FirmPublisher {
  const published = createRecentIds()
  /** The keys that no stream is bound for, as the broker of this connection said twice. */
  const unbound = new Set<string>()
  let current: Publisher | undefined
  let isProved = false
  // Batches that come meanwhile wait for the same connection.
  const open = singleFlight(async () => {
    if (current?.isOpen !== true) {
      isProved = false
      unbound.clear()
      current = await port.open({ ...exchange, password: await exchange.password() })
    }
    // Only what is published shows whether this user may, and whether the broker is short of memory or disk space.
    const failure = await current.publish([NOBODYS_MESSAGE], () => undefined)
    if (failure !== undefined) throw failure
    isProved = true
    return current
  })
  const ready = async (): Promise<Publisher> => {
    const publisher = current?.isOpen === true && isProved ? current : await open()
    const trouble = publisher.trouble()
    if (trouble !== undefined) throw trouble
    return publisher
  }
  const send = async ({ left, returned }: Sending): Promise<void> => {
    if (left.size === 0) return
    const publisher = await ready()
    const failure = await publisher.publish([...left], (message, answer) => {
      // One that is answered for was perhaps waited for twice.
      if (typeof answer !== 'string' || !left.delete(message)) return
      if (answer === 'returned') returned.add(message)
      else published.add(message.messageId)
    })
    if (failure !== undefined) throw failure
  }
  const sendOnceMore = async (sending: Sending): Promise<void> => {
    const doubtful = [...sending.returned].filter(({ routingKey }) => !unbound.has(routingKey))
    if (doubtful.length === 0) return
    await clock.wait(BINDINGS_KNOWN_AFTER_MS)
    for (const message of doubtful) {
      sending.returned.delete(message)
      sending.left.add(message)
    }
    await send(sending)
    for (const { routingKey } of sending.returned) unbound.add(routingKey)
  }
  const setAsideReturned = ({ left, returned }: Sending): void => {
    const unroutable = [...returned].filter(({ routingKey }) => routingKey !== NO_CUSTOMER)
    if (unroutable.length === 0) return
    setAside(unroutable.map((message) => ({ ...message, reason: reasonOf(message) })))
    for (const message of unroutable) {
      returned.delete(message)
      left.add(setAsideCopy(message, reasonOf(message)))
    }
  }
  return {
    ready: async () => {
      await ready()
    },
    get isReady() {
      return current?.isOpen === true && isProved && current.trouble() === undefined
    },
    publishing: (messages) => {
      const sending = sendingOf(
        messages
          .map((message) => ({ message, outgoing: outgoingMessage(message) }))
          .filter(({ message, outgoing }) => message.isRedelivered !== true || !published.has(outgoing.messageId))
          .map(({ outgoing }) => outgoing),
      )
      return async () => {
        await send(sending)
        await sendOnceMore(sending)
        setAsideReturned(sending)
        await send(sending)
        const [stuck] = sending.returned
        if (stuck === undefined) return
        for (const message of sending.returned) sending.left.add(message)
        sending.returned.clear()
        throw notRouted(exchange, stuck)
      }
    },
    publishRoutable: async (messages) => {
      const outgoing = messages.map((message) => ({ message, sent: outgoingMessage(message) }))
      const sending = sendingOf(outgoing.map(({ sent }) => sent))
      await send(sending)
      return outgoing.filter(({ sent }) => sending.returned.has(sent)).map(({ message }) => message)
    },
    publishCheck: async (result) => {
      const sending = sendingOf(outgoingChecks(result))
      await send(sending)
      for (const message of sending.returned) throw notRouted(exchange, message)
    },
    close: async () => {
      await current?.close()
    },
  }
}

/** What is to be published, and what came back. */
interface Sending {
  left: Set<OutgoingMessage>
  returned: Set<OutgoingMessage>
}

function sendingOf(messages: readonly OutgoingMessage[]): Sending {
  return { left: new Set(messages), returned: new Set() }
}

/** So many and as many again: more than all queues of a firm deliver at once. What could not be acknowledged comes again. */
const REMEMBERED = 25_000

/** The last ids, in two sets: taking the oldest out of one costs more the longer it is done. */
function createRecentIds(): { add(id: string): void; has(id: string): boolean } {
  let [newer, older] = [new Set<string>(), new Set<string>()]
  return {
    has: (id) => newer.has(id) || older.has(id),
    add: (id) => {
      newer.add(id)
      if (newer.size >= REMEMBERED) [newer, older] = [new Set(), newer]
    },
  }
}

function reasonOf({ routingKey }: OutgoingMessage): string {
  return `no stream is bound to it for “${plainText(routingKey, 100)}”`
}

function notRouted(exchange: FirmExchange, message: OutgoingMessage): AppError {
  return new AppError({
    tag: 'not-published',
    exchange: exchange.exchange,
    broker: hostPort(exchange),
    reason: reasonOf(message),
    next: 'Have the definitions imported that “parcel-desk feed topology --keep-users” prints, with this customer among all.',
  })
}

import { AppError, failureOf } from '../../../shared/errors/app-error.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import type { DescribedFailure, FailureTag } from '../../../shared/errors/failure.ts'
import { hostPort } from '../../../shared/text/addresses.ts'
import { counted } from '../../../shared/text/format.ts'
import { MAX_FIELD_CHARS, plainText } from '../../../shared/text/plain-text.ts'
import type { LinkPort, LinkTarget, QueueFound } from '../../ports/link.ts'
import type { PublisherPort } from '../../ports/publisher.ts'
import type { QueueSource } from '../queue/queue-source.ts'
import { targetOf } from '../queue/test-queue.ts'
import type { FirmExchange } from './firm-publisher.ts'
import { NO_CUSTOMER, NOBODYS_MESSAGE } from './outgoing.ts'
import { streamName } from './firm-topology.ts'

export interface CollectorParts {
  /** The service’s queues. */
  sources: readonly QueueSource[]
  exchange: FirmExchange
  /** Whose streams have to be there. */
  customerIds: readonly string[]
}

/** One thing that a collector needs: what was found, or what is missing. */
export interface CheckedPart {
  what: string
  found: string
  failure?: DescribedFailure
}

/** What concerns one queue or stream alone; after anything else the next would fail as well, or an account be locked. */
const OF_ONE: ReadonlySet<FailureTag> = new Set([
  'queue-missing',
  'queue-refused',
  'not-a-stream',
  'virtual-host-refused',
])
const OF_EXCHANGE: ReadonlySet<FailureTag> = new Set(['exchange-missing', 'exchange-refused', 'not-published'])
/** In place of the advice for a collector that runs, which tries again. */
const QUEUE_ADVICE: Partial<Record<FailureTag, string>> = {
  'queue-missing': 'Check --queue; if it is right, ask the service to create the queue.',
}
const STREAM_ADVICE: Partial<Record<FailureTag, string>> = {
  'queue-missing': 'Import the definitions of “parcel-desk feed topology”, with this customer among all.',
  'not-a-stream': 'Delete it, and import the definitions of “parcel-desk feed topology” again.',
}

/**
 * Tries everything that a collector needs, at both brokers: login, virtual host, queues with their kinds and the right to read
 * them; exchange, the right to publish there, and streams. Takes no message, and leaves none. Fails with interrupted.
 */
export async function checkCollector(
  { link, publisher }: { link: LinkPort; publisher: PublisherPort },
  { sources, exchange, customerIds }: CollectorParts,
  signal: AbortSignal,
): Promise<CheckedPart[]> {
  const parts: CheckedPart[] = []
  const look = async (
    what: string,
    advice: typeof QUEUE_ADVICE,
    find: () => Promise<string>,
  ): Promise<FailureTag | undefined> => {
    try {
      parts.push({ what, found: await find() })
      return undefined
    } catch (thrown) {
      const failure = failureOf(thrown)
      if (failure === undefined || failure.tag === 'interrupted') throw thrown
      const described = describeFailure(failure, 'terminal')
      parts.push({ what, found: '', failure: { ...described, next: advice[failure.tag] ?? described.next } })
      return failure.tag
    }
  }
  for (const source of sources) {
    const problem = await look(`Queue “${source.queue}”`, QUEUE_ADVICE, async () =>
      describeQueue(await link.inspect(await queueTarget(source), signal)),
    )
    if (problem !== undefined && !OF_ONE.has(problem)) break
  }
  const where = `Exchange “${exchange.exchange}” at ${hostPort(exchange)}`
  const problem = await look(where, {}, () => tryPublishing(publisher, exchange))
  if (problem !== undefined && !OF_EXCHANGE.has(problem)) return parts
  const keys = [...new Set(customerIds.map((id) => id.toLowerCase())), NO_CUSTOMER]
  for (const queue of keys.map(streamName)) {
    const missing = await look(`Stream “${queue}”`, STREAM_ADVICE, async () => {
      const target = { ...exchange, queue, prefetch: 1, asksKind: true, password: await exchange.password() }
      return await findStream(link, target, signal)
    })
    if (missing !== undefined && !OF_ONE.has(missing)) break
  }
  return parts
}

async function queueTarget(source: QueueSource): Promise<LinkTarget> {
  const [place = { host: '', port: 0 }] = source.hosts
  const tls = await source.tls?.()
  const password = await source.password()
  return { ...targetOf({ source }, place, { password, tls }), asksKind: true }
}

async function tryPublishing(port: PublisherPort, exchange: FirmExchange): Promise<string> {
  const publisher = await port.open({ ...exchange, password: await exchange.password() })
  try {
    let isReturned = false
    const failure = await publisher.publish([NOBODYS_MESSAGE], (_, answer) => (isReturned = answer === 'returned'))
    if (failure !== undefined) throw failure
    if (isReturned) return 'It is there, and this user may publish to it.'
    return 'This user may publish to it, but a message for nobody found a queue: it is no topic exchange, or a queue is bound to it by “#” and gets what is meant for desks alone.'
  } finally {
    await publisher.close()
  }
}

/** The collector’s user has no right to read it, so that its kind may not be told. */
async function findStream(link: LinkPort, target: LinkTarget, signal: AbortSignal): Promise<string> {
  const found = await link.inspect(target, signal).catch((thrown: unknown) => {
    if (failureOf(thrown)?.tag === 'queue-refused') return undefined
    throw thrown
  })
  if (found?.kind === 'classic' || found?.kind === 'quorum') {
    throw new AppError({ tag: 'not-a-stream', queue: target.queue, broker: hostPort(target) })
  }
  return 'It is there.'
}

const KINDS = {
  classic: 'It is a classic queue, which gives back what was not acknowledged as often as needed.',
  quorum:
    'It is a quorum queue: ask its operator for its delivery limit (20 in RabbitMQ 4 unless set otherwise), and for a dead-letter exchange. Beyond that limit it drops what came back.',
  stream: 'It is a stream.',
  unknown: 'Ask its operator whether it is a quorum queue, and then for its delivery limit and a dead-letter exchange.',
} as const

function describeQueue({ product, waiting, consumers, kind }: QueueFound): string {
  const waits = `${counted(waiting, 'message')} ${waiting === 1 ? 'waits' : 'wait'} in it`
  const takers =
    consumers === 0 ? 'no program takes' : `${counted(consumers, 'program')} ${consumers === 1 ? 'takes' : 'take'}`
  return `${plainText(product, MAX_FIELD_CHARS)} has it, and this user may read it: ${waits}, and ${takers} from it. ${KINDS[kind ?? 'unknown']}`
}

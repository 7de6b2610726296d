import { readFileSync } from 'node:fs'
import { badUsage } from '../../shared/errors/app-error.ts'
import { DEFAULT_HEARTBEAT_SECONDS } from '../../shared/model/queue-defaults.ts'
import { isUuid } from '../../shared/text/set-fields.ts'
import type { QueueSource } from '../../engine/feed/queue/queue-source.ts'
import type { StreamReading } from '../../engine/feed/stream/stream-link.ts'
import type { ParcelSession } from '../../engine/parcel-desk.ts'
import type { BrokerTarget } from '../../engine/ports/link.ts'
import type { CommandRun } from '../command-run.ts'
import { chosenCaFile } from '../connection/choose-connection.ts'
import { refuseUnreadable } from '../connection/open-session.ts'
import type { QueueOptions } from '../options/option-types.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { AmqpAddress } from './amqp-address.ts'

/** Filled in for each customer in virtual hosts and names of queues (T37). */
const CUSTOMER = '{customerId}'

/** Whether each customer has a queue of their own (T37). */
function isPerCustomer({ virtualHost }: AmqpAddress, { queue }: QueueOptions): boolean {
  return virtualHost.includes(CUSTOMER) || queue.includes(CUSTOMER)
}

/**
 * The ids of the named customers; empty where none is named. Calls the service only to look up a name. Fails with bad-usage,
 * and like such a call.
 */
export async function customerIds(
  named: readonly string[],
  session: ParcelSession | undefined,
  signal: AbortSignal,
): Promise<string[]> {
  if (session === undefined || named.every((one) => isUuid(one.trim()))) return named.map((one) => one.trim())
  const { customers } = await session.findCustomers(named, signal)
  return customers.map(({ customerId }) => customerId)
}

/** Fails with bad-usage where each customer has a queue of their own and none is named. */
export function refuseNoCustomer(address: AmqpAddress, options: QueueOptions): void {
  if (!isPerCustomer(address, options) || options.customer !== undefined) return
  throw badUsage(`${CUSTOMER} stands for a customer, and none is named.`, 'Name one with --customer, repeatable.')
}

export interface QueueUse {
  customers: readonly string[]
  password: () => Promise<string>
  isExclusive?: boolean
  /** Where the queues are streams. */
  readingOf?: ((source: { virtualHost: string; queue: string }) => StreamReading) | undefined
}

/** One queue, or one for each customer where the virtual host or the queue’s name contains `{customerId}`. */
export async function queueSources(
  run: CommandRun<QueueOptions>,
  address: AmqpAddress,
  { customers, password, isExclusive, readingOf }: QueueUse,
): Promise<QueueSource[]> {
  const { prefetch, count, queue } = run.options
  const tls = await brokerTls(run.terminal, address, run.options.caFile)
  const sourceFor = (customerId: string): QueueSource => {
    const named = {
      virtualHost: address.virtualHost.replaceAll(CUSTOMER, customerId),
      queue: queue.replaceAll(CUSTOMER, customerId),
    }
    return {
      ...named,
      hosts: [{ host: address.host, port: address.port }],
      username: address.username,
      password,
      heartbeatSeconds: DEFAULT_HEARTBEAT_SECONDS,
      // Surplus messages would return to the queue marked as redelivered.
      prefetch: Math.min(prefetch, count ?? prefetch),
      ...(isExclusive === undefined ? {} : { isExclusive }),
      ...(readingOf === undefined ? {} : { stream: readingOf(named) }),
      tls: tls === undefined ? undefined : () => Promise.resolve(tls),
    }
  }
  if (!isPerCustomer(address, run.options)) return [sourceFor('')]
  // Streams are named as `feed topology` and the desk name them.
  const ids = readingOf === undefined ? customers : customers.map((id) => id.toLowerCase())
  return [...new Set(ids)].map(sourceFor)
}

/** The TLS settings of a broker; undefined for one in plain text. Fails with bad-usage where the file cannot be read. */
export async function brokerTls(
  terminal: Terminal,
  { usesTls }: AmqpAddress,
  namedCaFile: string | undefined,
): Promise<BrokerTarget['tls']> {
  if (!usesTls) return undefined
  const caFile = chosenCaFile(namedCaFile, terminal)
  if (caFile === undefined) return {}
  await refuseUnreadable(caFile)
  return { ca: readFileSync(caFile, 'utf8') }
}

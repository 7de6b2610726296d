import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { firmTopology } from '../../../src/engine/feed/firm/firm-topology.ts'
import { DEFAULT_EXCHANGE } from '../../../src/shared/model/queue-defaults.ts'
import type { Broker } from '../../support/private-broker.ts'
import { statusMessage } from '../../support/status-messages.ts'

/** Of every user of the firm’s broker. */
export const PASSWORD = 'bench'
/** Of the service, for all customers. */
export const QUEUE = 'Parcels'

export const customerIds = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `c0000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`)

/** Makes one broker the service’s, with its queue, and the firm’s, with what `feed topology` prints. */
export async function makeSite(broker: Broker, customers: readonly string[]): Promise<void> {
  const definitions = firmTopology({
    customerIds: customers,
    virtualHost: '/',
    exchange: DEFAULT_EXCHANGE,
    retention: '30D',
  })
  const file = path.join(broker.place.folder, 'definitions.json')
  await writeFile(file, JSON.stringify(definitions))
  await broker.importDefinitions(file)
  for (const user of ['parcel-collector', 'parcel-desk']) await broker.setPassword(user, PASSWORD)
  await broker.declareQueue(QUEUE)
}

/** The words of `collect` at that broker. */
export function collectWords(port: number, dataDir: string): string[] {
  const taking = ['--amqp-url', `amqp://guest@127.0.0.1:${port}`, '--queue', QUEUE]
  const publishing = ['--publish-url', `amqp://parcel-collector@127.0.0.1:${port}`]
  return ['collect', ...taking, ...publishing, '--json', '--quiet', '--data-dir', dataDir]
}

export const collectEnvironment = {
  PARCEL_DESK_AMQP_PASSWORD: 'guest',
  PARCEL_DESK_PUBLISH_PASSWORD: PASSWORD,
}

/** A status message of a customer that ends with its number among theirs and, by the clock given, when it was published. */
export function stampedMessage(customerId: string, number: number, nowMs: number): string {
  const message = statusMessage(number).replace(FIRST_CUSTOMER, customerId)
  return `${message.slice(0, -1)},"number":${number},"atMs":${nowMs.toFixed(3)}}`
}

const FIRST_CUSTOMER = 'c0000000-0000-4000-8000-000000000001'
/** Longer than what is appended. */
const STAMP_BYTES = 80
const STAMP = /"number":(\d+),"atMs":([\d.]+)\}$/

/** Without parsing the whole message, which the reader that is measured does. */
export function stampOf(body: Buffer): { number: number; atMs: number } {
  const [, number, atMs] = STAMP.exec(body.toString('latin1', Math.max(0, body.length - STAMP_BYTES))) ?? []
  if (number === undefined) throw new Error('a message without a stamp')
  return { number: Number(number), atMs: Number(atMs) }
}

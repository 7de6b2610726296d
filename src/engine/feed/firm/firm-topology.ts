import { checkKey, NO_CUSTOMER } from './outgoing.ts'

export interface TopologyRequest {
  /** UUIDs. */
  customerIds: readonly string[]
  virtualHost: string
  exchange: string
  /** How long streams keep messages, in RabbitMQ’s form: `30D`, `12h`. */
  retention: string
  /** A quorum queue that gets every message too, for the firm’s back end. */
  backEndQueue?: string | undefined
  /** Leaves out the users, whose passwords an import would take away. Their rights are printed in any case. */
  keepsUsers?: boolean | undefined
}

/** Every key of one word: what a collector tells desks of its checks has two. */
const STATUS_MESSAGES = '*'
const COLLECTOR_USER = 'parcel-collector'
const DESK_USER = 'parcel-desk'

/** By their form: a list of thousands is a larger pattern than RabbitMQ takes. */
const STREAMS = `^parcel\\.([0-9a-f-]{36}|${NO_CUSTOMER})$`

/** The stream of a customer. */
export function streamName(routingKey: string): string {
  return `parcel.${routingKey}`
}

/**
 * Definitions in RabbitMQ’s own form, for `rabbitmqctl import_definitions` or the management page: the exchange, a stream for
 * each customer and one for messages that name none, their bindings, users without a password (which cannot log in until they
 * are given one) and the least rights for each. Desks and collectors declare nothing themselves (T38).
 */
export function firmTopology(request: TopologyRequest): object {
  const { virtualHost: vhost, exchange, retention, backEndQueue, keepsUsers = false } = request
  const keys = [...new Set(request.customerIds.map((id) => id.toLowerCase())), NO_CUSTOMER]
  const stream = (key: string): object => ({
    ...queueOf(streamName(key), vhost),
    arguments: { 'x-queue-type': 'stream', 'x-max-age': retention },
  })
  const bind = (destination: string, routingKey: string): object => ({
    source: exchange,
    vhost,
    destination,
    destination_type: 'queue',
    routing_key: routingKey,
    arguments: {},
  })
  const quorum = { 'x-queue-type': 'quorum' }
  return {
    vhosts: [{ name: vhost }],
    ...(keepsUsers ? {} : { users: [userOf(COLLECTOR_USER), userOf(DESK_USER)] }),
    permissions: [
      { user: COLLECTOR_USER, vhost, configure: '^$', write: exactly(exchange), read: '^$' },
      { user: DESK_USER, vhost, configure: '^$', write: '^$', read: STREAMS },
    ],
    exchanges: [
      { name: exchange, vhost, type: 'topic', durable: true, auto_delete: false, internal: false, arguments: {} },
    ],
    queues: [
      ...keys.map(stream),
      ...(backEndQueue === undefined ? [] : [{ ...queueOf(backEndQueue, vhost), arguments: quorum }]),
    ],
    bindings: [
      ...keys.map((key) => bind(streamName(key), key)),
      ...keys.filter((key) => key !== NO_CUSTOMER).map((key) => bind(streamName(key), checkKey(key))),
      ...(backEndQueue === undefined ? [] : [bind(backEndQueue, STATUS_MESSAGES)]),
    ],
  }
}

function queueOf(name: string, vhost: string): object {
  return { name, vhost, durable: true, auto_delete: false }
}

/** An empty hash: no password logs in. */
function userOf(name: string): object {
  return { name, password_hash: '', hashing_algorithm: 'rabbit_password_hashing_sha256', tags: [] }
}

/** A regular expression for this name alone. */
function exactly(name: string): string {
  return `^(${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})$`
}

import { badUsage } from '../../shared/errors/app-error.ts'
import { isLoopbackHost } from '../../shared/text/is-loopback-host.ts'

/** The broker and user of `--amqp-url`, without a password. */
export interface AmqpAddress {
  host: string
  port: number
  usesTls: boolean
  /** As written: may contain `{customerId}`. */
  virtualHost: string
  username: string
}

const PORTS: Record<string, number> = { 'amqp:': 5672, 'amqps:': 5671 }
const EXAMPLE = 'amqps://ops@mq.example.com/parcels'

/**
 * Reads `amqps://user@host:port/virtual-host`. Fails with bad-usage, which never quotes the address: it may contain a
 * password.
 */
export function readAmqpAddress(text: string): AmqpAddress {
  const url = parseUrl(text)
  const port = PORTS[url.protocol]
  if (port === undefined) {
    throw badUsage('--amqp-url does not begin with amqps:// or amqp://.', `Write it as ${EXAMPLE}.`)
  }
  if (url.password !== '') {
    throw badUsage(
      '--amqp-url holds a password: other programs can read it there.',
      'Leave it out of the address and put it into the environment variable PARCEL_DESK_AMQP_PASSWORD.',
    )
  }
  if (url.hostname === '' || url.username === '') {
    throw badUsage(`--amqp-url names no ${url.hostname === '' ? 'host' : 'user'}.`, `Write it as ${EXAMPLE}.`)
  }
  if (url.search !== '' || url.hash !== '') {
    throw badUsage('--amqp-url has something after a “?” or “#”, which means nothing here.', 'Leave that part out.')
  }
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? port : Number(url.port),
    usesTls: url.protocol === 'amqps:',
    virtualHost: decoded(url.pathname.slice(1)) || '/',
    username: decoded(url.username),
  }
}

/** Whether user, password and messages can be read in transit (T37). */
export function isReadableOnTheWay({ usesTls, host }: AmqpAddress): boolean {
  return !usesTls && !isLoopbackHost(host)
}

function parseUrl(text: string): URL {
  const url = URL.parse(text.trim())
  if (url === null) throw badUsage('--amqp-url is not an address.', `Write it as ${EXAMPLE}.`)
  return url
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw badUsage('--amqp-url has a “%” that begins no character.', 'Write a percent sign as %25.')
  }
}

import { AMQP_PORTS, bareHost, isLoopbackHost } from '../../shared/text/addresses.ts'
import { badUsage } from '../../shared/errors/app-error.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'

/** The broker and user of `--amqp-url`, without a password. */
export interface AmqpAddress {
  host: string
  port: number
  usesTls: boolean
  /** As written: may contain `{customerId}`. */
  virtualHost: string
  username: string
}

const PORTS: Readonly<Record<string, number>> = AMQP_PORTS
const EXAMPLE = 'amqps://ops@mq.example.com/parcels'

/** An option that takes an address, and the environment variable for its password. */
export interface AddressOption {
  option: '--amqp-url' | '--publish-url'
  variable: 'PARCEL_DESK_AMQP_PASSWORD' | 'PARCEL_DESK_PUBLISH_PASSWORD'
}

export const SERVICE_BROKER: AddressOption = { option: '--amqp-url', variable: 'PARCEL_DESK_AMQP_PASSWORD' }
export const FIRM_BROKER: AddressOption = { option: '--publish-url', variable: 'PARCEL_DESK_PUBLISH_PASSWORD' }

/**
 * Reads `amqps://user@host:port/virtual-host`. Fails with bad-usage, which never quotes the address: it may contain a
 * password.
 */
export function readAmqpAddress(text: string, { option, variable } = SERVICE_BROKER): AmqpAddress {
  const url = parseUrl(text, option)
  const port = PORTS[url.protocol]
  if (port === undefined) {
    throw badUsage(`${option} does not begin with amqps:// or amqp://.`, `Write it as ${EXAMPLE}.`)
  }
  if (url.password !== '') {
    throw badUsage(
      `${option} holds a password: other programs can read it there.`,
      `Leave it out of the address and put it into the environment variable ${variable}.`,
    )
  }
  if (url.hostname === '' || url.username === '') {
    throw badUsage(`${option} names no ${url.hostname === '' ? 'host' : 'user'}.`, `Write it as ${EXAMPLE}.`)
  }
  if (url.search !== '' || url.hash !== '') {
    throw badUsage(`${option} has something after a “?” or “#”, which means nothing here.`, 'Leave that part out.')
  }
  return {
    host: bareHost(url.hostname),
    port: url.port === '' ? port : Number(url.port),
    usesTls: url.protocol === 'amqps:',
    virtualHost: decoded(url.pathname.slice(1), option) || '/',
    username: decoded(url.username, option),
  }
}

/** A warning where user, password and messages can be read in transit (T37). */
export function plainTextProblems(address: AmqpAddress, { option }: AddressOption): Problem[] {
  if (!isReadableOnTheWay(address)) return []
  const message =
    'amqp:// is plain text, which your organisation allows: user, password and messages can be read on their way. Use amqps:// if you can.'
  return [{ where: option, message }]
}

function isReadableOnTheWay({ usesTls, host }: AmqpAddress): boolean {
  return !usesTls && !isLoopbackHost(host)
}

function parseUrl(text: string, option: string): URL {
  const url = URL.parse(text.trim())
  if (url === null) throw badUsage(`${option} is not an address.`, `Write it as ${EXAMPLE}.`)
  return url
}

function decoded(part: string, option: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw badUsage(`${option} has a “%” that begins no character.`, 'Write a percent sign as %25.')
  }
}

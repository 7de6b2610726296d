import { AMQP_PORTS, bareHost } from '../../../../shared/text/addresses.ts'
import { badUsage } from '../../../../shared/errors/app-error.ts'
import type { Environment } from '../../../../shared/model/connection.ts'
import type { BrokerAccount } from '../../../../engine/accounts/broker-passwords.ts'
import type { StoredBroker } from '../../../../engine/feed/feed-settings.ts'
import type { QueueSource } from '../../../../engine/feed/queue/queue-source.ts'
import { MAX_PEM_BYTES, readUntrustedSync } from '../../../../engine/files/open-untrusted.ts'
import type { LinkTarget } from '../../../../engine/ports/link.ts'

const CUSTOMER = '{customerId}'
const ONE_LABEL = /^[\w-]{1,63}$/
/** `host`, `host:port`, `[::1]:port`; placeholders in braces are filled in later. */
const HOST = /^(?<host>\[[0-9a-f:.]+\]|[^\s:/@[\]]+)(?::(?<port>\d{1,5}))?$/i

/**
 * The queue or stream of a customer, with the customer’s id in place of `{customerId}` (T37), in small letters for a stream,
 * as `feed topology` prints it. Fails with bad-usage.
 */
export function sourceOf(broker: StoredBroker, customer: string, password: () => Promise<string>): QueueSource {
  const customerId = broker.kind === 'stream' ? customer.toLowerCase() : customer
  const filled = (text: string): string => text.replaceAll(CUSTOMER, customerId)
  const isInHost = broker.hosts.some((host) => host.includes(CUSTOMER))
  // An id with dots would name another host, which would then receive the password.
  if (isInHost && !ONE_LABEL.test(customerId))
    throw badUsage(`The customer’s id ${customerId} cannot be part of a host name.`)
  const { virtualHost, queue, username, heartbeatSeconds, prefetch } = broker
  const tls = tlsOf(broker)
  return {
    hosts: broker.hosts.map((host) => hostAndPort(filled(host), broker.usesTls)),
    virtualHost: filled(virtualHost),
    queue: filled(queue),
    username,
    password,
    heartbeatSeconds,
    prefetch,
    ...(tls === undefined ? {} : { tls }),
  }
}

/** Invalid settings show as a refused queue, not as a feed that does not start. */
export function sourceOrRefusal(
  broker: StoredBroker,
  customerId: string,
  password: () => Promise<string>,
): QueueSource {
  try {
    return sourceOf(broker, customerId, password)
  } catch (thrown) {
    const { virtualHost, queue, username, heartbeatSeconds, prefetch } = broker
    const hosts = [{ host: broker.hosts[0] ?? '', port: 0 }]
    const refuse = (): Promise<never> => Promise.reject(thrown)
    return { hosts, virtualHost, queue, username, heartbeatSeconds, prefetch, password: refuse }
  }
}

/**
 * Changes when a subscription has to begin anew: not with the connection’s name, or where its password is kept. Without
 * encryption it begins anew, and may be refused, when the organisation allows or forbids that.
 */
export function connectionKey(broker: StoredBroker, isPlainAllowed: boolean): string {
  const { name: _name, isPasswordKept: _kept, ...source } = broker
  return JSON.stringify({ ...source, mayBePlain: broker.usesTls || isPlainAllowed })
}

/** Whether each customer has a queue of its own there. */
export function namesCustomer({ hosts, virtualHost, queue }: StoredBroker): boolean {
  return [...hosts, virtualHost, queue].some((text) => text.includes(CUSTOMER))
}

/** Whose password it is, and which hosts receive it. Fails with bad-usage. */
export function accountOf(broker: StoredBroker, environment: Environment): BrokerAccount {
  const { username, virtualHost, hosts, usesTls } = broker
  return { environment, username, virtualHost, usesTls, hosts: hosts.map((host) => hostAndPort(host, usesTls)) }
}

/** Fails with bad-usage, and never quotes the address, which may contain a password. */
export function hostAndPort(text: string, usesTls: boolean): { host: string; port: number } {
  const { host, port = '' } = HOST.exec(text.trim())?.groups ?? {}
  const number = port === '' ? AMQP_PORTS[usesTls ? 'amqps:' : 'amqp:'] : Number(port)
  if (host === undefined || number < 1 || number > 65_535) {
    throw badUsage('A host of the broker is not written as “host” or “host:port”.', 'Write it as mq.example.com:5671.')
  }
  return { host: bareHost(host), port: number }
}

function tlsOf({ usesTls, caFile, certificateFile, keyFile }: StoredBroker): LinkTarget['tls'] {
  if (!usesTls) return undefined
  return {
    ...(caFile === null ? {} : { ca: readPem(caFile) }),
    ...(certificateFile === null ? {} : { certificate: readPem(certificateFile) }),
    ...(keyFile === null ? {} : { key: readPem(keyFile) }),
  }
}

function readPem(file: string): string {
  try {
    return readUntrustedSync(file, MAX_PEM_BYTES, { followsLinks: true })
  } catch {
    throw badUsage(`The file ${file} of the broker cannot be read.`, 'Choose it again in Settings.')
  }
}

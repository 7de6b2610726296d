import { AMQP_PORTS, bareHost } from '../../../../shared/text/addresses.ts'
import { AppError, badUsage } from '../../../../shared/errors/app-error.ts'
import type { Environment } from '../../../../shared/model/connection.ts'
import type { BrokerAccount } from '../../../../engine/accounts/broker-passwords.ts'
import type { StoredBroker } from '../../../../engine/feed/feed-settings.ts'
import type { QueueSource } from '../../../../engine/feed/queue/queue-source.ts'
import { type DiskProblem, diskProblem, errorCode } from '../../../../engine/files/file-system.ts'
import { MAX_PEM_BYTES, readUntrusted, UntrustedFileError } from '../../../../engine/files/open-untrusted.ts'
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
  return {
    hosts: broker.hosts.map((host) => hostAndPort(filled(host), broker.usesTls)),
    virtualHost: filled(virtualHost),
    queue: filled(queue),
    username,
    password,
    heartbeatSeconds,
    prefetch,
    tls: broker.usesTls ? () => readTls(broker) : undefined,
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
 * Changes when a subscription has to begin again: not with the connection’s name, or where its password is kept. Without
 * encryption it begins again, and may be refused, when the organisation allows or forbids that.
 */
export function connectionKey(broker: StoredBroker, isPlainAllowed: boolean): string {
  const { name: _name, isPasswordKept: _kept, ...source } = broker
  return JSON.stringify({ ...source, mayBePlain: broker.usesTls || isPlainAllowed })
}

/** Whether each customer has its own queue there. */
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

async function readTls({ caFile, certificateFile, keyFile }: StoredBroker): Promise<NonNullable<LinkTarget['tls']>> {
  return {
    ...(caFile === null ? {} : { ca: await readPem(caFile) }),
    ...(certificateFile === null ? {} : { certificate: await readPem(certificateFile) }),
    ...(keyFile === null ? {} : { key: await readPem(keyFile) }),
  }
}

/** Without a row, the reason is the code of the system’s error. */
const WHY_UNREAD: Partial<Record<DiskProblem, string>> = {
  gone: 'it is not there',
  denied: 'this user may not read it',
  held: 'another program has it open',
}

async function readPem(file: string): Promise<string> {
  try {
    return await readUntrusted(file, MAX_PEM_BYTES, { followsLinks: true })
  } catch (thrown) {
    const problem = diskProblem(thrown)
    const reason =
      thrown instanceof UntrustedFileError
        ? `it ${thrown.reason}`
        : ((problem && WHY_UNREAD[problem]) ?? errorCode(thrown))
    const next = 'Check that its drive is connected, or choose the file again in Settings.'
    throw new AppError({ tag: 'file-refused', path: file, reason, next }, { cause: thrown })
  }
}

import { z } from 'zod'
import type { NetworkProbe, ShownCertificates } from '../ports/network-probe.ts'

const HTTPS_PORT = 443
const AMQPS_PORT = 5671
/** Nobody waits for more; they are asked at the same time. */
const MAX_SERVERS = 20

interface ServerFacts {
  /** “https://exchange.example.com”, “amqps://mq.example.com:5671”. */
  address: string
  /** Null where the proxies of this computer do not count: AMQP. */
  proxy: string | { failure: string } | null
  certificates: ShownCertificates | { failure: string } | null
}

/** Which proxy leads to each service, and the certificates that services and brokers show. */
export async function readNetwork(probe: NetworkProbe, settings: Record<string, unknown>): Promise<ServerFacts[]> {
  const urls = serversIn(settings).slice(0, MAX_SERVERS)
  return await Promise.all(
    urls.map(async (url) => ({
      address: `${url.protocol}//${url.host}`,
      proxy: url.protocol.startsWith('http') ? await orFailure(probe.proxyFor(url)) : null,
      certificates: isEncrypted(url) ? await orFailure(probe.certificates(serverOf(url))) : null,
    })),
  )
}

const withProfiles = z.object({ profiles: z.array(z.object({ baseUrl: z.string() })) })
const withBrokers = z.object({ brokers: z.array(z.object({ hosts: z.array(z.string()), usesTls: z.boolean() })) })

/** The services and brokers of the settings, as far as these can be read. */
function serversIn(settings: Record<string, unknown>): URL[] {
  const services = withProfiles.safeParse(settings['profiles.json']).data?.profiles.map(({ baseUrl }) => baseUrl) ?? []
  const brokers = ['production/feed.json', 'test/feed.json'].flatMap((file) =>
    (withBrokers.safeParse(settings[file]).data?.brokers ?? []).flatMap(({ hosts, usesTls }) =>
      hosts.map((host) => `${usesTls ? 'amqps' : 'amqp'}://${host}`),
    ),
  )
  const urls = [...services, ...brokers].flatMap((address) => URL.parse(address) ?? [])
  return [...new Map(urls.map((url) => [`${url.protocol}//${url.host}`, url])).values()]
}

function isEncrypted({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'amqps:'
}

function serverOf({ hostname, port, protocol }: URL): { host: string; port: number } {
  const usual = protocol === 'amqps:' ? AMQPS_PORT : HTTPS_PORT
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usual : Number(port) }
}

async function orFailure<Value>(work: Promise<Value>): Promise<Value | { failure: string }> {
  try {
    return await work
  } catch (thrown) {
    return { failure: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

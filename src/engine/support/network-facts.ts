import { z } from 'zod'
import { messageOf } from '../../shared/errors/app-error.ts'
import type { PolicyValues } from '../../shared/policy/policy-schema.ts'
import { AMQP_PORTS, bareHost } from '../../shared/text/addresses.ts'
import type { NetworkProbe, ProbedServer, ShownCertificates } from '../ports/network.ts'

const USUAL_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80, ...AMQP_PORTS }
/** Nobody waits for more; they are asked at the same time. */
const MAX_SERVERS = 20

interface ServerFacts {
  /** “https://exchange.example.com”, “amqps://mq.example.com:5671”. */
  address: string
  /** What this computer finds for the name; where only the proxy can look it up, that it finds nothing. */
  addresses: string[] | { failure: string }
  ways: string[] | { failure: string }
  /** Null where the connection is not encrypted. */
  certificates: ShownCertificates | { failure: string } | null
}

/** Which ways lead to services and brokers, and the certificates that they show. */
export async function readNetwork(
  probe: NetworkProbe,
  settings: Record<string, unknown>,
  policy: PolicyServers,
): Promise<ServerFacts[]> {
  const urls = serversIn(settings, policy).slice(0, MAX_SERVERS)
  return await Promise.all(
    urls.map(async (url) => ({
      address: `${url.protocol}//${url.host}`,
      addresses: await orFailure(probe.addresses(bareHost(url.hostname))),
      ways: await orFailure(probe.waysTo(serverOf(url))),
      certificates: isEncrypted(url) ? await orFailure(probe.certificates(serverOf(url))) : null,
    })),
  )
}

const withProfiles = z.object({ profiles: z.array(z.object({ baseUrl: z.string() })) })
const withBrokers = z.object({ brokers: z.array(z.object({ hosts: z.array(z.string()), usesTls: z.boolean() })) })

type PolicyServers = Pick<PolicyValues, 'ConnectionList' | 'StreamUrl'>

/** The services and brokers of organisation and settings, as far as these can be read. */
function serversIn(settings: Record<string, unknown>, { ConnectionList, StreamUrl }: PolicyServers): URL[] {
  const ofPolicy = [...ConnectionList.map(({ address }) => address), ...(StreamUrl === null ? [] : [StreamUrl])]
  const services = withProfiles.safeParse(settings['profiles.json']).data?.profiles.map(({ baseUrl }) => baseUrl) ?? []
  const brokers = ['production/feed.json', 'test/feed.json'].flatMap((file) =>
    (withBrokers.safeParse(settings[file]).data?.brokers ?? []).flatMap(({ hosts, usesTls }) =>
      hosts.map((host) => `${usesTls ? 'amqps' : 'amqp'}://${host}`),
    ),
  )
  const urls = [...ofPolicy, ...services, ...brokers].flatMap((address) => URL.parse(address) ?? [])
  return [...new Map(urls.map((url) => [`${url.protocol}//${url.host}`, url])).values()]
}

function isEncrypted({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'amqps:'
}

function serverOf({ hostname, port, protocol }: URL): ProbedServer {
  const host = bareHost(hostname)
  return { host, port: port === '' ? (USUAL_PORTS[protocol] ?? 0) : Number(port) }
}

async function orFailure<Value>(work: Promise<Value>): Promise<Value | { failure: string }> {
  try {
    return await work
  } catch (thrown) {
    return { failure: messageOf(thrown) }
  }
}

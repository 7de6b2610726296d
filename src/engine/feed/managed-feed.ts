import { AMQP_PORTS, bareHost, hostPort } from '../../shared/text/addresses.ts'
import { DEFAULT_HEARTBEAT_SECONDS, DEFAULT_PREFETCH, DEFAULT_STREAM } from '../../shared/model/queue-defaults.ts'
import { assertUnderstood, type EffectivePolicy, setByOrganisation } from '../../shared/policy/effective-policy.ts'
import type { CurrentPolicy } from '../ports/policy.ts'
import { type FeedSettings, type StoredBroker, type StoredFeed, streamBrokerOf } from './feed-settings.ts'
import type { QueueSource } from './queue/queue-source.ts'

/** The id of a broker that nobody had to enter. */
const READY_MADE = 'organisation'

/**
 * The settings with what the organisation has set in place of what the user has: whatever was changed, that is read. What the
 * user had stays stored, for when the policy is lifted.
 */
export function managedFeedSettings(settings: FeedSettings, policy: CurrentPolicy): FeedSettings {
  const managed = (feed: StoredFeed): StoredFeed => managedFeed(feed, policy.current())
  return {
    read: () => managed(settings.read()),
    change: (changes) => managed(settings.change(withoutPolicy(changes, settings.read(), policy.current()))),
  }
}

/** Fails with set-by-organisation for a stream of another broker than the firm’s. */
export function assertStreamAllowed(policy: CurrentPolicy, source: QueueSource): void {
  const current = policy.current()
  const { values, origins } = current
  const what = `Reading streams of ${source.hosts.map(hostPort).join(', ')}`
  assertUnderstood(current, 'StreamUrl', what)
  if (values.StreamUrl === null) return
  const { host, port, virtualHost } = readStreamUrl(values.StreamUrl)
  const isFirms = source.hosts.every((one) => one.host === host && one.port === port)
  if (isFirms && source.virtualHost === virtualHost) return
  throw setByOrganisation(what, origins.StreamUrl, `Use ${values.StreamUrl}.`)
}

/** Fails with set-by-organisation for the firm’s broker: it would be there again at once, without its password. */
export function assertBrokerRemovable(
  policy: CurrentPolicy,
  { kind, name }: Pick<StoredBroker, 'kind' | 'name'>,
): void {
  const { values, origins } = policy.current()
  if (kind === 'stream' && values.StreamUrl !== null) {
    throw setByOrganisation(`Removing “${name}”`, origins.StreamUrl)
  }
}

/**
 * What is read of settings under a policy. A value that cannot be understood is no value, but what the user has does not take
 * its place.
 */
export function managedFeed(feed: StoredFeed, policy: EffectivePolicy): StoredFeed {
  const { QuietHours } = policy.values
  return {
    ...feed,
    brokers: allowedBrokers(feed.brokers, policy),
    alerts: QuietHours === null ? feed.alerts : { ...feed.alerts, quiet: quietHours(QuietHours) },
  }
}

/** The changes without what the organisation has set, which whoever makes them has read as if it were the user’s. */
function withoutPolicy(changes: Partial<StoredFeed>, own: StoredFeed, policy: EffectivePolicy): Partial<StoredFeed> {
  const { StreamUrl, QuietHours } = policy.values
  const kept = { ...changes }
  if (QuietHours !== null && kept.alerts !== undefined) kept.alerts = { ...kept.alerts, quiet: own.alerts.quiet }
  if (!isBrokerLeftToUser(policy) && kept.brokers !== undefined) {
    kept.brokers =
      StreamUrl === null
        ? [...withoutStreams(kept.brokers), ...own.brokers.filter(({ kind }) => kind === 'stream')]
        : withOwnAddress(kept.brokers, own.brokers, StreamUrl)
  }
  return kept
}

/** Also a key that cannot be understood is not. */
function isBrokerLeftToUser({ origins }: EffectivePolicy): boolean {
  return origins.StreamUrl.source === 'default'
}

function allowedBrokers(brokers: readonly StoredBroker[], policy: EffectivePolicy): StoredBroker[] {
  if (isBrokerLeftToUser(policy)) return brokers.filter(isEntered)
  const { StreamUrl } = policy.values
  return StreamUrl === null ? withoutStreams(brokers) : withFirmsBroker(brokers, StreamUrl)
}

function withoutStreams(brokers: readonly StoredBroker[]): StoredBroker[] {
  return brokers.filter(({ kind }) => kind !== 'stream')
}

/**
 * The broker of the streams with the address that the user had entered; if there was none, with the firm’s. The user’s stays
 * where the list has none: under the policy it is not shown, so that it cannot be what was removed.
 */
function withOwnAddress(
  brokers: readonly StoredBroker[],
  own: readonly StoredBroker[],
  streamUrl: string,
): StoredBroker[] {
  const before = streamBrokerOf(own)
  if (before === undefined) return [...brokers]
  const { hosts, virtualHost, usesTls } = before
  if (streamBrokerOf(brokers) === undefined) return [...brokers, before]
  const isUserSet = readStreamUrl(streamUrl).username !== ''
  return brokers.map((one) => {
    if (one.kind !== 'stream') return one
    return { ...one, hosts, virtualHost, usesTls, username: isUserSet ? before.username : one.username }
  })
}

/** The firm’s broker is stored once something was changed of it, and is not the user’s without the policy. */
function isEntered({ brokerId }: StoredBroker): boolean {
  return brokerId !== READY_MADE
}

/** The firm’s broker keeps what the user has entered besides its address. */
function withFirmsBroker(brokers: readonly StoredBroker[], streamUrl: string): StoredBroker[] {
  const { host, port, virtualHost, usesTls, username } = readStreamUrl(streamUrl)
  const address = { hosts: [hostPort({ host, port })], virtualHost, usesTls }
  const known = streamBrokerOf(brokers) ?? emptyBroker(host)
  const firms = { ...known, ...address, username: username === '' ? known.username : username }
  return [...withoutStreams(brokers), firms]
}

function emptyBroker(host: string): StoredBroker {
  return {
    brokerId: READY_MADE,
    kind: 'stream',
    name: host,
    hosts: [host],
    usesTls: true,
    virtualHost: '/',
    queue: DEFAULT_STREAM,
    username: '',
    heartbeatSeconds: DEFAULT_HEARTBEAT_SECONDS,
    prefetch: DEFAULT_PREFETCH,
    isPasswordKept: false,
    caFile: null,
    certificateFile: null,
    keyFile: null,
  }
}

/** `amqps://user@host:port/virtual-host`; the schema of the policy has checked its form. */
function readStreamUrl(address: string) {
  const url = new URL(address)
  const usesTls = url.protocol === 'amqps:'
  return {
    host: bareHost(url.hostname),
    port: url.port === '' ? AMQP_PORTS[usesTls ? 'amqps:' : 'amqp:'] : Number(url.port),
    usesTls,
    virtualHost: decodeURIComponent(url.pathname.slice(1)) || '/',
    username: decodeURIComponent(url.username),
  }
}

function quietHours(text: string): StoredFeed['alerts']['quiet'] {
  const [from = '', to = ''] = text.split('-')
  return { from, to }
}

import type { Input } from '../../../../shared/contract/contract.ts'
import {
  DEFAULT_HEARTBEAT_SECONDS,
  DEFAULT_PREFETCH,
  DEFAULT_STREAM,
  MAX_PREFETCH,
} from '../../../../shared/model/queue-defaults.ts'
import { isLoopbackHost } from '../../../../shared/text/addresses.ts'
import type { DeskState, FeedView } from '../../../client/desk-store.ts'
import type { TestRequest } from '../../../connection-test/connection-test-store.ts'
import type { Problems } from '../../section/use-form.ts'
import { numberText } from '../../../ui/base/words.ts'

export type Broker = FeedView['brokers'][number]
export type FileKind = Input<'feeds.chooseFile'>['kind']

interface ChosenFile {
  /** Null for a file chosen earlier, or for none. */
  readonly fileId: string | null
  readonly name: string | null
}

const NO_FILE: ChosenFile = { fileId: null, name: null }

/** A queue connection as in the fields of its dialog. */
export interface BrokerForm {
  readonly kind: Broker['kind']
  readonly name: string
  /** As typed: one host, or several separated by commas. */
  readonly hosts: string
  readonly usesTls: boolean
  readonly virtualHost: string
  readonly queue: string
  readonly username: string
  /** Empty keeps the known password. */
  readonly password: string
  readonly keepsPassword: boolean
  readonly heartbeatSeconds: string
  readonly prefetch: string
  readonly files: Readonly<Record<FileKind, ChosenFile>>
}

type DemoBroker = NonNullable<DeskState['demo']>['broker']

const EMPTY: BrokerForm = {
  kind: 'queue',
  name: 'Parcel queue',
  hosts: '',
  usesTls: true,
  virtualHost: '/',
  queue: '',
  username: '',
  password: '',
  keepsPassword: true,
  heartbeatSeconds: String(DEFAULT_HEARTBEAT_SECONDS),
  prefetch: String(DEFAULT_PREFETCH),
  files: { ca: NO_FILE, certificate: NO_FILE, key: NO_FILE },
}

/** A new connection to the firm’s own broker, with the names that `feed topology` gives. */
export const NEW_STREAMS: BrokerForm = {
  ...EMPTY,
  kind: 'stream',
  name: 'Firm’s broker',
  queue: DEFAULT_STREAM,
  username: 'parcel-desk',
}

/** A stored connection; a new one is empty or, at the demo service, that of its queue. */
export function firstForm(broker: Broker | undefined, demo?: DemoBroker): BrokerForm {
  if (broker === undefined) {
    return demo === undefined ? EMPTY : { ...EMPTY, ...demo, name: 'Demo queue', hosts: demo.hosts.join(', ') }
  }
  const { kind, name, hosts, usesTls, virtualHost, queue, username } = broker
  const file = (known: string | null): ChosenFile => ({ fileId: null, name: known })
  return {
    kind,
    name,
    hosts: hosts.join(', '),
    usesTls,
    virtualHost,
    queue,
    username,
    password: '',
    keepsPassword: broker.password === 'kept',
    heartbeatSeconds: String(broker.heartbeatSeconds),
    prefetch: String(broker.prefetch),
    files: {
      ca: file(broker.caFileName),
      certificate: file(broker.certificateFileName),
      key: file(broker.keyFileName),
    },
  }
}

/** Whether the known password still applies: it belongs to its user, hosts, virtual host and encryption. */
export function isPasswordKnown(form: BrokerForm, broker: Broker | undefined): boolean {
  if (broker === undefined || broker.password === 'none') return false
  const places = (hosts: readonly string[]): string =>
    hosts
      .map((host) => host.trim().toLowerCase())
      .toSorted()
      .join(',')
  return (
    places(hostsOf(form.hosts)) === places(broker.hosts) &&
    form.usesTls === broker.usesTls &&
    form.virtualHost.trim() === broker.virtualHost &&
    form.username.trim() === broker.username
  )
}

/** Whether the connection never crosses a network. */
export function isOnThisComputer(hosts: readonly string[]): boolean {
  return hosts.length > 0 && hosts.every(isLoopbackHost)
}

/** What has to be corrected before it can be stored; empty if nothing. */
export function formProblems(form: BrokerForm, isKnown: boolean): Problems<BrokerForm> {
  const hosts = hostsOf(form.hosts)
  return {
    ...(form.name.trim() === '' ? { name: 'Give the connection a name.' } : {}),
    ...(hosts.length === 0 ? { hosts: 'Type the host, such as queue.example.com.' } : {}),
    ...(hosts.length > 10 ? { hosts: 'At most ten hosts.' } : {}),
    ...(form.virtualHost.trim() === '' ? { virtualHost: 'Type the virtual host; “/” is the usual one.' } : {}),
    ...(form.queue.trim() === '' ? { queue: `Type the name of the ${form.kind}.` } : {}),
    ...(form.username.trim() === '' ? { username: 'Type the user name.' } : {}),
    ...(form.password === '' && !isKnown ? { password: 'Type the password.' } : {}),
    ...(isWithin(form.heartbeatSeconds, 5, 120) ? {} : { heartbeatSeconds: 'Between 5 and 120 seconds.' }),
    ...(isWithin(form.prefetch, 1, MAX_PREFETCH) ? {} : { prefetch: `Between 1 and ${numberText(MAX_PREFETCH)}.` }),
  }
}

/** As the main process expects it. */
export function brokerInput(form: BrokerForm, brokerId: string | null): Omit<Input<'feeds.saveBroker'>, 'sessionId'> {
  return {
    brokerId,
    kind: form.kind,
    name: form.name.trim(),
    hosts: hostsOf(form.hosts),
    usesTls: form.usesTls,
    virtualHost: form.virtualHost.trim(),
    queue: form.queue.trim(),
    username: form.username.trim(),
    heartbeatSeconds: Number(form.heartbeatSeconds),
    prefetch: Number(form.prefetch),
    password: form.password === '' ? null : form.password,
    keepsPassword: form.keepsPassword,
    caFileId: form.files.ca.fileId,
    certificateFileId: form.files.certificate.fileId,
    keyFileId: form.files.key.fileId,
  }
}

/** The same without what is to be kept, for a test of the connection with one of the followed customers. */
export function queueTest(
  form: BrokerForm,
  broker: Broker | undefined,
  { session, feed }: Pick<DeskState, 'session' | 'feed'>,
): TestRequest {
  const { keepsPassword: _kept, ...connection } = brokerInput(form, broker?.brokerId ?? null)
  const followed = feed?.view.followed ?? []
  const [first] = followed.toSorted((one, other) => rankOf(one, broker) - rankOf(other, broker))
  const input = { ...connection, sessionId: session?.sessionId ?? '', customerId: first?.customerId ?? null }
  return { method: 'connections.testQueue', input }
}

/** A customer whose messages come from this broker before one of another. */
function rankOf({ brokerId }: FeedView['followed'][number], broker: Broker | undefined): number {
  return broker !== undefined && brokerId === broker.brokerId ? 0 : 1
}

export function hostsOf(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter((host) => host !== '')
}

function isWithin(typed: string, least: number, most: number): boolean {
  const number = Number(typed)
  return /^\d+$/.test(typed.trim()) && number >= least && number <= most
}

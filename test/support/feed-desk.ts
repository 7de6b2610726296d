import type { Input, Output } from '../../src/shared/contract/contract.ts'
import type { DeskEvent } from '../../src/shared/contract/contract.ts'
import type { DeskPorts } from '../../src/main/desk/desk-ports.ts'
import { EVERY_ENTRY } from '../../src/main/desk/feed/environment-feed.ts'
import { type ChangeKind, changeState } from '../exchange-service/change-state.ts'
import { type DemoData, demoData } from '../exchange-service/demo-data.ts'
import type { StoredSet } from '../exchange-service/exchange-data.ts'
import { demoUser, type ExchangeService, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { composeDesk, type ComposedDesk } from './composed-desk.ts'
import type { RunningBroker } from './private-broker.ts'

export type FeedView = Output<'feeds.read'>
export type Inbox = Output<'inbox.page'>

/** So rarely that checks run only on request. */
const SELDOM = { isOn: true, everyMinutes: 1_440 }
const QUEUE = 'queue of {customerId}'

/** The service, with a few sets of every customer, which a test can change. */
export interface FeedService {
  service: ExchangeService
  data: DemoData
  /** The first customer, whom every test follows, and its sets. */
  customerId: string
  sets: StoredSet[]
  /** Changes a set as a company would, and returns the message, which the caller publishes. */
  change(set: StoredSet | undefined, kind: ChangeKind, at?: Date): string
  close(): Promise<void>
}

export async function startFeedService(): Promise<FeedService> {
  const data = demoData({ setsPerCustomer: 4 })
  for (const set of data.sets) set.documentKinds = set.documentKinds.map(() => 'small')
  const service = await startExchangeService({ data })
  const customerId = data.counterparties[0]?.customerId ?? ''
  const sets = data.sets.filter((set) => set.customerId === customerId)
  return {
    service,
    data,
    customerId,
    sets,
    close: service.close,
    change: (set, kind, at = new Date()) => {
      if (set === undefined) throw new Error('the service has no such set')
      return changeState(set, { kind, actor: 'Maria Lopes', company: 'Aurora Grain', at })
    },
  }
}

export interface Login {
  username: string
  password: string
}

/** A desk that follows the first customer. */
export interface FeedDesk extends ComposedDesk {
  sessionId: string
  events: DeskEvent[]
  view(): Promise<FeedView>
  inbox(filter?: Partial<typeof EVERY_ENTRY>): Promise<Inbox>
  queueState(): Promise<string | undefined>
  checkOf(): Promise<FeedView['followed'][number]['check'] | undefined>
}

function queueOf(customerId: string): string {
  return QUEUE.replace('{customerId}', customerId)
}

/** A composed desk whose feed is not set up yet, signed in without a profile unless one is named. */
export async function openFeedDesk(
  { service, customerId }: FeedService,
  { profile = null, root, ports = {} }: { profile?: string | null; root?: string; ports?: Partial<DeskPorts> } = {},
): Promise<FeedDesk> {
  const desk = await composeDesk(ports, root)
  const events: DeskEvent[] = []
  desk.desk.events.listen((event) => void events.push(event))
  const { call } = desk
  const sessionId = await signInAgain(desk, { service }, profile)
  const view = (): Promise<FeedView> => call('feeds.read', { sessionId })
  const followed = async () => (await view()).followed.find((one) => one.customerId === customerId)
  return {
    ...desk,
    sessionId,
    events,
    view,
    inbox: (filter) =>
      call('inbox.page', { sessionId, filter: { ...EVERY_ENTRY, ...filter }, before: null, count: 500 }),
    queueState: async () => (await followed())?.queue?.state,
    checkOf: async () => (await followed())?.check,
  }
}

export async function signInAgain(
  { call }: Pick<ComposedDesk, 'call'>,
  { service }: Pick<FeedService, 'service'>,
  profile: string | null = null,
): Promise<string> {
  const account = { environment: 'test', credentialForm: 'basic', caFileId: null } as const
  return (await call('accounts.signIn', { baseUrl: service.url, ...demoUser, ...account, profile })).sessionId
}

/** The queue of the first customer, empty. */
export async function openQueue(broker: RunningBroker, { customerId }: FeedService): Promise<string> {
  const queue = queueOf(customerId)
  await broker.deleteQueue(queue)
  await broker.declareQueue(queue)
  return queue
}

/** Follows the first customer through this broker. */
export async function followCustomer(
  { call, sessionId }: FeedDesk,
  { customerId }: FeedService,
  at?: Login & { broker: RunningBroker },
): Promise<void> {
  const entered = at === undefined ? undefined : brokerInput(sessionId, at)
  const brokerId =
    entered === undefined ? null : ((await call('feeds.saveBroker', entered)).brokers[0]?.brokerId ?? null)
  await call('feeds.change', { sessionId, checks: SELDOM })
  await call('feeds.follow', { sessionId, customers: [{ customerId, brokerId }] })
}

/** The stream of a customer, as the firm’s administrator names it. */
export const streamOf = ({ customerId }: Pick<FeedService, 'customerId'>): string =>
  `parcel.${customerId.toLowerCase()}`

/** The stream of the first customer, empty; with the arguments of a stream where there are any. */
export async function openStream(
  broker: RunningBroker,
  feed: FeedService,
  limits: Record<string, unknown> = {},
): Promise<string> {
  const stream = streamOf(feed)
  await broker.deleteQueue(stream)
  await broker.declareQueue(stream, { 'x-queue-type': 'stream', ...limits })
  return stream
}

/** Follows the first customer through the firm’s streams at this broker, from the first message. */
export async function followStreams(
  { call, sessionId }: FeedDesk,
  { customerId }: FeedService,
  { from = 'first', more = [], ...at }: Login & { broker: RunningBroker; from?: string; more?: string[] },
): Promise<void> {
  const entered = { ...brokerInput(sessionId, at), kind: 'stream' as const, queue: 'parcel.{customerId}' }
  await call('feeds.saveBroker', entered)
  await call('feeds.change', { sessionId, checks: SELDOM, streams: { from, more } })
  await call('feeds.follow', { sessionId, customers: [{ customerId, brokerId: null }] })
  await call('feeds.setMode', { sessionId, mode: 'streams' })
}

function brokerInput(
  sessionId: string,
  { broker, username, password }: Login & { broker: RunningBroker },
): Input<'feeds.saveBroker'> {
  return {
    sessionId,
    brokerId: null,
    name: 'Broker',
    hosts: [`${broker.host}:${broker.port}`],
    usesTls: false,
    virtualHost: '/',
    queue: QUEUE,
    username,
    heartbeatSeconds: 15,
    prefetch: 100,
    password,
    keepsPassword: true,
    caFileId: null,
    certificateFileId: null,
    keyFileId: null,
  }
}

/** Adds a rule that saves the documents of any followed set that reaches one of these states into the desk’s folder. */
export async function saveRule({ call, sessionId }: FeedDesk, states: string[]): Promise<void> {
  const { folderId } = (await call('saving.chooseFolder', {})) ?? { folderId: '' }
  const rule = { name: 'File them', isOn: true, customers: [], states, docTypes: [] }
  const names = { folderId, pattern: '{parcelRef} {documentId}', conflict: 'keep-both' } as const
  await call('feeds.saveRule', { sessionId, ruleId: null, ...rule, ...names })
}

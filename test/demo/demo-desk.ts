import type { Input, MethodName, Output } from '../../src/shared/contract/contract.ts'
import type { Shell } from '../browser-shell/start-shell.ts'
import { demoUser, type ExchangeService } from '../exchange-service/start-exchange-service.ts'
import type { RunningBroker } from '../support/private-broker.ts'

/** A desk that is signed in and reads the firm’s streams of all customers. */
export interface DemoDesk {
  /** Its page. */
  url: string
  /** Whether a browser shows it. */
  isOpened(): boolean
  /** Resolves with the time at which so many entries were in its inbox, by `performance.now`. */
  has(count: number): Promise<number>
  close(): Promise<void>
}

interface DemoDeskOptions {
  shell: Shell
  service: ExchangeService
  broker: RunningBroker
  customers: readonly string[]
  /** Of the firm’s broker. */
  login: { username: string; password: string }
}

/** What a user does on the first day: signs in, enters the firm’s broker, and follows the customers. */
export async function openDemoDesk({ shell, service, broker, customers, login }: DemoDeskOptions): Promise<DemoDesk> {
  const has = watchInbox(shell)
  const account = { ...demoUser, environment: 'test', credentialForm: 'basic', caFileId: null, profile: null } as const
  const { sessionId } = await call(shell, 'accounts.signIn', { baseUrl: service.url, ...account })
  await call(shell, 'feeds.saveBroker', {
    sessionId,
    brokerId: null,
    kind: 'stream',
    name: 'The firm’s broker',
    hosts: [`${broker.host}:${broker.port}`],
    usesTls: false,
    virtualHost: '/',
    queue: 'parcel.{customerId}',
    ...login,
    heartbeatSeconds: 10,
    prefetch: 1_000,
    keepsPassword: false,
    caFileId: null,
    certificateFileId: null,
    keyFileId: null,
  })
  const checks = { isOn: false, everyMinutes: 60 }
  await call(shell, 'feeds.change', { sessionId, checks, streams: { from: 'first', more: [] } })
  const followed = customers.map((customerId) => ({ customerId, brokerId: null }))
  await call(shell, 'feeds.follow', { sessionId, customers: followed })
  await call(shell, 'feeds.setMode', { sessionId, mode: 'streams' })
  return { url: shell.url, isOpened: shell.isOpened, has, close: shell.close }
}

function watchInbox({ desk }: Shell): DemoDesk['has'] {
  const reachedAtMs: number[] = []
  let waiting: { count: number; resolve: (atMs: number) => void }[] = []
  desk.events.listen((event) => {
    if (event.name !== 'inbox.changed') return
    while (reachedAtMs.length < event.payload.counts.total) reachedAtMs.push(performance.now())
    const isReached = ({ count }: { count: number }): boolean => count <= reachedAtMs.length
    for (const { count, resolve } of waiting.filter(isReached)) resolve(reachedAtMs[count - 1] ?? Number.NaN)
    waiting = waiting.filter((one) => !isReached(one))
  })
  return (count) => {
    const atMs = reachedAtMs[count - 1]
    return atMs === undefined ? new Promise((resolve) => void waiting.push({ count, resolve })) : Promise.resolve(atMs)
  }
}

async function call<Name extends MethodName>({ desk }: Shell, name: Name, input: Input<Name>): Promise<Output<Name>> {
  const reply = await desk.router.answer(name, input)
  if (!reply.isOk) throw new Error(`${name}: ${reply.failure.message}`)
  // The router has parsed it by the schema that this type comes from.
  // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unsafe-type-assertion
  return reply.value as Output<Name>
}

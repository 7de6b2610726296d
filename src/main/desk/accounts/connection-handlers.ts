import { ENVIRONMENTS } from '../../../shared/model/connection.ts'
import type { TestStep } from '../../../shared/contract/connections-contract.ts'
import { AppError, badUsage } from '../../../shared/errors/app-error.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import type { SignedIn } from '../../../engine/accounts/accounts-service.ts'
import type { ProxyPasswords } from '../../../engine/accounts/proxy-passwords.ts'
import type { ChosenFiles } from '../chosen-paths.ts'
import type { EventHub } from '../event-hub.ts'
import type { FeedsService } from '../feed/feeds-service.ts'
import type { KnownServices } from './known-services.ts'
import type { Handler, HandlersOf } from '../router.ts'
import type { OpenSessions } from '../sessions.ts'
import { queueToTest } from './queue-to-test.ts'

interface ConnectionHandlerDependencies {
  engine: Pick<ParcelDesk, 'accounts' | 'testService' | 'testQueue'>
  sessions: Pick<OpenSessions, 'find' | 'signedInOf'>
  services: KnownServices
  feeds: Pick<FeedsService, 'of'>
  serviceFiles: ChosenFiles
  queueFiles: ChosenFiles
  events: Pick<EventHub, 'emit'>
}

type OnSteps = (steps: TestStep[]) => void
type ServiceTarget = Parameters<Handler<'connections.testService'>>[0]['target']

/** The page’s calls for tests of a connection; each step is an event, and the answer has them all. */
export function createConnectionHandlers(dependencies: ConnectionHandlerDependencies): HandlersOf<'connections'> {
  const { engine, sessions, feeds, queueFiles } = dependencies
  const tests = createRunningTests(dependencies.events)
  return {
    'connections.testService': ({ testId, target }, signal) =>
      tests.run(
        testId,
        async (onSteps, either) => {
          const test = await serviceToTest(dependencies, target)
          either.throwIfAborted()
          return await engine.testService(test, onSteps, either)
        },
        signal,
      ),
    'connections.testQueue': ({ testId, ...input }, signal) =>
      tests.run(
        testId,
        (onSteps, either) => {
          const feed = feeds.of(sessions.find(input.sessionId).connection.environment)
          return engine.testQueue(queueToTest({ feed, queueFiles, accounts: engine.accounts }, input), onSteps, either)
        },
        signal,
      ),
    'connections.cancelTest': ({ testId }) => {
      tests.cancel(testId)
      return {}
    },
  }
}

interface RunningTests {
  run(
    testId: string,
    work: (onSteps: OnSteps, signal: AbortSignal) => Promise<TestStep[]>,
    signal: AbortSignal,
  ): Promise<{ testId: string; steps: TestStep[] }>
  cancel(testId: string): void
}

function createRunningTests(events: Pick<EventHub, 'emit'>): RunningTests {
  const running = new Map<string, AbortController>()
  return {
    run: async (testId, work, signal) => {
      const cancelled = new AbortController()
      running.set(testId, cancelled)
      const onSteps: OnSteps = (steps) => events.emit('connections.tested', { testId, steps })
      try {
        return { testId, steps: await work(onSteps, AbortSignal.any([signal, cancelled.signal])) }
      } finally {
        running.delete(testId)
      }
    },
    cancel: (testId) => running.get(testId)?.abort(new AppError({ tag: 'interrupted' })),
  }
}

async function serviceToTest(
  dependencies: ConnectionHandlerDependencies,
  target: ServiceTarget,
): Promise<{ signedIn: SignedIn; hasPassword: boolean }> {
  const { engine, sessions } = dependencies
  if (target.kind === 'typed') return await typedService(dependencies, target)
  const signedIn =
    target.kind === 'profile' ? await engine.accounts.useProfile(target.profile) : sessions.signedInOf(target.sessionId)
  return { signedIn, hasPassword: true }
}

/** What is typed goes only where the user has agreed to send a password, as when signing in (W-L5). */
async function typedService(
  { engine, services, serviceFiles }: ConnectionHandlerDependencies,
  { caFileId, caFileOfProfile, kind: _kind, ...typed }: Extract<ServiceTarget, { kind: 'typed' }>,
): Promise<{ signedIn: SignedIn; hasPassword: boolean }> {
  const { accounts } = engine
  const hasPassword = typed.username !== '' && typed.password !== ''
  if (hasPassword) await services.requireConsent(typed.baseUrl)
  const known = accounts.profiles().find(({ profile }) => profile === caFileOfProfile)?.caFile
  const caFile = caFileId === null ? known : serviceFiles.pathOf(caFileId)
  return { signedIn: accounts.useOnce({ ...typed, ...(caFile === undefined ? {} : { caFile }) }), hasPassword }
}

interface ProxyHandlerDependencies {
  proxies: ProxyPasswords
  feeds: Pick<FeedsService, 'of'>
  events: Pick<EventHub, 'emit'>
}

/** The page’s calls about proxies that ask for a password, and the events that say which do. */
export function createProxyHandlers({ proxies, feeds, events }: ProxyHandlerDependencies): HandlersOf<'proxies'> {
  const emitChanged = (): void => events.emit('proxies.changed', { proxies: proxies.wanted() })
  proxies.onWanted(emitChanged)
  return {
    'proxies.signIn': async ({ proxy, username, password, keeps }) => {
      // A page can have no password kept for what it thinks up.
      if (!proxies.wanted().some((one) => one.proxy === proxy))
        throw badUsage('This proxy does not ask for a password.')
      const kept = await proxies.remember(proxy, { username, password }, keeps)
      emitChanged()
      for (const environment of ENVIRONMENTS) feeds.of(environment).sources.retryNow()
      return { isKept: kept === 'kept' }
    },
  }
}

import { hostPort, isLoopbackHost } from '../../../shared/text/addresses.ts'
import { AppError } from '../../../shared/errors/app-error.ts'
import type { Failure, FailureTag } from '../../../shared/errors/failure.ts'
import type { TestStep } from '../../../shared/contract/connections-contract.ts'
import { counted } from '../../../shared/text/format.ts'
import { MAX_FIELD_CHARS, plainText } from '../../../shared/text/plain-text.ts'
import { describeServer, type Found, runSteps, type StepPlan } from '../../base/run-steps.ts'
import type { ClockPort } from '../../ports/clock.ts'
import type { LinkPort, LinkTarget, QueueFound } from '../../ports/link.ts'
import type { QueueSource } from './queue-source.ts'

const CONNECT_TIMEOUT_MS = 10_000

interface QueueTest {
  link: LinkPort
  clock: ClockPort
  source: QueueSource
  /** Whether it should be a stream, which every reader gets whole. */
  isStream?: boolean
  /** How many of its consumers are this desk’s own. */
  ownConsumers: number
}

/**
 * Looks step by step whether a queue can be reached at each of its hosts, without taking a message: host, certificate, login,
 * virtual host, queue. A refused password is tried at no other host, so that the account is not locked. Fails with
 * file-refused (a certificate), no-credentials, keychain-unavailable, interrupted.
 */
export async function testQueue(
  test: QueueTest,
  onSteps: (steps: TestStep[]) => void,
  signal?: AbortSignal,
): Promise<TestStep[]> {
  const tls = await test.source.tls?.()
  const password = await test.source.password()
  const targets = test.source.hosts.map((place) => targetOf(test, place, { password, tls }))
  const groups = targets.map((target, index) => hostSteps({ ...test, target, prefix: `${index}` }, signal))
  return await runSteps(groups, {
    clock: test.clock,
    onSteps,
    adviceFor: (failure) => ADVICE[failure.tag],
    endsAll: ({ tag }) => tag === 'broker-refused',
  })
}

/** That of the failure table speaks of a subscription, which tries again; a test does not. */
const ADVICE: Partial<Record<FailureTag, string>> = {
  'queue-missing': 'Check the name of the queue; if it is right, ask the service to create the queue.',
  'queue-refused': 'Ask for the right to read it.',
  'queue-held': 'End the other program, or ask the service which it is.',
}

type StepName = 'host' | 'encryption' | 'login' | 'virtualHost' | 'queue'

/** The step that a failure belongs to; every other failure is one of reaching the host. */
const FAILED_STEP: Partial<Record<FailureTag, StepName>> = {
  'tls-untrusted': 'encryption',
  'broker-refused': 'login',
  'virtual-host-refused': 'virtualHost',
  'queue-missing': 'queue',
  'queue-refused': 'queue',
  'queue-held': 'queue',
  'not-a-stream': 'queue',
}

interface HostTest extends QueueTest {
  target: LinkTarget
  /** Of the ids of its steps: the same host may be named twice. */
  prefix: string
}

/** One connection answers all of it; how far it came says which step failed. */
function hostSteps(
  { link, clock, target, prefix, isStream = false, ownConsumers }: HostTest,
  signal?: AbortSignal,
): StepPlan[] {
  const { virtualHost, queue, username, tls } = target
  let looked: QueueFound | Failure | undefined
  const step = (name: StepName, title: string, describe: (found: QueueFound | undefined) => Found): StepPlan => ({
    id: `${prefix} ${name}`,
    title,
    run: async () => {
      looked ??= await look(link, target, signal)
      if (!('tag' in looked)) return describe(looked)
      if ((FAILED_STEP[looked.tag] ?? 'host') === name) throw new AppError(looked)
      return describe(undefined)
    },
  })
  return [
    step('host', `Reach ${hostPort(target)}`, (found) => ({
      found: found === undefined ? 'It answers.' : `${plainText(found.product, MAX_FIELD_CHARS)} answers.`,
    })),
    step('encryption', 'Check the encryption', (found) => {
      if (tls === undefined) return describePlain(target.host)
      return found?.server === undefined ? { found: 'Encrypted.' } : describeServer(found.server, clock.now())
    }),
    step('login', 'Log in', () => ({ found: `${username} can log in.` })),
    step('virtualHost', 'Enter the virtual host', () => ({ found: `“${virtualHost}” is open to this user.` })),
    isStream
      ? step('queue', `Read the stream “${queue}”`, () => ({ found: 'It is there, and this user may read it.' }))
      : step('queue', `Find the queue “${queue}”`, (found) => describeQueue(found, ownConsumers)),
  ]
}

async function look(link: LinkPort, target: LinkTarget, signal?: AbortSignal): Promise<QueueFound | Failure> {
  try {
    return await link.inspect(target, signal)
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.failure.tag !== 'interrupted') return thrown.failure
    throw thrown
  }
}

/** How a queue, or a stream, is looked at by one of its hosts. */
export function targetOf(
  { source, isStream = false }: Pick<QueueTest, 'source' | 'isStream'>,
  place: QueueSource['hosts'][number],
  { password, tls }: { password: string; tls: LinkTarget['tls'] },
): LinkTarget {
  const { virtualHost, queue, username, heartbeatSeconds, prefetch } = source
  return {
    ...place,
    virtualHost,
    queue,
    username,
    password,
    heartbeatSeconds,
    prefetch,
    timeoutMs: CONNECT_TIMEOUT_MS,
    ...(isStream ? { stream: 'next' } : {}),
    ...(tls === undefined ? {} : { tls }),
  }
}

function describePlain(host: string): Found {
  if (isLoopbackHost(host)) return { found: 'Not encrypted, because it never leaves this computer.' }
  const found = 'Not encrypted: password and messages cross the network in plain text.'
  return { found, warning: 'Use TLS if the broker offers it.' }
}

function describeQueue(queue: QueueFound | undefined, ownConsumers: number): Found {
  if (queue === undefined) return { found: 'It is there.' }
  const { waiting, consumers } = queue
  const others = Math.max(0, consumers - ownConsumers)
  const waits = `${counted(waiting, 'message')} ${waiting === 1 ? 'waits' : 'wait'} in it`
  const found = `It is there: ${waits}, and ${takersOf(others, ownConsumers > 0)}.`
  // T36.
  const warning = 'Each message reaches only one program: find out which should have them.'
  return others === 0 ? { found } : { found, warning }
}

function takersOf(others: number, isTakenHere: boolean): string {
  if (isTakenHere)
    return others === 0 ? 'this desk takes them' : `this desk and ${counted(others, 'other program')} take them`
  return others === 0
    ? 'no program takes them'
    : `${counted(others, 'program')} ${others === 1 ? 'takes' : 'take'} them`
}

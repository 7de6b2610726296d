import { onTestFinished, vi } from 'vitest'
import { createSubscription } from '../../../src/engine/feed/queue/subscription.ts'
import { runCommandLine } from '../../../src/cli/run-command-line.ts'
import type { ParcelDesk } from '../../../src/engine/parcel-desk.ts'
import type { ClockPort } from '../../../src/engine/ports/clock.ts'
import type { Environment } from '../../../src/shared/model/connection.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { createScriptedLink, type ScriptedLink, settled } from '../../support/scripted-link.ts'
import { memoryFeed, type TestFeed } from '../../support/test-feed.ts'
import { createFakeDesk, type FakeDeskParts } from './fake-desk.ts'
import { createFakeTerminal, type FakeTerminal, type RunOutcome } from '../../support/fake-terminal.ts'

export const QUEUE = ['--amqp-url', 'amqps://ops@mq.example/parcels', '--queue', 'status']

export interface RunningWatch {
  link: ScriptedLink
  feed: (environment: Environment) => TestFeed
  terminal: FakeTerminal
  desk: ParcelDesk
  /** Delivers messages on the latest link, numbered like a broker does. */
  deliver(...bodies: (object | string | Buffer)[]): Promise<void>
  /** Lets the wait for the next attempt pass, and that attempt succeed. */
  retry(): Promise<void>
  end(): Promise<RunOutcome>
}

export interface WatchTestOptions {
  env?: Record<string, string>
  workingDir?: string
  desk?: FakeDeskParts
  /** The terminal’s clock. */
  clock?: ClockPort
  /** Inboxes of earlier runs. */
  feeds?: Record<Environment, TestFeed>
}

export const emptyFeeds = (): Record<Environment, TestFeed> => ({
  test: memoryFeed('test'),
  production: memoryFeed('production'),
})

/** `watch` at a scripted broker. */
export function startWatch(words: string[], options: WatchTestOptions = {}): RunningWatch {
  const [link, clock] = [createScriptedLink(), createManualClock()]
  const { feeds = emptyFeeds() } = options
  const { desk } = createFakeDesk({
    ...options.desk,
    desk: {
      feed: (environment) => feeds[environment],
      subscribe: (queue) =>
        createSubscription({
          ...queue,
          link,
          clock,
          reader: 'terminal',
          toFailure: () => ({ tag: 'internal', reference: 'abc' }),
        }),
      ...options.desk?.desk,
    },
  })
  const { env = { PARCEL_DESK_AMQP_PASSWORD: 's3cret-w0rd' }, workingDir = '/work-dir' } = options
  const terminal = createFakeTerminal({
    desk,
    env,
    workingDir,
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  })
  const ended = runCommandLine(['watch', ...words], terminal.terminal)
  onTestFinished(async () => {
    terminal.interrupt()
    await ended
  })
  let tag = 0
  return {
    link,
    terminal,
    desk,
    feed: (environment) => feeds[environment],
    deliver: async (...bodies) => {
      for (const body of bodies) {
        tag += 1
        const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
        link.latest().receiver.delivered({ tag, body: bytes, isRedelivered: false })
      }
      await settled()
    },
    retry: async () => {
      await clock.advance(1_000)
      await settled()
      await link.latest().succeed()
    },
    end: async () => await terminal.outcome(await ended),
  }
}

/** The same with its link live. */
export async function liveWatch(words: string[], options?: WatchTestOptions): Promise<RunningWatch> {
  const watch = startWatch(words, options)
  await vi.waitFor(watch.link.latest, { timeout: 20_000 })
  await watch.link.latest().succeed()
  return watch
}

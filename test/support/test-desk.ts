import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAmqpLink } from '../../src/adapters/amqp/amqp-link.ts'
import { createHttp } from '../../src/adapters/node-http.ts'
import { createSystemClock } from '../../src/adapters/system-clock.ts'
import { createParcelDesk } from '../../src/engine/create-parcel-desk.ts'
import type { ParcelDesk, ParcelSession } from '../../src/engine/parcel-desk.ts'
import type { HostPorts, HttpTimeouts } from '../../src/engine/ports/host-ports.ts'
import { demoUser } from '../exchange-service/start-exchange-service.ts'
import { createMemorySecrets } from './memory-secrets.ts'
import { createQuickClock } from './quick-clock.ts'
import { policyOf } from './test-policy.ts'
import type { OneOffConnection } from '../../src/engine/accounts/accounts-service.ts'

/** Longer than any pause of a busy machine: what times out is a service that was told to be silent. */
const PATIENT: HttpTimeouts = { connectMs: 10_000, answerMs: 10_000, idleMs: 10_000 }

export interface TestDeskOptions {
  /** Anything with a base URL, such as the test service. */
  service: { url: string }
  /** Overrides the demo user at the service, over plain HTTP, in the test environment. */
  connection?: Partial<OneOffConnection>
  timeouts?: Partial<HttpTimeouts>
  /** How many times as fast waits and ages pass. Default 100. */
  speed?: number
  /** The `root` of an earlier desk, as the next start of the application finds it. It is not removed at the end. */
  root?: string
  /** Overrides ports. */
  ports?: Partial<HostPorts>
}

/** The composed application with real HTTP, real SQLite and real files. */
export interface TestDesk {
  desk: ParcelDesk
  /** A one-off session of the demo user. */
  session: ParcelSession
  /** One more session of the same desk. */
  connect(connection?: Partial<OneOffConnection>): ParcelSession
  /** Contains `data`, the data folder, and `saved`. */
  root: string
  dataDir: string
  /** An empty folder to save into. */
  folder: string
  /** In order, as they would be in the log file. */
  logLines: string[]
  /** Every wait of the engine, for example between attempts. */
  waitsMs: number[]
  secrets: Map<string, string>
  /** Closes everything and removes the folders. May be called twice. */
  close(): Promise<void>
}

/** Ends with `onTestFinished(desk.close)` or `afterAll(desk.close)`. */
export async function createTestDesk(options: TestDeskOptions): Promise<TestDesk> {
  const root = options.root ?? (await mkdtemp(join(tmpdir(), 'parcel-desk-')))
  const [dataDir, folder] = [join(root, 'data'), join(root, 'saved')]
  await mkdir(folder, { recursive: true })
  const clock = createQuickClock(options.speed)
  const keychain = createMemorySecrets()
  const logLines: string[] = []
  const desk = createParcelDesk({
    http: (given) => createHttp({ ...given, timeouts: { ...PATIENT, ...options.timeouts } }),
    link: createAmqpLink(),
    secrets: keychain,
    clock,
    silenceClock: createSystemClock(),
    log: { write: (_level, line) => void logLines.push(line) },
    paths: { dataDir },
    policy: policyOf(),
    ...options.ports,
  })
  const sessions: ParcelSession[] = []
  const connect = (connection: Partial<OneOffConnection> = {}): ParcelSession => {
    const known = { baseUrl: options.service.url, ...demoUser, environment: 'test' } as const
    const session = desk.connect(desk.accounts.useOnce({ ...known, ...options.connection, ...connection }))
    sessions.push(session)
    return session
  }
  return {
    desk,
    session: connect(),
    connect,
    root,
    dataDir,
    folder,
    logLines,
    waitsMs: clock.waitsMs,
    secrets: keychain.secrets,
    close: async () => {
      for (const session of sessions.splice(0)) session.close()
      await desk.close()
      if (options.root === undefined) await rm(root, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

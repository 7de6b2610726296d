import { connect } from 'amqplib'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePorts } from './free-ports.ts'
import { brokerEnvironment, brokerSettings, type BrokerPorts, type BrokerTls } from './broker-settings.ts'
import { loginWorks, onChannel } from './broker-channel.ts'
import { installCommand } from './system-packages.ts'

const run = promisify(execFile)

const PROGRAMS = '/usr/lib/rabbitmq/bin'
const SERVER = join(PROGRAMS, 'rabbitmq-server')
/** Takes 7 s on two idle cores. */
const LONGEST_START_MS = 60_000

/** A RabbitMQ of the test's own, on this computer alone. User and password are `guest`. */
export interface Broker {
  host: string
  port: number
  /** 0 without `tls`. */
  tlsPort: number
  /** `amqp://guest:guest@127.0.0.1:…`, for what takes an address. */
  url: string
  /** Durable; with the arguments of a queue where there are any. */
  declareQueue(queue: string, args?: Record<string, unknown>): Promise<void>
  deleteQueue(queue: string): Promise<void>
  /** Messages that wait in the queue. */
  count(queue: string): Promise<number>
  /** Durably; resolves once the broker has them all. */
  publish(queue: string, bodies: Iterable<string | Buffer>): Promise<void>
  /** Takes a queue exclusively, as another program may. */
  hold(queue: string): Promise<{ close(): Promise<void> }>
  /** `rabbitmqctl` with these words; resolves with what it said. */
  ctl(...words: string[]): Promise<string>
  /** The whole program, gracefully, with its messages kept: 6 s. `stop_app` and `start_app` by `ctl` take 2. */
  restart(): Promise<void>
  /** Also removes everything it wrote. May be called twice. */
  stop(): Promise<void>
}

/** Takes 7 s, so share one in a test file: `beforeAll` and `afterAll(broker.stop)`. Needs the package rabbitmq-server. */
export async function startBroker(options: { tls?: BrokerTls } = {}): Promise<Broker> {
  if (!existsSync(SERVER)) throw new Error(`There is no RabbitMQ here. ${installCommand(['rabbitmq-server'])}`)
  const folder = await mkdtemp(join(tmpdir(), 'parcel-desk-broker-'))
  const [amqp = 0, node = 0, names = 0, tls = 0] = await freePorts(4)
  const ports: BrokerPorts = { amqp, node, names, tls: options.tls === undefined ? 0 : tls }
  await Promise.all(['home', 'data', 'log'].map((name) => mkdir(join(folder, name))))
  await writeFile(join(folder, 'enabled_plugins'), '[].\n')
  await writeFile(join(folder, 'rabbitmq.conf'), brokerSettings(ports, options.tls))
  const env = brokerEnvironment(folder, ports)
  // In the foreground, or it would be a daemon that outlives everything.
  const nameService = startProgram('epmd', ['-port', `${names}`, '-address', '127.0.0.1'], env)
  let server = startProgram(SERVER, [], env)
  const url = `amqp://guest:guest@127.0.0.1:${amqp}`
  const ctl = async (...words: string[]): Promise<string> =>
    (await run(join(PROGRAMS, 'rabbitmqctl'), ['-q', ...words], { env })).stdout
  const stop = async (): Promise<void> => {
    await endProgram(server, 'SIGKILL')
    await endProgram(nameService, 'SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(server, url)
  } catch (thrown) {
    await stop()
    throw thrown
  }
  return {
    ...{ host: '127.0.0.1', port: amqp, tlsPort: ports.tls, url, ctl, stop },
    ...queuesAt(url),
    restart: async () => {
      await endProgram(server, 'SIGTERM')
      server = startProgram(SERVER, [], env)
      await untilReady(server, url)
    },
  }
}

function queuesAt(url: string): Pick<Broker, 'declareQueue' | 'deleteQueue' | 'count' | 'publish' | 'hold'> {
  return {
    declareQueue: async (queue, args = {}) => {
      await onChannel(url, (channel) => channel.assertQueue(queue, { durable: true, arguments: args }))
    },
    deleteQueue: async (queue) => {
      await onChannel(url, (channel) => channel.deleteQueue(queue))
    },
    hold: async (queue) => {
      const model = await connect(url)
      const channel = await model.createChannel()
      await channel.consume(queue, () => undefined, { exclusive: true })
      return model
    },
    count: async (queue) => (await onChannel(url, (channel) => channel.checkQueue(queue))).messageCount,
    publish: async (queue, bodies) => {
      await onChannel(url, async (channel) => {
        for (const body of bodies) {
          const hasRoom = channel.sendToQueue(queue, Buffer.from(body), { persistent: true })
          if (!hasRoom) await once(channel, 'drain')
        }
        await channel.waitForConfirms()
      })
    },
  }
}

function startProgram(program: string, words: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(program, words, { env, stdio: 'ignore' })
  // A test that is torn down in the middle must leave no broker behind.
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  child.once('error', () => process.off('exit', kill))
  return child
}

async function endProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const isGone = once(child, 'exit')
  child.kill(signal)
  await isGone
}

/** By a login, as its port is open before it takes any. */
async function untilReady(server: ChildProcess, url: string): Promise<void> {
  const endMs = performance.now() + LONGEST_START_MS
  while (!(await loginWorks(url))) {
    if (server.exitCode !== null || server.pid === undefined) throw new Error('RabbitMQ ended while it started')
    if (performance.now() > endMs) throw new Error('RabbitMQ did not start in time')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

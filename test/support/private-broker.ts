import { connect } from 'amqplib'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePorts } from './free-ports.ts'
import { BROKER_SETTINGS, brokerEnvironment, type BrokerPorts } from './broker-settings.ts'
import { loginWorks, onChannel } from './broker-channel.ts'
import { installCommand } from './system-packages.ts'

const run = promisify(execFile)

const PROGRAMS = '/usr/lib/rabbitmq/bin'
const SERVER = join(PROGRAMS, 'rabbitmq-server')
/** Takes 7 s on two idle cores. */
const MAX_START_MS = 180_000

/** Where a broker keeps its files and what it listens on: with this any process of the tests reaches it. */
export interface BrokerPlace {
  folder: string
  ports: BrokerPorts
}

export interface Rights {
  configure: string
  write: string
  read: string
}

/** May do nothing. */
export const NO_RIGHTS: Rights = { configure: '^$', write: '^$', read: '^$' }
export const ALL_RIGHTS: Rights = { configure: '.*', write: '.*', read: '.*' }

/** A RabbitMQ of the test's own, on this computer alone. User and password are `guest`. */
export interface RunningBroker {
  host: string
  port: number
  /** `amqp://guest:guest@127.0.0.1:…`, for what takes an address. */
  url: string
  /** Durable; with the arguments of a queue where there are any. */
  declareQueue(queue: string, args?: Record<string, unknown>): Promise<void>
  deleteQueue(queue: string): Promise<void>
  /** Messages that wait in the queue. */
  count(queue: string): Promise<number>
  /** Messages of the virtual host `/` that wait in the queue, or were delivered from it and are not acknowledged. */
  countHeld(queue: string): Promise<number>
  /** Durably; resolves once the broker has them all. */
  publish(queue: string, bodies: Iterable<string | Buffer>): Promise<void>
  /** Takes a queue exclusively, as another program may. */
  hold(queue: string): Promise<{ close(): Promise<void> }>
  /** `rabbitmqctl` with these words; resolves with what it said. Takes a second each time. */
  ctl(...words: string[]): Promise<string>
  /** A user who may do everything in the virtual host `/`. */
  addUser(username: string, password: string): Promise<void>
  /** What a user may declare, write and read, as patterns. */
  setRights(username: string, patterns: Rights, virtualHost?: string): Promise<void>
  addVirtualHost(name: string): Promise<void>
  /** A file of definitions, as an administrator imports one. */
  importDefinitions(file: string): Promise<void>
  /** Of a user that is there already, as an import of definitions leaves one. */
  setPassword(username: string, password: string): Promise<void>
  /** Raises the alarm for memory or ends it: meanwhile nobody may publish. `reset` leaves it as it is. */
  setMemoryAlarm(isRaised: boolean): Promise<void>
  /** Takes encrypted connections as well, at the port that is returned, until that is closed. */
  listenWithTls(certificate: ServerCertificate): Promise<{ port: number; close(): Promise<void> }>
  /** Ends every connection, with a reason that clients are told. */
  closeConnections(reason: string): Promise<void>
  /** All but the Erlang machine that carries it: connections, queues and messages go the same way as with the whole program. */
  stopApp(): Promise<void>
  startApp(): Promise<void>
  /** Without queues, users and virtual hosts, as it was at its start. */
  reset(): Promise<void>
}

/** PEM files. */
export interface ServerCertificate {
  caFile: string
  certFile: string
  keyFile: string
}

export interface Broker extends RunningBroker {
  place: BrokerPlace
  /** The whole program, gracefully, with its messages kept: 6 s. `stopApp` and `startApp` take 1. */
  restart(): Promise<void>
  /** At once, as where its computer fails, and started again. */
  crash(): Promise<void>
  /** Also removes everything it wrote. May be called twice. */
  stop(): Promise<void>
}

/**
 * Takes 7 s and as much of a core, so borrow one where that is enough (`borrowBroker`), and otherwise share one in a test
 * file: `beforeAll` and `afterAll(broker.stop)`. Needs the package rabbitmq-server. Listens on a free port unless one is given.
 */
export async function startBroker(port?: number): Promise<Broker> {
  if (!existsSync(SERVER)) throw new Error(`There is no RabbitMQ here. ${installCommand(['rabbitmq-server'])}`)
  const folder = await mkdtemp(join(tmpdir(), 'parcel-desk-broker-'))
  const [node = 0, names = 0, free = 0] = await freePorts(3)
  const ports: BrokerPorts = { amqp: port ?? free, node, names }
  const place = { folder, ports }
  await Promise.all(['home', 'data', 'log'].map((name) => mkdir(join(folder, name))))
  await writeFile(join(folder, 'enabled_plugins'), '[].\n')
  await writeFile(join(folder, 'rabbitmq.conf'), BROKER_SETTINGS)
  const env = brokerEnvironment(folder, ports)
  // In the foreground, or it would be a daemon that outlives everything.
  const nameService = startProgram('epmd', ['-port', `${names}`, '-address', '127.0.0.1'], env)
  let server = startProgram(SERVER, [], env)
  const broker = reachBroker(place)
  const stop = async (): Promise<void> => {
    await endProgram(server, 'SIGKILL')
    await endProgram(nameService, 'SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(server, broker.url)
  } catch (thrown) {
    await stop()
    throw thrown
  }
  const restart = async (signal: NodeJS.Signals): Promise<void> => {
    await endProgram(server, signal)
    server = startProgram(SERVER, [], env)
    await untilReady(server, broker.url)
  }
  return { ...broker, place, stop, restart: () => restart('SIGTERM'), crash: () => restart('SIGKILL') }
}

/** A broker that is already running. */
export function reachBroker({ folder, ports }: BrokerPlace): RunningBroker {
  const env = brokerEnvironment(folder, ports)
  const url = `amqp://guest:guest@127.0.0.1:${ports.amqp}`
  const erlang = async (code: string): Promise<void> => {
    const answer = await evaluate(code, env)
    if (answer !== 'ok') throw new Error(`The broker answered ${answer} to ${code}`)
  }
  const setRights: RunningBroker['setRights'] = (username, rights, virtualHost = '/') =>
    erlang(setPermissions(username, virtualHost, rights))
  return {
    host: '127.0.0.1',
    port: ports.amqp,
    url,
    ...queuesAt(url),
    countHeld: async (queue) => Number(await evaluate(countMessages(queue), env)),
    ctl: async (...words) => (await run(join(PROGRAMS, 'rabbitmqctl'), ['-q', ...words], { env })).stdout,
    addUser: async (username, password) => {
      await erlang(`rabbit_auth_backend_internal:add_user(${binary(username)}, ${binary(password)}, ${BY})`)
      await setRights(username, ALL_RIGHTS)
    },
    setRights,
    addVirtualHost: (name) => erlang(`rabbit_vhost:add(${binary(name)}, ${BY})`),
    importDefinitions: (file) =>
      erlang(`{ok, Definitions} = file:read_file(${binary(file)}), rabbit_definitions:import_raw(Definitions)`),
    setPassword: (username, password) =>
      erlang(`rabbit_auth_backend_internal:change_password(${binary(username)}, ${binary(password)}, ${BY})`),
    setMemoryAlarm: (isRaised) => erlang(`vm_memory_monitor:set_vm_memory_high_watermark(${isRaised ? '0' : '0.4'})`),
    listenWithTls: async (certificate) => {
      const [port = 0] = await freePorts(1)
      await erlang(listenForTls(port, certificate))
      return { port, close: () => erlang(`rabbit_networking:stop_tcp_listener({"127.0.0.1", ${port}})`) }
    },
    closeConnections: async (reason) => {
      const told = JSON.stringify(reason)
      // One that ends by itself meanwhile is closed as well.
      const close = `(catch rabbit_networking:close_connection(P, ${told}))`
      await erlang(`[${close} || P <- rabbit_networking:connections()], ok`)
    },
    stopApp: () => erlang(`${BOOT_ENDS}, rabbit:stop()`),
    startApp: () => erlang('rabbit:start(), true = rabbit:is_running(), ok'),
    reset: () => erlang(RESET),
  }
}

/** Who the broker is told has done it. */
const BY = binary('tests')

function setPermissions(username: string, virtualHost: string, { configure, write, read }: Rights): string {
  const words = [username, virtualHost, configure, write, read].map(binary)
  return `rabbit_auth_backend_internal:set_permissions(${words.join(', ')}, ${BY})`
}

function countMessages(queue: string): string {
  const name = `rabbit_misc:r(${binary('/')}, queue, ${binary(queue)})`
  return `{ok, Queue} = rabbit_amqqueue:lookup(${name}), [{messages, Count}] = rabbit_amqqueue:info(Queue, [messages]), Count`
}

function listenForTls(port: number, { caFile, certFile, keyFile }: ServerCertificate): string {
  const files = Object.entries({ cacertfile: caFile, certfile: certFile, keyfile: keyFile })
  const options = files.map(([name, file]) => `{${name}, ${binary(file)}}`)
  return `
    {ok, _} = application:ensure_all_started(ssl),
    rabbit_networking:start_ssl_listener({"127.0.0.1", ${port}}, [{verify, verify_none}, ${options.join(', ')}], 1)`
}

/**
 * It takes logins before its boot has ended. One that is stopped in between answers "ok" to the next start and does
 * nothing, for it believes that it is booting still.
 */
const BOOT_ENDS = `
  (fun Wait() -> case whereis(rabbit_boot) of undefined -> ok; _ -> timer:sleep(10), Wait() end end)()`

const RESET = `
  [rabbit_vhost:delete(V, ${BY}) || V <- rabbit_vhost:list_names()],
  Users = [proplists:get_value(user, U) || U <- rabbit_auth_backend_internal:list_users()],
  [rabbit_auth_backend_internal:delete_user(U, ${BY}) || U <- Users, U =/= ${binary('guest')}],
  rabbit_vhost:add(${binary('/')}, ${BY}),
  ${setPermissions('guest', '/', ALL_RIGHTS)}`

/** Any text as Erlang writes bytes. */
function binary(text: string): string {
  return `<<${[...Buffer.from(text)].join(',')}>>`
}

const RETRY_MS = 200

/** Within the broker, with its answer, at a hundredth of the price of `rabbitmqctl`, which starts an Erlang of its own each time. */
async function evaluate(code: string, env: NodeJS.ProcessEnv, retries = 150): Promise<string> {
  const evaluating = run('erl_call', ['-sname', env['RABBITMQ_NODENAME'] ?? '', '-e'], { env })
  // A program that ends before it has read says why by its exit.
  evaluating.child.stdin?.on('error', () => undefined).end(`${code}.\n`)
  const { stdout } = await evaluating.catch((thrown: unknown) => {
    // A busy machine lets the handshake fail; then nothing was evaluated.
    if (retries > 0 && String(thrown).includes('failed to connect to node')) return { stdout: undefined }
    throw thrown
  })
  if (stdout === undefined) {
    await delay(RETRY_MS)
    return await evaluate(code, env, retries - 1)
  }
  const [, answer] = /^\{ok, (.*)\}\s*$/s.exec(stdout) ?? []
  if (answer === undefined) throw new Error(`The broker answered ${stdout} to ${code}`)
  return answer
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
  const endMs = performance.now() + MAX_START_MS
  while (!(await loginWorks(url))) {
    if (server.exitCode !== null || server.pid === undefined) throw new Error('RabbitMQ ended while it started')
    if (performance.now() > endMs) throw new Error('RabbitMQ did not start in time')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

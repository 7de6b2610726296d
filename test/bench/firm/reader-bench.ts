import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { onChannel } from '../../support/broker-channel.ts'
import { type Broker, startBroker } from '../../support/private-broker.ts'
import { nowMs } from '../feed/order.ts'
import { ownCommand } from '../measuring/own-command.ts'
import { collectEnvironment, collectWords, customerIds, makeSite, QUEUE, stampedMessage } from './firm-site.ts'
import { createLatencies, type Latencies } from './latencies.ts'
import { readersFigures, type ReadersFigures } from './readers-figures.ts'

export interface ReaderSizes {
  readers: number
  seconds: number
}

export interface ReaderResult extends ReaderSizes {
  latencies: Latencies
  /** Of all readers in memory, without what they read at their start. */
  memoryReaders: ReadersFigures[]
  diskReaders: ReadersFigures[]
  broker: { memoryBytes: number; cpuShare: number; connections: number }
  collectorBytes: number
}

export const CUSTOMERS = 20
export const MESSAGES_A_SECOND = 20
/** With their inbox on the disk, each a process of its own. */
export const WHOLE_DESKS = 10
/** For the others, as many to each as there are. */
const PROCESSES = 4
const PROGRAM = path.join(import.meta.dirname, 'readers.ts')

/** The whole way: a service’s queue, a collector, the firm’s streams, and readers that each follow five of them. */
export async function benchReaders(sizes: ReaderSizes, folder: string): Promise<ReaderResult> {
  const broker = await startBroker()
  const children: ChildProcess[] = []
  try {
    await makeSite(broker, customerIds(CUSTOMERS))
    const own = await mkdtemp(path.join(folder, 'readers-'))
    const collector = startCollector(broker, own)
    children.push(collector)
    const groups = groupsOf(sizes.readers).map((group) => startGroup({ broker, folder: own, ...sizes }, group))
    children.push(...groups.map(({ child }) => child))
    await Promise.all(groups.map(({ ready }) => ready))
    const program = await processOf(broker)
    const connections = Number((await broker.ctl('eval', 'length(rabbit_networking:connections()).')).trim())
    const before = { cpuSeconds: program.cpuSeconds(), atMs: nowMs() }
    await publish(broker, sizes.seconds)
    const figures = await Promise.all(groups.map(async (group) => ({ ...group, said: await group.figures })))
    const seconds = (nowMs() - before.atMs) / 1000
    const latencies = createLatencies()
    for (const { said } of figures) latencies.addPairs(said.latencies)
    return {
      ...sizes,
      latencies,
      memoryReaders: figures.filter(({ isOnDisk }) => !isOnDisk).map(({ said }) => said),
      diskReaders: figures.filter(({ isOnDisk }) => isOnDisk).map(({ said }) => said),
      broker: {
        memoryBytes: program.memoryBytes(),
        cpuShare: (program.cpuSeconds() - before.cpuSeconds) / seconds,
        connections,
      },
      collectorBytes: memoryOf(collector.pid ?? 0),
    }
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await broker.stop()
  }
}

interface Group {
  first: number
  readers: number
  isOnDisk: boolean
}

function groupsOf(readers: number): Group[] {
  const desks = Array.from({ length: Math.min(readers, WHOLE_DESKS) }, (_, first) => ({
    first,
    readers: 1,
    isOnDisk: true,
  }))
  const rest = readers - desks.length
  const size = Math.ceil(rest / PROCESSES)
  const groups = Array.from({ length: rest === 0 ? 0 : PROCESSES }, (_, index) => ({
    first: desks.length + index * size,
    readers: Math.min(size, rest - index * size),
    isOnDisk: false,
  }))
  return [...desks, ...groups.filter((group) => group.readers > 0)]
}

interface RunningGroup extends Group {
  child: ChildProcess
  ready: Promise<void>
  figures: Promise<ReadersFigures>
}

function startGroup(
  { broker, folder, seconds }: { broker: Broker; folder: string; seconds: number },
  group: Group,
): RunningGroup {
  const each = (MESSAGES_A_SECOND * seconds) / CUSTOMERS
  const words = [`--port=${broker.port}`, `--first=${group.first}`, `--readers=${group.readers}`, `--each=${each}`]
  const where = [`--customers=${CUSTOMERS}`, ...(group.isOnDisk ? [`--folder=${folder}`] : [])]
  const child = spawn(process.execPath, [PROGRAM, ...words, ...where], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ready = Promise.withResolvers<void>()
  const figures = Promise.withResolvers<ReadersFigures>()
  figures.promise.catch(() => undefined)
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'ready') ready.resolve()
    else figures.resolve(readersFigures.parse(JSON.parse(line)))
  })
  child.once('close', () => {
    const ended = new Error('Readers ended before they had all messages.')
    ready.reject(ended)
    figures.reject(ended)
  })
  return { ...group, child, ready: ready.promise, figures: figures.promise }
}

function startCollector(broker: Broker, folder: string): ChildProcess {
  const { program, args } = ownCommand()
  const words = collectWords(broker.port, path.join(folder, 'collector'))
  const env = { PATH: process.env['PATH'], HOME: folder, ...collectEnvironment }
  return spawn(program, [...args, ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** One customer after another, evenly, to the service’s queue. */
async function publish(broker: Broker, seconds: number): Promise<void> {
  const customers = customerIds(CUSTOMERS)
  await onChannel(broker.url, async (channel) => {
    const beginMs = nowMs()
    for (let index = 0; index < seconds * MESSAGES_A_SECOND; index += 1) {
      const dueMs = beginMs + (index * 1000) / MESSAGES_A_SECOND
      await pause(Math.max(0, dueMs - nowMs()))
      const customerId = customers[index % CUSTOMERS] ?? ''
      const body = stampedMessage(customerId, Math.floor(index / CUSTOMERS), nowMs())
      channel.sendToQueue(QUEUE, Buffer.from(body), { persistent: true })
    }
    await channel.waitForConfirms()
  })
}

interface RunningProcess {
  cpuSeconds(): number
  memoryBytes(): number
}

/** The Erlang machine of the broker. */
async function processOf(broker: Broker): Promise<RunningProcess> {
  const pid = Number((await broker.ctl('eval', 'list_to_integer(os:getpid()).')).trim())
  return {
    cpuSeconds: () => {
      const [user = 0, system = 0] =
        readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
      return (user + system) / TICKS_A_SECOND
    },
    memoryBytes: () => memoryOf(pid),
  }
}

/** Of every Linux that Node runs on. */
const TICKS_A_SECOND = 100

function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

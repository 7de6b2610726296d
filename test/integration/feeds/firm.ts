import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { RunningBroker } from '../../support/private-broker.ts'
import { createProgram, type Program, type ProgramResult, type RunningProgram } from '../cli-program.ts'

/** Of every `statusMessage`. */
export const CUSTOMER = 'c0000000-0000-4000-8000-000000000001'
export const STREAM = `parcel.${CUSTOMER}`
export const QUEUE = `Parcels_${CUSTOMER}`
export const SECRET = 'Marked-Secret/+ "1" ß%&='

const WITHOUT_SERVICE = {
  PARCEL_DESK_BASE_URL: undefined,
  PARCEL_DESK_USERNAME: undefined,
  PARCEL_DESK_PASSWORD: undefined,
}
const entries = z.array(z.object({ raw: z.string() }))
/** By the words that it was asked with: it prints the same each time. */
const topologies = new Map<string, string>()

/** A firm with one customer’s queue, whose messages its programs take and read. */
export interface Firm {
  program: Program
  /** What an administrator does once: prints the definitions, imports them, and gives the users passwords. */
  importTopology(...words: string[]): Promise<void>
  /** In the process of the test, to its end. */
  collect(...words: string[]): Promise<ProgramResult>
  startCollector(...words: string[]): RunningProgram
  /** `watch --stream` as the desks’ user, in the process of the test, to its end. */
  read(...words: string[]): Promise<ProgramResult>
  startReader(...words: string[]): RunningProgram
  /** Bodies in an inbox, in the order in which they came. */
  storedBodies(dataDir?: string): Promise<string[]>
  /** Kills what it started and removes what they stored; the broker stays as they left it. */
  close(): Promise<void>
}

/** Each of its programs has the inbox `data` unless words name another. */
export async function openFirm(broker: RunningBroker): Promise<Firm> {
  const program = await createProgram('http://127.0.0.1:9')
  await broker.declareQueue(QUEUE)
  const runs: RunningProgram[] = []
  const start = (words: string[], env: Record<string, string | undefined>): RunningProgram => {
    const run = program.start(words, { env })
    runs.push(run)
    return run
  }
  const taking = ['--amqp-url', addressOf(broker, 'guest'), '--queue', QUEUE]
  const publishing = ['--publish-url', addressOf(broker, 'parcel-collector')]
  const collecting = ['collect', ...taking, ...publishing, '--json']
  const collectorEnv = {
    ...WITHOUT_SERVICE,
    PARCEL_DESK_AMQP_PASSWORD: 'guest',
    PARCEL_DESK_PUBLISH_PASSWORD: SECRET,
  }
  const reading = ['watch', '--amqp-url', addressOf(broker, 'parcel-desk'), '--stream', STREAM, '--json']
  const readerEnv = { ...WITHOUT_SERVICE, PARCEL_DESK_AMQP_PASSWORD: SECRET }
  return {
    program,
    importTopology: async (...more) => {
      const printed = await printTopology(program, more)
      const file = path.join(program.folder, 'definitions.json')
      await writeFile(file, printed)
      await broker.importDefinitions(file)
      if (more.includes('--keep-users')) return
      for (const user of ['parcel-collector', 'parcel-desk']) await broker.setPassword(user, SECRET)
    },
    startCollector: (...words) => start([...collecting, ...words], collectorEnv),
    collect: async (...words) => await program.runHere([...collecting, ...words], { env: collectorEnv }),
    startReader: (...words) => start([...reading, ...words], readerEnv),
    read: async (...words) => await program.runHere([...reading, ...words], { env: readerEnv }),
    storedBodies: async (dataDir = 'data') => {
      const folder = path.join(program.folder, dataDir)
      const { stdout } = await program.runHere(['inbox', '--json', '--data-dir', folder])
      return entries.parse(JSON.parse(stdout)).map(({ raw }) => raw)
    },
    close: async () => {
      for (const { child, result } of runs) {
        child.kill('SIGKILL')
        await result
      }
      await program.remove()
    },
  }
}

async function printTopology(program: Program, more: readonly string[]): Promise<string> {
  const words = ['feed', 'topology', '--customer', CUSTOMER, ...more]
  const known = topologies.get(words.join(' '))
  if (known !== undefined) return known
  const { stdout, stderr, code } = await program.runHere(words)
  if (code !== 0) throw new Error(stderr)
  topologies.set(words.join(' '), stdout)
  return stdout
}

/** As words of a command line name it. */
function addressOf({ port }: RunningBroker, user: string): string {
  return `amqp://${user}@127.0.0.1:${port}`
}

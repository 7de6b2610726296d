import { hash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Zip, ZipDeflate } from 'fflate/browser'
import { messageOf } from '../../shared/errors/app-error.ts'
import type { EffectivePolicy } from '../../shared/policy/effective-policy.ts'
import { withinTime } from '../base/async.ts'
import type { Logger } from '../base/logger.ts'
import type { ClockDifference } from '../exchange/clock-watch.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { NetworkProbe } from '../ports/network.ts'
import { checkDatabases, type DatabaseVerdict } from './check-databases.ts'
import type { CrashRecords } from './crash-records.ts'
import { readDataFolder, readSettingsFiles } from './data-folder-facts.ts'
import { readLogEnds } from './log-ends.ts'
import { readNetwork } from './network-facts.ts'
import { readStoredFeeds } from './stored-feeds.ts'

/** A part that takes longer says so; somebody waits for the others. */
const PART_TIMEOUT_MS = 30_000
/** Nobody asks support about older jobs. */
const MAX_JOBS = 50

export interface SupportSources {
  logger: Pick<Logger, 'redact' | 'plain'>
  clock: ClockPort
  dataDir: string
  logDir: string
  crashes: Pick<CrashRecords, 'list'>
  /** Versions, and what else the host knows of itself. */
  versions(): unknown
  policy(): EffectivePolicy
  /** The newest first. */
  jobs(): readonly unknown[]
  /** States of the feeds; undefined in a host that runs none, and knows only what is stored. */
  feeds: (() => unknown) | undefined
  /** Between this computer’s clock and those of the services that have answered. */
  clockDifferences: readonly ClockDifference[]
  /** Undefined in a host that cannot look. */
  probe: NetworkProbe | undefined
  /** The entry of the thread that checks databases (`database-check-worker.ts`); without it they are checked on this thread. */
  checkProgram: URL | undefined
}

export interface SupportBundle {
  zip: Buffer
  sha256: string
  /** What it holds, and what of it could not be collected, with the reason. */
  parts: { name: string; failure: string | null }[]
}

interface Part {
  name: string
  collect(): Promise<ZippedFile[]>
}

/**
 * A zip for support, redacted like the log. Nothing in it is a document or a password. A part that fails says why in its own
 * place; this never fails because of one.
 */
export async function createSupportBundle(sources: SupportSources): Promise<SupportBundle> {
  const files: ZippedFile[] = []
  const parts: SupportBundle['parts'] = []
  // One after the other: several at once would each seem slow to the others.
  for (const part of partsOf(sources)) {
    const { failure, made } = await collectPart(part, sources)
    parts.push({ name: part.name, failure })
    files.push(...made)
  }
  const at = sources.clock.now()
  const { clockDifferences } = sources
  const zip = await zipFiles([jsonFile('contents', { made: at.toISOString(), clockDifferences, parts }), ...files], at)
  return { zip, sha256: hash('sha256', zip), parts }
}

function partsOf(sources: SupportSources): Part[] {
  const { dataDir, logDir, logger, crashes, versions, policy, feeds, probe } = sources
  const part = (name: string, read: () => unknown): Part => ({
    name,
    collect: async () => [jsonFile(name, logger.plain(await read()))],
  })
  // Checked before jobs are read: opening a damaged ledger would set it aside.
  let databases: readonly DatabaseVerdict[] = []
  return [
    part('versions', versions),
    part('policy', policy),
    part('settings', () => readSettingsFiles(dataDir)),
    part('data-folder', () => readDataFolder(dataDir)),
    part('databases', async () => (databases = await checkAll(sources))),
    part('jobs', () => listJobs(sources, databases)),
    part('feeds', () => feeds?.() ?? readStoredFeeds(dataDir, policy())),
    part('network', () =>
      probe === undefined
        ? fail('this host cannot look')
        : readNetwork(probe, readSettingsFiles(dataDir), policy().values),
    ),
    part('crashes', () => crashes.list()),
    {
      name: 'logs',
      collect: async () => {
        const logs = await readLogEnds(logDir, logger.redact)
        return logs.map(({ name, text }) => ({ name: `logs/${name}`, content: Buffer.from(text) }))
      },
    },
  ]
}

function fail(reason: string): never {
  throw new Error(reason)
}

function listJobs({ jobs }: SupportSources, databases: readonly DatabaseVerdict[]): unknown {
  const damaged = databases.find(({ file, integrity }) => file.endsWith('ledger.sqlite') && integrity[0] !== 'ok')
  return damaged === undefined ? jobs().slice(0, MAX_JOBS) : fail(`${damaged.file} is damaged`)
}

async function checkAll({ checkProgram, dataDir }: SupportSources): Promise<readonly DatabaseVerdict[]> {
  if (checkProgram === undefined) return checkDatabases(dataDir)
  const worker = new Worker(checkProgram, { workerData: dataDir })
  const { promise, resolve, reject } = Promise.withResolvers<readonly DatabaseVerdict[]>()
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('the thread that checks databases ended early')))
  // A check that takes too long runs on, and must not keep the program running.
  worker.unref()
  return await promise
}

async function collectPart(
  part: Part,
  { logger, clock }: SupportSources,
): Promise<{ failure: string | null; made: ZippedFile[] }> {
  const lateError = (): Error => new Error(`it took longer than ${PART_TIMEOUT_MS / 1000} seconds`)
  try {
    const work = Promise.resolve().then(() => part.collect())
    return { failure: null, made: await withinTime(work, { clock, timeMs: PART_TIMEOUT_MS, lateError }) }
  } catch (thrown) {
    const failure = logger.redact(messageOf(thrown))
    return { failure, made: [jsonFile(part.name, { failure })] }
  }
}

function jsonFile(name: string, value: unknown): ZippedFile {
  return { name: `${name}.json`, content: Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`) }
}

/** Takes a few milliseconds to compress. */
const PIECE_BYTES = 256 * 1024

interface ZippedFile {
  /** With `/` between folders. */
  name: string
  content: Uint8Array
}

/** A zip of these files, compressed in pieces so that nothing else is held up. */
async function zipFiles(files: readonly ZippedFile[], at: Date): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error
    pieces.push(piece)
  })
  for (const { name, content } of files) {
    const entry = new ZipDeflate(name, { level: 6 })
    entry.mtime = at
    zip.add(entry)
    for (let start = 0; start < content.length || start === 0; start += PIECE_BYTES) {
      entry.push(content.subarray(start, start + PIECE_BYTES), start + PIECE_BYTES >= content.length)
      await nextTurn()
    }
  }
  zip.end()
  return Buffer.concat(pieces)
}

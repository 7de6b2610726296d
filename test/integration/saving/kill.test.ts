import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { seededRandom } from '../../exchange-service/seeded-random.ts'
import { LEDGER_SCHEMA } from '../../../src/engine/storage/schema.ts'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { distinctData, honestHashes, savedHashes } from '../../support/distinct-documents.ts'
import { readSaveResult } from '../../support/save-results.ts'
import { filesBelow } from '../../support/temp-folder.ts'
import { createProgram, type Program } from '../cli-program.ts'

/** Enough to come before, between and after what is stored; campaigns kill for as long as one likes. */
const KILLS = 10
const UNDO_KILLS = 3
/** How many documents a run may fetch before it is killed, so that some are left for the last kill. */
const MAX_DOCUMENTS = 60
/** Enough for any moment between two documents, whatever the speed of the machine. */
const MAX_PAUSE_MS = 20
/** Somewhere in what a program does before its first request. */
const MAX_START_MS = 600
const data = distinctData({ sets: 150, documentsPerSet: 2, customers: 4 })
const random = seededRandom(20260303)
const jobList = z.array(z.object({ job: z.string(), state: z.string(), pending: z.number() }))

let hashes: Map<string, string>
let service: ExchangeService
let program: Program
beforeAll(async () => {
  hashes = await honestHashes(data)
  service = await startExchangeService({ data, delayMs: 15 })
  program = await createProgram(service.url)
})
afterAll(async () => {
  await service.close()
  await program.remove()
})

/**
 * Starts a command and kills it at a random moment: mostly after some of `open` documents, sometimes before. False when it
 * had already ended.
 */
async function runAndKill(words: string[], open: number): Promise<boolean> {
  const before = service.counts.document
  const { child, result } = program.start(words)
  const isEarly = random() < 0.2
  const seen = isEarly
    ? once(child, 'spawn')
    : service.untilCounted('document', before + Math.ceil(random() * Math.min(open, MAX_DOCUMENTS)))
  await Promise.race([seen, result])
  await delay(random() * (isEarly ? MAX_START_MS : MAX_PAUSE_MS))
  child.kill('SIGKILL')
  return (await result).code === null
}

function readLedger<T>(dataFolder: string, read: (ledger: DatabaseSync) => T): T | undefined {
  const file = join(program.folder, dataFolder, 'production/ledger.sqlite')
  if (!existsSync(file)) return undefined
  const ledger = new DatabaseSync(file)
  try {
    expect(ledger.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    const version = ledger.prepare('PRAGMA user_version').get()?.['user_version']
    return version === LEDGER_SCHEMA.migrations.length ? read(ledger) : undefined
  } finally {
    ledger.close()
  }
}

function hasJob(dataFolder: string): boolean {
  return readLedger(dataFolder, (ledger) => ledger.prepare('SELECT id FROM jobs').all().length > 0) === true
}

/** The ids of the documents recorded as saved, read from the ledger as the next run finds it. */
function recordedIn(dataFolder: string): string[] {
  const recorded = readLedger(dataFolder, (ledger) => {
    const idsIn = (query: string): string[] =>
      ledger
        .prepare(query)
        .all()
        .map((row) => String(row['document_id']))
    const saved = idsIn('SELECT document_id FROM saved_versions')
    expect(new Set(idsIn("SELECT document_id FROM job_documents WHERE state = 'saved'"))).toEqual(new Set(saved))
    return saved
  })
  return recorded ?? []
}

async function jobIn(words: string[]) {
  const [job] = jobList.parse(JSON.parse((await program.runHere(['jobs', ...words])).stdout))
  if (job === undefined) throw new Error('there is no job')
  return job
}

/** Undoes the only job, killed a few times; each time every file that is left is recorded and whole. */
async function undoAndKill(folder: string, words: string[]): Promise<void> {
  const { job } = await jobIn([...words, '--json'])
  const path = join(program.folder, folder)
  for (let kills = 0; kills < UNDO_KILLS; kills += 1) {
    const left = (await filesBelow(path)).length
    if (left === 0) break
    const { child, result } = program.start(['undo', job, ...words])
    while (child.exitCode === null && (await filesBelow(path)).length === left) await delay(1)
    child.kill('SIGKILL')
    await result
    const recorded = new Set(readLedger(words.at(-1) ?? '', pathsIn))
    const files = (await filesBelow(path)).filter((file) => file.endsWith('.pdf'))
    expect(files.filter((file) => !recorded.has(file))).toEqual([])
  }
  expect(await program.runHere(['undo', job, ...words])).toMatchObject({ code: 0 })
}

function pathsIn(ledger: DatabaseSync): string[] {
  const rows = ledger.prepare('SELECT relative_path FROM saved_versions').all()
  return rows.map((row) => String(row['relative_path']))
}

/** Expects every file under a final name to be whole and the right one, and every recorded one to exist. Returns the recorded ones. */
async function checkAfterKill(folder: string, dataFolder: string): Promise<string[]> {
  const path = join(program.folder, folder)
  const saved = existsSync(path) ? await savedHashes(path) : new Map<string, string>()
  for (const [documentId, sha256] of saved) expect(sha256).toBe(hashes.get(documentId))
  const recorded = recordedIn(dataFolder)
  for (const documentId of recorded) expect(saved.has(documentId)).toBe(true)
  return recorded
}

describe('a run that is killed again and again', () => {
  it('never has half a file, never fetches again what is recorded, and is finished by resume', async () => {
    const [folder, dataFolder] = ['out', 'data']
    const base = ['--concurrency', '8', '--data-dir', dataFolder]
    const pattern = ['--name', '{customer}/{documentId}']
    let recorded: string[] = []
    let kills = 0
    for (; kills < KILLS && recorded.length < hashes.size; kills += 1) {
      const from = service.requests.length
      const words = hasJob(dataFolder) ? ['resume', ...base] : ['save', '--to', folder, ...pattern, ...base]
      if (!(await runAndKill(words, hashes.size - recorded.length))) break
      const fetched = service.requests.slice(from).filter(({ endpoint }) => endpoint === 'document')
      const again = fetched.filter(({ path }) => recorded.some((documentId) => path.endsWith(documentId)))
      expect(again).toEqual([])
      recorded = await checkAfterKill(folder, dataFolder)
    }
    expect(kills).toBeGreaterThan(0)
    await program.runHere(['resume', ...base])
    expect(await savedHashes(join(program.folder, folder))).toEqual(hashes)
    const files = await filesBelow(join(program.folder, folder))
    expect(files).toHaveLength(hashes.size + 2)
    expect(await program.runHere(['verify', folder])).toMatchObject({ code: 0 })
    await undoAndKill(folder, ['--data-dir', dataFolder])
    expect(await filesBelow(join(program.folder, folder))).toEqual([])
    expect(recordedIn(dataFolder)).toEqual([])
  })

  it('is listed as stopped, not as running, and can be resumed at once: no lock is left behind', async () => {
    const gate = service.hold('document')
    const words = ['--data-dir', 'data-lock', '--json']
    const save = ['save', '--to', 'out-lock', '--name', '{documentId}', '--concurrency', '4', ...words]
    const { child, result } = program.start(save)
    await expect.poll(() => gate.waiting).toBe(4)
    expect((await jobIn(words)).state).toBe('running')
    child.kill('SIGKILL')
    await result
    const { job, state, pending } = await jobIn(words)
    expect({ state, pending }).toEqual({ state: 'stopped', pending: hashes.size })
    await writeFile(join(program.folder, 'out-lock', `half.pdf.zz.${job.slice(-8)}.part`), 'half of it')
    gate.open()
    const resumed = await program.runHere(['resume', ...words])
    expect({ code: resumed.code, saved: readSaveResult(resumed.stdout).saved }).toEqual({ code: 0, saved: hashes.size })
    expect(await filesBelow(join(program.folder, 'out-lock'))).toHaveLength(hashes.size + 2)
  })
})

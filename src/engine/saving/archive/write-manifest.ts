import { lstat, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ignoring } from '../../../shared/errors/ignoring.ts'
import { AppError, failureOf } from '../../../shared/errors/app-error.ts'
import type { Environment } from '../../../shared/model/connection.ts'
import type { Problem } from '../../../shared/model/parcel-set.ts'
import { type CsvCell, csvLines } from '../../../shared/text/csv-lines.ts'
import { serialize } from '../../base/async.ts'
import { errorCode, retryWhileHeld } from '../../files/file-system.ts'
import { fileFailure } from '../disk/disk-failures.ts'
import { flushFolder, moveOver } from '../disk/disk.ts'
import { partName } from '../disk/part-files.ts'
import type { Job } from '../records/job-rows.ts'
import type { Ledger, SavedVersion } from '../records/ledger.ts'
import {
  MANIFEST_CSV,
  MANIFEST_END,
  MANIFEST_JSON,
  manifestEntry,
  type ManifestEntry,
  manifestHead,
  openText,
  readManifestFile,
  type TextFile,
} from './manifest.ts'
import { openParts, removedBefore, writeOwnPart } from './manifest-parts.ts'
import { mergeEntries, type RemovedEntry, whichIsThere } from './merge-entries.ts'
import type { Savers } from './savers.ts'
import { sharingFile, type SharingFile, sharingFiles, stampOf } from './sharing-files.ts'

const BOM = '\uFEFF'
/** The codes that say that a folder has the name. */
const NOT_A_FILE = new Set(['EISDIR', 'ENOTEMPTY', 'EEXIST'])

/** A share dates files by its own clock; where that is further ahead the files are simply written again. */
const CLOCKS_DIFFER_MS = 2_000

interface ManifestTarget {
  job: Pick<Job, 'id' | 'folder'>
  environment: Environment
  ledger: Ledger
  /** Those who save into the folder as well; default: what the folder itself tells. */
  savers?: Pick<Savers, 'hasSeenOthers' | 'look'>
  /** Documents to leave out, by path: their files are gone. */
  without?: ReadonlySet<string>
}

export interface WrittenManifest {
  files: { csv: string; json: string }
  problems: Problem[]
}

/** Each time that others write meanwhile; they do once per save, so that only a crowd that never ends gets there. */
const MOST_MERGES = 25

/**
 * Rewrites both manifests of a folder, each in one step. What another installation recorded stays: entries that this ledger
 * does not know, or whose bytes the file has. Where others save at the same time, everyone first writes its own part,
 * then merges, and merges again if others wrote meanwhile: the last one to write has read all of them
 * (docs/decisions/shared-archive.md). A CSV that a spreadsheet has open is a problem but not a failure, because only the JSON
 * is read (W-B8). Fails with file-held, folder-refused and what the disk throws.
 */
export async function writeManifest(target: ManifestTarget): Promise<WrittenManifest> {
  const inTurn = turns.get(target.ledger) ?? serialize()
  turns.set(target.ledger, inTurn)
  return await inTurn(() => mergeUntilLast(target))
}

/** One of a ledger at a time: a job may be cancelled while another one saves into the same folder. */
const turns = new WeakMap<Ledger, ReturnType<typeof serialize>>()

async function mergeUntilLast(target: ManifestTarget): Promise<WrittenManifest> {
  let isPartWritten = false
  for (let merge = 1; ; merge += 1) {
    const before = await lookAround(target)
    if (before.isShared && !isPartWritten) {
      await writePart(target)
      isPartWritten = true
    }
    const written = await mergeOnce(target, before)
    const after = await lookAround(target)
    const isLast = after.others === before.others && (isPartWritten || !after.isShared)
    if (written !== undefined && (isLast || merge >= MOST_MERGES)) return written
  }
}

interface Surroundings {
  /** Whether others save here, or have done so at the same time as somebody. */
  isShared: boolean
  files: SharingFile[]
  /** Identifies what the others have written. */
  others: string
  /** Identifies the manifest file. */
  manifest: string
}

async function lookAround({ job: { folder }, ledger, savers }: ManifestTarget): Promise<Surroundings> {
  const writerId = ledger.writerId()
  await savers?.look()
  const [files, manifest] = [await sharingFiles(folder), await fileStamp(join(folder, MANIFEST_JSON))]
  const parts = files.filter((file) => file.kind === 'manifest' && file.writerId !== writerId)
  const isShared =
    savers?.hasSeenOthers() === true || files.some((file) => file.kind === 'manifest' || file.writerId !== writerId)
  return { isShared, files, others: parts.map(({ writerId: id, stamp }) => `${id} ${stamp}`).join('\n'), manifest }
}

async function writePart({ job: { folder }, environment, ledger, without = new Set() }: ManifestTarget): Promise<void> {
  const removed = [...without].flatMap((path) => {
    const version = ledger.at(folder, path)
    return version === undefined ? [] : { removed: path, savedAt: version.savedAt }
  })
  await writeOwnPart({
    folder,
    writerId: ledger.writerId(),
    environment,
    removed,
    entries: ownEntries(ledger, folder, without),
  })
}

/** Undefined where another manifest has taken the place of the one that was read: it may have more. */
async function mergeOnce(target: ManifestTarget, around: Surroundings): Promise<WrittenManifest | undefined> {
  const { id, folder } = target.job
  const files = { csv: join(folder, MANIFEST_CSV), json: join(folder, MANIFEST_JSON) }
  const partFiles = { csv: join(folder, partName(MANIFEST_CSV, id)), json: join(folder, partName(MANIFEST_JSON, id)) }
  const discard = async (): Promise<void> => {
    for (const part of Object.values(partFiles))
      await rm(part, { force: true }).catch(ignoring('the next run removes it with the leftovers'))
  }
  try {
    const problems: Problem[] = []
    await writePartFiles(partFiles, target.environment, await entriesOf(target, around, problems))
    if ((await fileStamp(files.json)) !== around.manifest) {
      await discard()
      return undefined
    }
    // The JSON first: later runs and `verify` read it.
    await replaceManifest(folder, partFiles.json, files.json)
    problems.push(...(await replaceCsv(folder, partFiles.csv, files.csv)))
    // The job is recorded as done for good: a power cut must not bring back an older manifest, which would pass for current.
    await flushFolder(folder)
    return { files, problems }
  } catch (thrown) {
    await discard()
    throw thrown
  }
}

/** Empty where there is no such file. */
async function fileStamp(file: string): Promise<string> {
  const stats = await lstat(file, { bigint: true }).catch(ignoring('no file, no stamp'))
  return stats === undefined ? '' : stampOf(stats)
}

/**
 * Takes documents out of both manifests by their paths; the manifests go with the last document. A CSV that a spreadsheet has
 * open is a problem but not a failure. Fails as `writeManifest` does.
 */
export async function removeFromManifest(target: ManifestTarget, without: ReadonlySet<string>): Promise<Problem[]> {
  const rest = { ...target, without }
  const { isShared } = await lookAround(rest)
  // What one who shares the folder has read already must not come back: the manifests stay, to be merged again.
  if (isShared || (await hasEntries(rest))) return (await writeManifest(rest)).problems
  const { folder } = target.job
  await removeFile(join(folder, MANIFEST_JSON))
  try {
    await removeFile(join(folder, MANIFEST_CSV))
    await flushFolder(folder)
    return []
  } catch (thrown) {
    if (failureOf(thrown)?.tag !== 'file-held') throw thrown
    return [
      {
        where: join(folder, MANIFEST_CSV),
        message: 'another program has it open, so it is still there. Close it there, then remove it',
      },
    ]
  }
}

async function hasEntries(target: ManifestTarget): Promise<boolean> {
  const entries = soleEntries(target)
  const { done } = await entries.next()
  await entries.return(undefined)
  return done !== true
}

async function removeFile(file: string): Promise<void> {
  try {
    await retryWhileHeld(() => rm(file, { force: true }))
  } catch (thrown) {
    throw fileFailure(thrown, file)
  }
}

async function replaceCsv(folder: string, part: string, file: string): Promise<Problem[]> {
  try {
    await replaceManifest(folder, part, file)
    return []
  } catch (thrown) {
    if (failureOf(thrown)?.tag !== 'file-held') throw thrown
    await rm(part, { force: true }).catch(ignoring('the next run removes it with the leftovers'))
    const what = 'another program has it open, so it still lists what was there before'
    const next = `Close it there: the next save or resume into this folder brings it up to date. ${MANIFEST_JSON} is complete`
    return [{ where: file, message: `${what}. ${next}` }]
  }
}

/**
 * Both files as they are, if they are up to date: the last job of the folder wrote them at its end, and nobody has written
 * them since. Writing twenty thousand entries again for a job that found nothing new costs more than its search (measured).
 */
export async function currentManifest(
  folder: string,
  lastJob: Pick<Job, 'state' | 'endedAt'> | undefined,
): Promise<WrittenManifest | undefined> {
  if (lastJob?.state !== 'done' || lastJob.endedAt === null) return undefined
  const files = { csv: join(folder, MANIFEST_CSV), json: join(folder, MANIFEST_JSON) }
  const [csv, json] = await Promise.all([modifiedMs(files.csv), modifiedMs(files.json)])
  if (csv === undefined || json === undefined) return undefined
  // A part that is newer belongs to a save that was killed before it merged.
  const isMerged = (await sharingFiles(folder)).every((file) => file.kind !== 'manifest' || file.modifiedMs <= json)
  // A CSV that another program had open is older than the JSON (W-B8).
  const isCurrent = isMerged && json <= csv && csv <= Date.parse(lastJob.endedAt) + CLOCKS_DIFFER_MS
  return isCurrent ? { files, problems: [] } : undefined
}

/** Undefined where there is no such file. */
async function modifiedMs(file: string): Promise<number | undefined> {
  const stats = await lstat(file).catch(ignoring('no file, no time'))
  return stats?.isFile() === true ? stats.mtimeMs : undefined
}

async function replaceManifest(folder: string, part: string, file: string): Promise<void> {
  try {
    await moveOver(part, file)
  } catch (thrown) {
    if (!NOT_A_FILE.has(errorCode(thrown))) throw thrown
    const reason = `its ${basename(file)} cannot be replaced: a folder has that name`
    throw new AppError({ tag: 'folder-not-writable', folder, reason }, { cause: thrown })
  }
}

async function writePartFiles(
  partFiles: { csv: string; json: string },
  environment: Environment,
  entries: AsyncIterable<ManifestEntry>,
): Promise<void> {
  const csv = await openText(partFiles.csv)
  try {
    const json = await openText(partFiles.json)
    try {
      await writeEntries({ csv, json }, environment, entries)
    } finally {
      await json.close()
    }
  } finally {
    await csv.close()
  }
}

async function writeEntries(
  { csv, json }: { csv: TextFile; json: TextFile },
  environment: Environment,
  entries: AsyncIterable<ManifestEntry>,
): Promise<void> {
  csv.add(BOM)
  // In blocks, because setting up the CSV library costs as much as a hundred rows (measured).
  let rows: CsvCell[][] = [Object.keys(manifestEntry.shape)]
  const addRows = (): void => {
    csv.add(csvLines(rows))
    rows = []
  }
  json.add(manifestHead(environment))
  let separator = ''
  for await (const entry of entries) {
    rows.push(Object.values(entry))
    json.add(separator + JSON.stringify(entry))
    separator = ',\n'
    if (!json.isFull()) continue
    addRows()
    await Promise.all([csv.write(), json.write()])
  }
  addRows()
  json.add(`${separator === '' ? '' : '\n'}${MANIFEST_END}\n`)
  await json.finish()
  // Last, so that its date is not earlier: by that `currentManifest` knows that both were replaced.
  await csv.finish()
}

async function entriesOf(
  target: ManifestTarget,
  { isShared, files }: Surroundings,
  problems: Problem[],
): Promise<AsyncIterable<ManifestEntry>> {
  if (!isShared) return soleEntries(target)
  const {
    job: { folder },
    environment,
    ledger,
    without,
  } = target
  const writerId = ledger.writerId()
  const onBad = (problem: Problem): void => {
    if (!problems.some(({ where }) => where === problem.where)) problems.push(problem)
  }
  const parts = await openParts(files, { exceptFor: writerId, onBad })
  const file = await readManifestFile(folder)
  const own = async function* (): AsyncGenerator<ManifestEntry | RemovedEntry> {
    yield* await removedBefore(sharingFile(folder, 'manifest', writerId))
    yield* ownEntries(ledger, folder, without)
  }
  return mergeEntries(folder, [
    ...parts.filter((part) => part.environment === environment),
    { kind: 'record', entries: own },
    { kind: 'file', entries: () => file?.documents() ?? [] },
  ])
}

/** For a folder that nobody else saves into now: first the entries that others recorded before, then those of this ledger. */
async function* soleEntries({
  job: { id, folder },
  ledger,
  without = new Set(),
}: ManifestTarget): AsyncGenerator<ManifestEntry> {
  const isOwnRight = async (own: SavedVersion, entry: ManifestEntry): Promise<boolean> => {
    // What another has saved as well stays its own, which undoing respects.
    if (own.sha256 === entry.sha256) return own.jobId === id
    // The times are those of two computers, so the file is asked.
    const there = await whichIsThere(folder, entry.path, [own, entry])
    return there === undefined ? own.savedAt >= entry.savedAt : there === own
  }
  const kept = new Set(without)
  const before = await readManifestFile(folder)
  for await (const entry of before?.documents() ?? []) {
    const own = ledger.at(folder, entry.path)
    if (without.has(entry.path) || (own !== undefined && (await isOwnRight(own, entry)))) continue
    kept.add(entry.path)
    yield entry
  }
  yield* ownEntries(ledger, folder, kept)
}

function* ownEntries(
  ledger: Ledger,
  folder: string,
  without: ReadonlySet<string> = new Set(),
): Generator<ManifestEntry> {
  for (const version of ledger.inFolder(folder)) if (!without.has(version.relativePath)) yield entryOf(version)
}

function entryOf({ facts, ...version }: SavedVersion): ManifestEntry {
  return {
    path: version.relativePath,
    documentName: facts.name,
    docType: facts.docType,
    customerId: facts.customerId,
    customerName: facts.customerName,
    setId: version.setId,
    documentId: version.documentId,
    parcelRef: facts.parcelRef,
    shipmentRef: facts.shipmentRef,
    statusAtFetch: facts.status,
    modifiedDateAtFetch: facts.modifiedDate,
    bytes: version.bytes,
    sha256: version.sha256,
    lengthDeclared: version.isLengthDeclared,
    savedAt: version.savedAt,
    user: version.username,
    service: version.baseUrl,
    remark: version.remark,
    pdfSignatures: version.signatures.count,
    pdfSignatureVerdict: version.signatures.verdict,
  }
}

import { lstat, open } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { AppError } from '../../../shared/errors/app-error.ts'
import type { ConflictPolicy } from '../../../shared/model/job.ts'
import { joinCalls } from '../../base/async.ts'
import type { ExchangeClient } from '../../exchange/exchange-client.ts'
import { diskProblem, errorCode, mayBeHeld } from '../../files/file-system.ts'
import { type Disk, hashFile, isTaken, moveOver, ownThreadDisk } from '../disk/disk.ts'
import { partName } from '../disk/part-files.ts'
import type { TargetFolders } from '../disk/target-folders.ts'
import { suffixedFileName } from '../names/file-names.ts'
import type { ArrivedFile, ArrivedItem, Job, JobItem } from '../records/job-rows.ts'
import type { Ledger, Placement, SavedVersion } from '../records/ledger.ts'
import type { SavingStores } from '../records/saving-stores.ts'
import {
  fetchDocument,
  FetchError,
  type DocumentLimit,
  type RefusedAnswers,
  type SaveStream,
} from './fetch-document.ts'

export interface DocumentAttempt {
  item: JobItem
  /** Before this one. */
  attempts: number
  refused: RefusedAnswers
}

/** The two halves of getting a document into the archive: the first holds a connection, the second does not. */
export interface DocumentTransfer {
  /** Fetches a document into its part file. Fails as `fetchDocument` does. */
  fetch(attempt: DocumentAttempt): Promise<SaveStream>
  /** Flushes a fetched document, then gives it its final name. Fails as `resolveConflict` does. */
  place(item: JobItem, stream: SaveStream): Promise<PlacedDocument>
}

export interface PlacedDocument extends Pick<ArrivedFile, 'bytes' | 'sha256' | 'remark'> {
  state: 'saved' | 'skipped'
  relativePath: string
  /** What to enter in the ledger; undefined where it has nothing new to know. */
  version: SavedVersion | undefined
}

interface TransferOptions {
  job: Job
  client: ExchangeClient
  folders: Pick<TargetFolders, 'make' | 'check'>
  limit: DocumentLimit
  /** The documents that a person wants even if they are damaged. */
  acceptsDamaged: ReadonlySet<string>
  onBytes: (bytes: number) => void
  /** Fires when nothing new may begin, and when what is in progress must be aborted. */
  closed: AbortSignal
  aborted: AbortSignal
}

export function createDocumentTransfer(
  stores: Pick<SavingStores, 'ledger' | 'jobs' | 'disk' | 'clock'>,
  { job, client, folders, limit, acceptsDamaged, onBytes, closed, aborted }: TransferOptions,
): DocumentTransfer {
  let arrived: ArrivedItem[] = []
  const noteArrived = joinCalls(() => {
    const noted = arrived
    arrived = []
    stores.jobs.noteArrived(job.id, noted)
  })
  // Where a folder was swapped, that says more than what is missing in the other one.
  const explained = async <T>({ relativePath }: JobItem, work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (thrown) {
      if (diskProblem(thrown instanceof FetchError ? thrown.cause : thrown) === 'gone')
        await folders.check([relativePath])
      throw thrown
    }
  }
  return {
    fetch: async ({ item, attempts, refused }) => {
      const { setId, documentId, relativePath, facts } = item
      const fetched = fetchDocument(
        {
          client,
          setId,
          documentId,
          name: facts.name ?? undefined,
          partFile: partFileOf(job, item),
          prepare: () => folders.make(relativePath),
          disk: stores.disk(),
          limit,
          refused,
          acceptsDamaged: acceptsDamaged.has(documentId),
          bulk: { attempt: attempts + 1, closed },
          onBytes,
        },
        aborted,
      )
      return await explained(item, fetched)
    },
    place: async (item, stream) => {
      const received = await stream.complete()
      arrived.push({ item, arrived: received })
      const fetched = {
        folder: job.folder,
        relativePath: item.relativePath,
        partFile: partFileOf(job, item),
        received,
        disk: stores.disk(),
      }
      // While it arrived, a folder above it may have been swapped for a link that leads out of the archive (W-L4).
      await Promise.all([noteArrived(), folders.check([item.relativePath])])
      const resolved = await explained(item, resolveConflict(fetched, policyFor(job, item), stores.ledger))
      const isPlaced = resolved.outcome === 'placed' || resolved.outcome === 'replaced'
      if (!isPlaced) await stream.discard()
      return {
        state: resolved.outcome === 'unchanged' ? 'skipped' : 'saved',
        relativePath: resolved.relativePath,
        bytes: received.bytes,
        sha256: received.sha256,
        remark: received.remark,
        version: versionFor(stores, job, { ...resolved, item, received }),
      }
    },
  }
}

/** Only what the user was shown is replaced: a file that came after the plan was made stays, as with `keep-both`. */
function policyFor({ conflict }: Job, { wasThere }: JobItem): ConflictPolicy {
  return conflict === 'replace' && !wasThere ? 'keep-both' : conflict
}

interface FetchedFile {
  folder: string
  relativePath: string
  partFile: string
  received: ArrivedFile
  /** Default: the one on this thread. */
  disk?: Disk
}

export interface ConflictOutcome {
  relativePath: string
  /** `unchanged`: the same bytes were recorded before. `adopted`: they were there, but not recorded. */
  outcome: 'placed' | 'replaced' | 'unchanged' | 'adopted'
}

/**
 * Gives a finished file its final name by the conflict policy (product, “Conflict”). `keep-both` compares bytes: equal files
 * are not written twice, others become a version beside the old one, named after their content, because an original may
 * later come as a copy (T15). `replace` replaces a file in one step, but never a folder or a link. Fails with file-exists.
 */
export async function resolveConflict(
  fetched: FetchedFile,
  policy: ConflictPolicy,
  ledger: Ledger,
): Promise<ConflictOutcome> {
  const { folder, relativePath, partFile, received, disk = ownThreadDisk } = fetched
  const target = join(folder, relativePath)
  if (policy === 'replace' && (await isFile(target))) {
    await moveOver(partFile, target)
    return { relativePath, outcome: 'replaced' }
  }
  for (const name of namesFor(relativePath, received.sha256)) {
    if (await disk.placeNew(partFile, join(folder, name))) return { relativePath: name, outcome: 'placed' }
    const existing = await hashFile(join(folder, name))
    if (existing !== received.sha256) continue
    if (ledger.at(folder, name)?.sha256 === received.sha256) return { relativePath: name, outcome: 'unchanged' }
    await flushFile(join(folder, name))
    return { relativePath: name, outcome: 'adopted' }
  }
  throw new AppError({ tag: 'file-exists', path: join(folder, versionPath(relativePath, received.sha256)) })
}

/** With `skip` whatever has the name stays, and nothing is fetched. */
export async function isSkipped(policy: ConflictPolicy, path: string): Promise<boolean> {
  return policy === 'skip' && (await isTaken(path))
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isFile()
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return false
    throw thrown
  }
}

/** The names under which these bytes may be: the planned one, and the one of a version beside another file. */
export function namesFor(relativePath: string, sha256: string): string[] {
  return [relativePath, versionPath(relativePath, sha256)]
}

function versionPath(relativePath: string, sha256: string): string {
  const slash = relativePath.lastIndexOf('/') + 1
  return relativePath.slice(0, slash) + suffixedFileName(relativePath.slice(slash), `version ${sha256.slice(0, 8)}`)
}

/** A file that this run did not write may still be only in the system's memory. */
async function flushFile(path: string): Promise<void> {
  try {
    // Windows flushes only what is open for writing.
    const file = await open(path, process.platform === 'win32' ? 'r+' : 'r')
    try {
      await file.datasync()
    } finally {
      await file.close()
    }
  } catch (thrown) {
    // Read-only, or open in a reader that excludes writers: the file existed before, and its bytes are right (W-B7).
    if (!mayBeHeld(thrown)) throw thrown
  }
}

/** What goes into the ledger: a new version, or that the recorded one was sent again, perhaps from a new address, and is therefore up to date. */
export function versionFor(
  { ledger, clock }: Pick<SavingStores, 'ledger' | 'clock'>,
  job: Job,
  { item, relativePath, outcome, received }: ConflictOutcome & { item: JobItem; received: ArrivedFile },
): SavedVersion | undefined {
  const { setId, documentId, facts } = item
  const seenAt = clock.now().toISOString()
  if (outcome === 'unchanged') {
    const known = ledger.at(job.folder, relativePath)
    return known?.documentId === documentId
      ? { ...known, baseUrl: job.baseUrl, remark: received.remark, signatures: received.signatures, facts, seenAt }
      : undefined
  }
  return {
    folder: job.folder,
    relativePath,
    setId,
    documentId,
    facts,
    ...received,
    savedAt: seenAt,
    seenAt,
    baseUrl: job.baseUrl,
    username: job.username,
    jobId: job.id,
    placed: placementOf(job, item, { relativePath, outcome }),
  }
}

/**
 * A killed run may have given documents their names without recording them; the run that resumes finds them. If nothing had
 * the name when the save was planned, the file is this job's own.
 */
function placementOf(job: Job, item: JobItem, { relativePath, outcome }: ConflictOutcome): Placement {
  if (outcome === 'placed') return 'new'
  if (outcome === 'replaced') return 'replaced'
  const isResumed = job.state !== 'planned'
  return isResumed && !item.wasThere && relativePath === item.relativePath ? 'new' : 'found'
}

/** Beside the target, and unique to the document: two sets may list one document under one name. */
function partFileOf(job: Job, { relativePath, seq }: JobItem): string {
  const name = `${posix.basename(relativePath)}.${seq.toString(36)}`
  return join(job.folder, dirname(relativePath), partName(name, job.id))
}

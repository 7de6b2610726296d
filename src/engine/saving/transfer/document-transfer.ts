import { dirname, join, posix } from 'node:path'
import type { ConflictPolicy } from '../../../shared/model/job.ts'
import type { ExchangeClient } from '../../exchange/exchange-client.ts'
import { partName } from '../disk/part-files.ts'
import type { TargetFolders } from '../disk/target-folders.ts'
import type { Job, JobItem } from '../records/job-rows.ts'
import type { Placement, SavedVersion } from '../records/ledger.ts'
import type { SavingStores } from '../records/saving-stores.ts'
import { fetchDocument, type DocumentLimit, type ReceivedFile, type SaveStream } from './fetch-document.ts'
import { resolveConflict, type ConflictOutcome } from './resolve-conflict.ts'

/** The two halves of getting a document into the archive: the first holds a connection, the second does not. */
export interface DocumentTransfer {
  /** Fetches a document into its part file. Fails as `fetchDocument` does. */
  fetch(item: JobItem): Promise<SaveStream>
  /** Flushes a fetched document, then gives it its final name. Fails as `resolveConflict` does. */
  place(item: JobItem, stream: SaveStream): Promise<PlacedDocument>
}

export interface PlacedDocument extends Pick<ReceivedFile, 'bytes' | 'sha256'> {
  state: 'saved' | 'skipped'
  relativePath: string
  /** What to enter in the ledger; undefined where it has nothing new to know. */
  version: SavedVersion | undefined
}

interface TransferOptions {
  job: Job
  client: ExchangeClient
  folders: Pick<TargetFolders, 'make'>
  limit: DocumentLimit
  onBytes: (bytes: number) => void
  /** Fires when transfers in progress must be aborted. */
  aborted: AbortSignal
}

export function createDocumentTransfer(
  stores: Pick<SavingStores, 'ledger' | 'jobs' | 'disk' | 'clock'>,
  { job, client, folders, limit, onBytes, aborted }: TransferOptions,
): DocumentTransfer {
  return {
    fetch: async (item) => {
      const { setId, documentId, relativePath, facts } = item
      return await fetchDocument(
        {
          client,
          setId,
          documentId,
          name: facts.name ?? undefined,
          partFile: partFileOf(job, item),
          prepare: () => folders.make(relativePath),
          disk: stores.disk(),
          limit,
          onBytes,
        },
        aborted,
      )
    },
    place: async (item, stream) => {
      const received = await stream.complete()
      stores.jobs.noteArrived(job.id, item.seq, received)
      const arrived = {
        folder: job.folder,
        relativePath: item.relativePath,
        partFile: partFileOf(job, item),
        received,
        disk: stores.disk(),
      }
      const resolved = await resolveConflict(arrived, policyFor(job, item), stores.ledger)
      const isPlaced = resolved.outcome === 'placed' || resolved.outcome === 'replaced'
      if (!isPlaced) await stream.discard()
      return {
        state: resolved.outcome === 'unchanged' ? 'skipped' : 'saved',
        relativePath: resolved.relativePath,
        bytes: received.bytes,
        sha256: received.sha256,
        version: versionFor(stores, job, { ...resolved, item, received }),
      }
    },
  }
}

/** Only what the user was shown is replaced: a file that came after the plan was made stays, as with `keep-both`. */
function policyFor({ conflict }: Job, { wasThere }: JobItem): ConflictPolicy {
  return conflict === 'replace' && wasThere === false ? 'keep-both' : conflict
}

/** What goes into the ledger: a new version, or that the recorded one was sent again and is therefore up to date. */
export function versionFor(
  { ledger, clock }: Pick<SavingStores, 'ledger' | 'clock'>,
  job: Job,
  { item, relativePath, outcome, received }: ConflictOutcome & { item: JobItem; received: ReceivedFile },
): SavedVersion | undefined {
  const { setId, documentId, facts } = item
  const seenAt = clock.now().toISOString()
  if (outcome === 'unchanged') {
    const known = ledger.at(job.folder, relativePath)
    return known?.documentId === documentId ? { ...known, facts, seenAt } : undefined
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
  return isResumed && item.wasThere === false && relativePath === item.relativePath ? 'new' : 'found'
}

/** Beside the target, and unique to the document: two sets may list one document under one name. */
function partFileOf(job: Job, { relativePath, seq }: JobItem): string {
  const name = `${posix.basename(relativePath)}.${seq.toString(36)}`
  return join(job.folder, dirname(relativePath), partName(name, job.id))
}

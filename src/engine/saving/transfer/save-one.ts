import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { AppError } from '../../../shared/errors/app-error.ts'
import { defaultBytes } from '../../../shared/model/size-limits.ts'
import { withRetries } from '../../base/retry.ts'
import type { DocumentAddress, ExchangeClient } from '../../exchange/exchange-client.ts'
import type { ClockPort } from '../../ports/clock.ts'
import { diskFailure, refuseNoFolder } from '../disk/disk-failures.ts'
import { createDiskReserve } from '../disk/disk-space.ts'
import { flushFolder, isTaken, placeNew } from '../disk/disk.ts'
import type { ArrivedFile } from '../records/job-rows.ts'
import { type DocumentFetch, type DocumentLimit, fetchDocument, FetchError } from './fetch-document.ts'

export interface OneFile {
  file: string
  largestBytes?: number | undefined
  /** Saves it even if it is damaged, and says so in the remark. */
  acceptsDamaged?: boolean
}

export type SavedFile = Pick<ArrivedFile, 'bytes' | 'sha256' | 'remark'>

/**
 * Saves one document to a file that must not exist yet, checked and flushed as in a job, but not recorded in the ledger.
 * Fails with file-exists, folder-gone, document-too-large and what the service says.
 */
export async function saveOne(
  { client, clock }: { client: ExchangeClient; clock: ClockPort },
  target: DocumentAddress & OneFile,
  signal?: AbortSignal,
): Promise<SavedFile> {
  const { file, largestBytes = defaultBytes('largestDocumentMb'), ...address } = target
  const folder = dirname(file)
  // Outside any job, so the name is random.
  const partFile = `${file}.${randomBytes(4).toString('hex')}.part`
  try {
    await refuseNoFolder(folder)
    if (await isTaken(file)) throw new AppError({ tag: 'file-exists', path: file })
    const limit: DocumentLimit = { largestBytes, use: 'save', reserve: createDiskReserve(folder) }
    const fetch = { ...address, client, partFile, limit, refused: new Set<string>() }
    const saved = await withRetries(clock, () => fetchInto(fetch, file, signal), signal)
    await flushFolder(folder)
    return saved
  } catch (thrown) {
    throw diskFailure(thrown, folder, file)
  }
}

async function fetchInto(
  fetch: Omit<DocumentFetch, 'prepare' | 'onBytes'>,
  file: string,
  signal?: AbortSignal,
): Promise<SavedFile> {
  try {
    const prepare = (): Promise<void> => Promise.resolve()
    const stream = await fetchDocument({ ...fetch, prepare, onBytes: () => undefined }, signal)
    try {
      const { bytes, sha256, remark } = await stream.complete()
      if (!(await placeNew(fetch.partFile, file))) throw new AppError({ tag: 'file-exists', path: file })
      return { bytes, sha256, remark }
    } catch (thrown) {
      await stream.discard()
      throw thrown
    }
  } catch (thrown) {
    throw thrown instanceof FetchError ? thrown.cause : thrown
  }
}

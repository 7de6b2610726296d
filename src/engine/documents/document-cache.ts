import { randomBytes } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoring } from '../../shared/errors/ignoring.ts'
import { describeDocument, type DocumentAddress, type ExchangeClient } from '../exchange/exchange-client.ts'
import { makeFolder, retryWhileHeld } from '../files/file-system.ts'
import type { BodyReceiver } from '../ports/http.ts'
import { createDiskReserve, type DiskReserve } from '../saving/disk/disk-space.ts'
import { createSaveStream, type RefusedAnswers } from '../saving/transfer/fetch-document.ts'
import { type CheckedFile, fileStamp } from './checked-file.ts'

/** Permissions of the folder: only this user may read what the service showed to this user. */
const OWNER_ONLY = 0o700
const FOLDER = 'cache'

export interface DocumentCache {
  /** One attempt: fetches, checks (T22, T23) and keeps. Fails like any call of the service, or throws the disk's error. */
  fetch(document: DocumentRequest, signal: AbortSignal): Promise<CheckedFile>
  /** Marks a file as just used, so that others are evicted first. */
  touch(file: CheckedFile): void
  /** Removes every file of this cache. Never fails. */
  close(): Promise<void>
}

/** How much of a document has been fetched. */
export interface FetchProgress {
  bytes: number
  /** Undefined if the service did not say. */
  totalBytes: number | undefined
}

/** A document to fetch, its size limit, and a listener for progress. */
export interface DocumentRequest extends DocumentAddress {
  largestBytes: number
  use: 'save' | 'show'
  /** By earlier attempts. */
  refused?: RefusedAnswers
  onProgress: (progress: FetchProgress) => void
}

interface DocumentCacheOptions {
  client: Pick<ExchangeClient, 'streamDocument'>
  /** `<dataDir>/<environment>`. */
  folder: string
  maxBytes: number
}

/** Documents fetched for viewing: whole and checked, in a folder of this session, least recently used evicted first. */
export function createDocumentCache({ client, folder: parent, maxBytes }: DocumentCacheOptions): DocumentCache {
  const folder = join(parent, FOLDER, randomBytes(8).toString('hex'))
  // In order of their last use.
  const files = new Set<CheckedFile>()
  const reserve = createDiskReserve(parent)
  const makeRoom = async (): Promise<void> => {
    let bytes = [...files].reduce((sum, file) => sum + file.bytes, 0)
    // The newest stays however large it is: the caller is about to read it.
    for (const file of [...files].slice(0, -1)) {
      if (bytes <= maxBytes) return
      files.delete(file)
      bytes -= file.bytes
      await remove(file.path)
    }
  }
  return {
    fetch: async (document, signal) => {
      makeFolder(folder, OWNER_ONLY)
      const file = await fetchInto(join(folder, randomBytes(8).toString('hex')), { client, document, reserve }, signal)
      files.add(file)
      await makeRoom()
      return file
    },
    touch: (file) => {
      if (files.delete(file)) files.add(file)
    },
    close: async () => {
      files.clear()
      await remove(folder)
    },
  }
}

/** Gives the file its final name only once it is whole, checked and flushed. */
async function fetchInto(
  stem: string,
  {
    client,
    document,
    reserve,
  }: { client: DocumentCacheOptions['client']; document: DocumentRequest; reserve: DiskReserve },
  signal: AbortSignal,
): Promise<CheckedFile> {
  const partFile = `${stem}.part`
  const path = `${stem}.pdf`
  const stream = createSaveStream({
    partFile,
    endpoint: describeDocument(document),
    prepare: () => Promise.resolve(),
    limit: { ...document, reserve },
    ...(document.refused === undefined ? {} : { refused: document.refused }),
  })
  try {
    await client.streamDocument(document, reportingProgress(stream, document.onProgress), signal)
    stream.check()
    const { bytes, sha256, remark } = await stream.complete()
    await retryWhileHeld(() => rename(partFile, path))
    return { path, bytes, sha256, remark, modifiedMs: (await fileStamp(path))?.modifiedMs ?? 0 }
  } catch (thrown) {
    await stream.discard()
    throw thrown
  }
}

/** Reports every piece received. */
function reportingProgress(stream: BodyReceiver, onProgress: DocumentRequest['onProgress']): BodyReceiver {
  let bytes = 0
  let totalBytes: number | undefined
  return {
    head: (head) => {
      const length = Number(head.headers['content-length'])
      totalBytes = Number.isFinite(length) ? length : undefined
      onProgress({ bytes, totalBytes })
      stream.head(head)
    },
    data: (chunk) => {
      bytes += chunk.length
      onProgress({ bytes, totalBytes })
      return stream.data(chunk)
    },
  }
}

/** For the start of the application: removes what a killed run left. Never fails. */
export async function removeOldCaches(dataDir: string, environments: readonly string[]): Promise<void> {
  await Promise.all(environments.map((environment) => remove(join(dataDir, environment, FOLDER))))
}

/** On Windows a file that is being read cannot be removed; the next start does it. */
async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(ignoring('the next start removes it'))
}

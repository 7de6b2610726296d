import { randomBytes } from 'node:crypto'
import { AppError, badUsage } from '../../shared/errors/app-error.ts'
import { defaultBytes } from '../../shared/model/size-limits.ts'
import { singleFlight } from '../base/async.ts'
import { withRetries } from '../base/retry.ts'
import { type DocumentAddress, type ExchangeClient, describeDocument } from '../exchange/exchange-client.ts'
import type { ClockPort } from '../ports/clock.ts'
import { diskFailure } from '../saving/disk/disk-failures.ts'
import type { SetIndex } from '../search/set-index.ts'
import { checkFile, type CheckedFile, isUntouched } from './checked-file.ts'
import { createDocumentCache, type DocumentCache, type FetchProgress, type DocumentRequest } from './document-cache.ts'
import type { SavedCopies, SavedCopy } from '../saving/records/saved-copies.ts'

/** A few hundred documents, so that going back and forth fetches nothing twice. */
const MAX_CACHE_BYTES = 512 * 1024 * 1024

export interface OpenedDocument {
  /** The page's handle for the bytes: random, so that it cannot be guessed, and valid in this session only. */
  key: string
  bytes: number
  sha256: string
  source: 'disk' | 'service'
  /** What must be known of it; null for most. */
  remark: string | null
}

export interface OpeningProgress extends FetchProgress {
  /** From 1; higher after a retry. */
  attempt: number
}

/** A document to open, and what for. */
export interface OpenRequest extends DocumentAddress {
  /** Default: the usual limit of a preview. */
  largestBytes?: number
  use?: DocumentRequest['use']
  /** The SHA-256 of a saved version, which is opened in place of the current document. */
  version?: string | undefined
  /** Called for each piece, and for each attempt before its first piece. */
  onProgress?: (progress: OpeningProgress) => void
}

export interface DocumentsService {
  /**
   * Makes a document readable under a key: the saved file, if it is untouched and its set has not changed since, else a
   * download, checked as when saving (T22, T23). Concurrent requests share one download. Fails like any call of the service,
   * and with document-too-large, disk-full, folder-not-writable, interrupted; a version that is not there any more with bad-usage.
   */
  open(document: OpenRequest, signal?: AbortSignal): Promise<OpenedDocument>
  /** The file behind a key. Undefined if the key is unknown, or the file is gone or changed and has to be opened again. */
  read(key: string): Promise<{ path: string; bytes: number } | undefined>
  /** Invalidates every key and removes the downloads. */
  close(): Promise<void>
}

interface DocumentsOptions {
  client: Pick<ExchangeClient, 'streamDocument'>
  clock: ClockPort
  savedCopies: SavedCopies
  sets: Pick<SetIndex, 'read'>
  /** `<dataDir>/<environment>`. */
  folder: string
  maxCacheBytes?: number
}

interface OpenedFile extends OpenedDocument {
  file: CheckedFile
}

/** The documents of one connection, for viewing. */
export function createDocumentsService(options: DocumentsOptions): DocumentsService {
  const { folder, sets, maxCacheBytes = MAX_CACHE_BYTES } = options
  const cache = createDocumentCache({ ...options, maxBytes: maxCacheBytes })
  const byKey = new Map<string, CheckedFile>()
  const openings = new Map<string, Opening>()
  const closing = new AbortController()
  return {
    open: async (document, signal) => {
      const request = resolveRequest(document, sets)
      const identity = requestKey(request, sets)
      const opening = openings.get(identity) ?? createOpening({ ...options, cache, byKey }, request)
      openings.set(identity, opening)
      try {
        const { file, ...answer } = await opening(anySignal(closing.signal, signal))
        cache.touch(file)
        return answer
      } catch (thrown) {
        throw diskFailure(thrown, folder, folder)
      }
    },
    read: async (key) => {
      const file = byKey.get(key)
      if (file === undefined || !(await isUntouched(file))) return undefined
      cache.touch(file)
      return { path: file.path, bytes: file.bytes }
    },
    close: async () => {
      closing.abort()
      byKey.clear()
      openings.clear()
      await cache.close()
    },
  }
}

type ResolvedRequest = Required<Pick<OpenRequest, 'largestBytes' | 'use' | 'onProgress'>> &
  Pick<OpenRequest, 'version'> &
  DocumentAddress

type Opening = (signal: AbortSignal) => Promise<OpenedFile>

/** Opens one document: once for concurrent callers, and again only if its file is gone or changed. */
function createOpening(
  options: DocumentsOptions & { cache: DocumentCache; byKey: Map<string, CheckedFile> },
  document: ResolvedRequest,
): Opening {
  const { clock, savedCopies, sets, cache, byKey } = options
  let last: OpenedFile | undefined
  const find = async (signal: AbortSignal): Promise<OpenedFile> => {
    const { version } = document
    const copies = savedCopies.of(document)
    const saved =
      version === undefined
        ? await untouchedCopy(copies, sets.read(document.setId), signal)
        : await untouchedVersion(copies, version, signal)
    if (saved !== undefined) return withNewKey(refuseTooLarge(saved, document), 'disk')
    const refused = new Set<string>()
    const fetch = async (attempt: number): Promise<CheckedFile> => {
      const onProgress = (progress: FetchProgress): void => document.onProgress({ ...progress, attempt })
      onProgress({ bytes: 0, totalBytes: undefined })
      return await cache.fetch({ ...document, refused, onProgress }, signal)
    }
    return withNewKey(await withRetries(clock, fetch, signal), 'service')
  }
  return singleFlight(async (signal) => {
    if (last !== undefined && (await isUntouched(last.file))) return last
    if (last !== undefined) byKey.delete(last.key)
    last = await find(signal)
    byKey.set(last.key, last.file)
    return last
  })
}

function anySignal(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? one : AbortSignal.any([one, other])
}

function resolveRequest(document: OpenRequest, sets: Pick<SetIndex, 'read'>): ResolvedRequest {
  const listed = sets.read(document.setId)?.documents?.find(({ documentId }) => documentId === document.documentId)
  const usual = { largestBytes: defaultBytes('largestPreviewMb'), use: 'show', onProgress: () => undefined } as const
  return { name: listed?.name ?? undefined, ...usual, ...document }
}

/** Includes the set's state, because a changed set may have other bytes under the same id (T15). */
function requestKey(request: ResolvedRequest, sets: Pick<SetIndex, 'read'>): string {
  const { setId, documentId, use, largestBytes, version = null } = request
  const set = sets.read(setId)
  return JSON.stringify([setId, documentId, use, largestBytes, version, set?.status ?? null, set?.modifiedDate ?? null])
}

function refuseTooLarge(
  file: CheckedFile,
  { largestBytes: limitBytes, use, ...document }: ResolvedRequest,
): CheckedFile {
  const { bytes } = file
  if (bytes <= limitBytes) return file
  throw new AppError({ tag: 'document-too-large', endpoint: describeDocument(document), bytes, limitBytes, use })
}

function withNewKey(file: CheckedFile, source: OpenedDocument['source']): OpenedFile {
  const { bytes, sha256, remark } = file
  return { key: randomBytes(32).toString('base64url'), bytes, sha256, source, remark, file }
}

/** As “only new or changed” does when saving: a copy counts if the set's state and date are the same, or the set is unknown. */
async function untouchedCopy(
  copies: readonly SavedCopy[],
  set: { status: string | null; modifiedDate: string | null } | undefined,
  signal: AbortSignal,
): Promise<CheckedFile | undefined> {
  for (const copy of copies) {
    const isCurrent = set === undefined || (copy.status === set.status && copy.modifiedDate === set.modifiedDate)
    const file = isCurrent ? await checkFile(copy, signal) : undefined
    if (file !== undefined) return file
  }
  return undefined
}

/** The first file that still has the bytes of a version. */
async function untouchedVersion(
  copies: readonly SavedCopy[],
  version: string,
  signal: AbortSignal,
): Promise<CheckedFile> {
  for (const copy of copies) {
    const file = copy.sha256 === version ? await checkFile(copy, signal) : undefined
    if (file !== undefined) return file
  }
  throw badUsage('This version is not there any more as it was saved.', 'Choose another one.')
}

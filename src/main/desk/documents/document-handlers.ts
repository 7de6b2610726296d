import { randomBytes } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, badUsage } from '../../../shared/errors/app-error.ts'
import { bytesOfMb } from '../../../shared/model/size-limits.ts'
import { setByOrganisation } from '../../../shared/policy/effective-policy.ts'
import { counted } from '../../../shared/text/format.ts'
import type { Environment } from '../../../shared/model/connection.ts'
import type { ParcelSet } from '../../../shared/model/parcel-set.ts'
import { fileStamp } from '../../../engine/documents/checked-file.ts'
import type { DocumentsService, OpeningProgress, OpenRequest } from '../../../engine/documents/documents-service.ts'
import type { DocumentAddress } from '../../../engine/exchange/exchange-client.ts'
import type { CurrentPolicy } from '../../../engine/ports/policy.ts'
import { diskFailure } from '../../../engine/saving/disk/disk-failures.ts'
import { documentFileName } from '../../../engine/saving/names/file-names.ts'
import { namePrefix } from '../../../engine/saving/names/name-pattern.ts'
import { makeFolder } from '../../../engine/files/file-system.ts'
import type { SignatureReader } from '../../../engine/signatures/signature-reader.ts'
import type { FoldersPort } from '../desk-ports.ts'
import type { EventHub } from '../event-hub.ts'
import type { HandlersOf } from '../router.ts'
import { DOCUMENTS_PATH, type ReadDocument } from '../serving/serve-document.ts'
import type { OpenedSession, OpenSessions } from '../sessions.ts'
import type { SettingsStore } from '../settings/settings-store.ts'

/** Mail programs and file managers take no more in one go, and a slip of the hand should not attach an archive. */
const MAX_DRAGGED = 500

interface DocumentHandlerOptions {
  sessions: Pick<OpenSessions, 'find'>
  signatures: Pick<SignatureReader, 'read'>
  folders: Pick<FoldersPort, 'open' | 'showInFolder' | 'drag'>
  policy: CurrentPolicy
  keys: DocumentKeys
  dataDir: string
  events: Pick<EventHub, 'emit'>
  settings: Pick<SettingsStore, 'read'>
}

/** Opens a document in the page or in the system's reader, shows it in its folder, drags it out of the window. */
export function createDocumentHandlers(options: DocumentHandlerOptions): HandlersOf<'documents'> {
  const { sessions, signatures, folders, keys, dataDir, events, settings, policy } = options
  return {
    'documents.open': async ({ sessionId, sha256: version, ...document }, signal) => {
      const documents = sessions.find(sessionId).session.documents()
      const largestBytes = bytesOfMb(settings.read().largestPreviewMb)
      const onProgress = ({ totalBytes, ...progress }: OpeningProgress): void => {
        const payload = { ...document, ...progress, totalBytes: totalBytes ?? null }
        events.emit('documents.progressed', payload, document.documentId)
      }
      const { key, bytes, sha256, source, remark } = await documents.open(
        { ...document, version, largestBytes, use: 'show', onProgress },
        signal,
      )
      keys.add(key, documents)
      // Relative to the page, because the browser shell serves everything below a folder.
      return { address: `.${DOCUMENTS_PATH}${key}`, bytes, sha256, source, remark }
    },
    'documents.signatures': async ({ sessionId, sha256: version, ...document }, signal) => {
      const documents = sessions.find(sessionId).session.documents()
      const largestBytes = bytesOfMb(settings.read().largestPreviewMb)
      const { key, source, sha256 } = await documents.open({ ...document, version, largestBytes, use: 'show' }, signal)
      const file = await documents.read(key)
      if (file === undefined) throw new AppError({ tag: 'folder-gone', folder: dataDir })
      return { ...(await signatures.read(file.path, signal)), source, sha256 }
    },
    'documents.openInReader': async ({ sessionId, sha256: version, ...document }, signal) => {
      const opened = sessions.find(sessionId)
      await folders.open(await fileForReader(options, { opened, document: { ...document, version } }, signal))
      return {}
    },
    'documents.showInFolder': async ({ sessionId, ...document }) => {
      const saved = await savedFile(sessions.find(sessionId), document)
      if (saved === undefined) throw badUsage('There is no saved file of this document.', 'Save it first.')
      await folders.showInFolder(saved)
      return {}
    },
    'documents.drag': async ({ sessionId, documents, setIds }) => {
      assertDragAllowed(policy)
      const opened = sessions.find(sessionId)
      const all = [...documents, ...setIds.flatMap((setId) => savedDocuments(opened, setId))]
      if (all.length > MAX_DRAGGED) throw tooManyToDrag(all.length)
      const found = await Promise.all(all.map((document) => savedFile(opened, document)))
      const files = [...new Set(found.filter((file) => file !== undefined))]
      if (files.length > 0) await folders.drag(files)
      return { files: files.length }
    },
  }
}

/** The saved file if it is what the service would send, else a copy of the download under a readable name. */
async function fileForReader(
  { dataDir, settings }: Pick<DocumentHandlerOptions, 'dataDir' | 'settings'>,
  { opened, document }: { opened: OpenedSession; document: Pick<OpenRequest, 'version'> & DocumentAddress },
  signal: AbortSignal,
): Promise<string> {
  const { session, connection } = opened
  const { environment } = connection
  const documents = session.documents()
  const largestBytes = bytesOfMb(settings.read().largestDocumentMb)
  const { key, source } = await documents.open({ ...document, largestBytes, use: 'save' }, signal)
  const file = await documents.read(key)
  if (file === undefined) throw new AppError({ tag: 'folder-gone', folder: dataDir })
  if (source === 'disk') return file.path
  const [set] = session.sets.read([document.setId])
  return await copyForReader(file.path, readableFileName(set, document), { dataDir, environment })
}

/** Each once, whether its file still exists or not. */
function savedDocuments({ session }: OpenedSession, setId: string): DocumentAddress[] {
  const documentIds = new Set(session.sets.savedVersions(setId).map(({ documentId }) => documentId))
  return [...documentIds].map((documentId) => ({ setId, documentId }))
}

/** Fails with set-by-organisation where documents may not be taken out. */
function assertDragAllowed(policy: CurrentPolicy): void {
  const { values, origins } = policy.current()
  if (values.DragOutForbidden)
    throw setByOrganisation('Dragging documents into other programs', origins.DragOutForbidden)
}

function tooManyToDrag(documents: number): AppError {
  const what = `${counted(documents, 'document')} cannot be dragged at once; ${MAX_DRAGGED} are the most.`
  return badUsage(what, 'Tick fewer sets, or copy their folder.')
}

/** The last saved file of a document that still exists with its size. */
async function savedFile({ session }: OpenedSession, document: DocumentAddress): Promise<string | undefined> {
  for (const { path, bytes } of session.savedCopies().of(document)) {
    if ((await fileStamp(path))?.bytes === bytes) return path
  }
  return undefined
}

/** Maps a document's key to its session, because the address of a document names no session. */
export interface DocumentKeys {
  add(key: string, documents: Pick<DocumentsService, 'read'>): void
  /** The file behind a key of any open session. */
  read: ReadDocument
}

export function createDocumentKeys(): DocumentKeys {
  const owners = new Map<string, Pick<DocumentsService, 'read'>>()
  return {
    add: (key, documents) => {
      owners.set(key, documents)
    },
    read: async (key) => await owners.get(key)?.read(key),
  }
}

/** Short enough for the path limits of every reader. */
const NAME_BYTES = 120
const OWNER_ONLY = 0o700

interface CopyLocation {
  dataDir: string
  environment: Environment
}

/**
 * Copies a fetched document to a file with a name for the reader to show, in a folder that the next start removes. Fails with
 * disk-full, folder-not-writable.
 */
async function copyForReader(path: string, name: string, { dataDir, environment }: CopyLocation): Promise<string> {
  const folder = join(dataDir, environment, 'cache', `reader-${randomBytes(8).toString('hex')}`)
  const copy = join(folder, documentFileName(namePrefix(environment) + name, { maxBytes: NAME_BYTES }))
  try {
    makeFolder(folder, OWNER_ONLY)
    await copyFile(path, copy)
    return copy
  } catch (thrown) {
    throw diskFailure(thrown, folder, copy)
  }
}

/** A document's name, else its type, else its id. */
function readableFileName(set: ParcelSet | undefined, { documentId }: DocumentAddress): string {
  const document = set?.documents?.find((one) => one.documentId === documentId)
  return document?.name ?? document?.docType ?? documentId
}

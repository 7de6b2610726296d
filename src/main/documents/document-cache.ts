import { randomBytes } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocumentAddress, ExchangeClient } from '../exchange/exchange-client.ts'
import { createSaveStream } from '../saving/save-stream.ts'
import { makeFolder } from '../storage/make-folder.ts'
import { whileHeld } from '../storage/while-held.ts'
import { type CheckedFile, marksOf } from './checked-file.ts'

/** Rights of the folder: what lies in it is what the user may read, and nobody else. */
const OWNER_ONLY = 0o700
const FOLDER = 'cache'

export interface DocumentCache {
  /** One attempt: fetches, checks (T22, T23) and keeps. Fails with what the service says, or throws what the disk threw. */
  fetch(document: DocumentAddress, signal: AbortSignal): Promise<CheckedFile>
  /** Marks a file as used now, so that others go first. */
  touch(file: CheckedFile): void
  /** Removes every file of this cache. Never fails. */
  close(): Promise<void>
}

interface Parts {
  client: Pick<ExchangeClient, 'streamDocument'>
  /** `<dataDir>/<environment>`. */
  folder: string
  maxBytes: number
}

/** Documents that were fetched to be looked at: whole and checked, in a folder of this session, the least used go first. */
export function createDocumentCache({ client, folder: parent, maxBytes }: Parts): DocumentCache {
  const folder = join(parent, FOLDER, randomBytes(8).toString('hex'))
  // In the order of their last use.
  const files = new Set<CheckedFile>()
  const makeRoom = async (): Promise<void> => {
    let bytes = [...files].reduce((sum, file) => sum + file.bytes, 0)
    // The newest stays, however large: it is the one that was asked for.
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
      const file = await fetchInto(join(folder, randomBytes(8).toString('hex')), { client, document }, signal)
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

/** Under its final name only once it is whole, checked and flushed. */
async function fetchInto(
  stem: string,
  { client, document }: { client: Parts['client']; document: DocumentAddress },
  signal: AbortSignal,
): Promise<CheckedFile> {
  const partFile = `${stem}.part`
  const path = `${stem}.pdf`
  const stream = createSaveStream({
    partFile,
    endpoint: `document ${document.documentId}`,
    prepare: () => Promise.resolve(),
  })
  try {
    await client.streamDocument(document, stream, signal)
    stream.check()
    const { bytes, sha256 } = await stream.complete()
    await whileHeld(() => rename(partFile, path))
    return { path, bytes, sha256, modifiedMs: (await marksOf(path))?.modifiedMs ?? 0 }
  } catch (thrown) {
    await stream.discard()
    throw thrown
  }
}

/** Removes what an earlier run left, which may have been killed; for the start of the application. Never fails. */
export async function removeOldCaches(dataDir: string, environments: readonly string[]): Promise<void> {
  await Promise.all(environments.map((environment) => remove(join(dataDir, environment, FOLDER))))
}

/** What somebody still reads cannot be removed on Windows; the next start does it. */
async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => undefined)
}

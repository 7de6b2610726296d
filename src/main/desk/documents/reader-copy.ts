import { randomBytes } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../../../shared/model/connection.ts'
import type { ParcelSet } from '../../../shared/model/parcel-set.ts'
import type { DocumentAddress } from '../../../engine/exchange/exchange-client.ts'
import { diskFailure } from '../../../engine/saving/disk/disk-failures.ts'
import { documentFileName } from '../../../engine/saving/names/file-names.ts'
import { namePrefix } from '../../../engine/saving/names/name-pattern.ts'
import { makeFolder } from '../../../engine/storage/make-folder.ts'

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
export async function copyForReader(
  path: string,
  name: string,
  { dataDir, environment }: CopyLocation,
): Promise<string> {
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
export function readableFileName(set: ParcelSet | undefined, { documentId }: DocumentAddress): string {
  const document = set?.documents?.find((one) => one.documentId === documentId)
  return document?.name ?? document?.docType ?? documentId
}

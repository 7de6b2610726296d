import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { AppError, badUsage, failureOf } from '../../../shared/errors/app-error.ts'
import { LIST_FILES } from '../../../shared/text/format.ts'
import { mapConcurrently } from '../../base/async.ts'
import { errorCode } from '../../files/file-system.ts'
import { diskFailure, refuseNoFolder } from '../disk/disk-failures.ts'
import { hashFile } from '../disk/disk.ts'
import { folderKey } from '../names/file-names.ts'
import { isInsideFolder } from '../names/path-limits.ts'
import { MANIFEST_CSV, MANIFEST_JSON, type ManifestEntry } from './manifest.ts'
import { readManifest } from './manifest-parts.ts'
import { isSharingFile } from './sharing-files.ts'

export interface VerifyResult {
  folder: string
  ok: number
  missing: string[]
  changed: string[]
  extra: string[]
  /** Recorded and present, but open in another program, or not readable by this user. */
  unreadable: string[]
  /** Of the recorded documents that are there, whose manifest has a remark. */
  remarked: { path: string; remark: string }[]
}

const HASHED_AT_ONCE = 4

type Recorded = Pick<ManifestEntry, 'path' | 'sha256' | 'remark'>

/**
 * Compares a folder with its manifest, every file by its SHA-256. Changes nothing. Fails with folder-gone, with
 * file-held where the manifest is open in another program, and with bad-usage where there is none.
 */
export async function verifyFolder(folder: string, signal?: AbortSignal): Promise<VerifyResult> {
  await refuseNoFolder(folder)
  const manifest = await readManifest(folder)
  if (manifest === undefined) {
    throw badUsage(`${folder} has no ${MANIFEST_JSON}.`, 'Name the folder that documents were saved into.')
  }
  const recorded: Recorded[] = []
  for await (const { path, sha256, remark } of manifest.documents()) recorded.push({ path, sha256, remark })
  const result: VerifyResult = { folder, ok: 0, missing: [], changed: [], extra: [], unreadable: [], remarked: [] }
  await mapConcurrently(recorded, HASHED_AT_ONCE, async (entry) => {
    if (signal?.aborted === true) throw new AppError({ tag: 'interrupted' })
    const verdict = await compareFile(folder, entry, signal)
    if (verdict === 'ok') result.ok += 1
    else result[verdict].push(entry.path)
    const { path, remark } = entry
    if (remark !== null && verdict !== 'missing') result.remarked.push({ path, remark })
  })
  const files = (await filesBelow(folder)).filter((file) => !isSharingFile(file))
  result.extra = extraFiles(files, [
    ...recorded.map(({ path }) => path),
    MANIFEST_CSV,
    MANIFEST_JSON,
    // Lists that the desk wrote beside the documents.
    ...LIST_FILES,
  ])
  result.remarked.sort((one, other) => (one.path < other.path ? -1 : 1))
  for (const list of [result.missing, result.changed, result.extra, result.unreadable]) list.sort()
  return result
}

/** A manifest may come from anywhere: a path that leads out of the folder is not opened. */
async function compareFile(
  folder: string,
  entry: Recorded,
  signal: AbortSignal | undefined,
): Promise<'ok' | 'missing' | 'changed' | 'unreadable'> {
  const path = join(folder, entry.path)
  if (!isInsideFolder(folder, path)) return 'missing'
  try {
    const sha256 = await hashFile(path, signal)
    if (sha256 === undefined) return 'missing'
    return sha256 === entry.sha256 ? 'ok' : 'changed'
  } catch (thrown) {
    if (signal?.aborted === true) throw new AppError({ tag: 'interrupted' }, { cause: thrown })
    // A file that another program has open, or that we may not read, is listed with the others (W-B3).
    if (errorCode(thrown) === '' && failureOf(thrown) === undefined) throw thrown
    await stat(folder).catch((gone: unknown) => {
      throw diskFailure(gone, folder, path)
    })
    return 'unreadable'
  }
}

/**
 * The files without a record. A record under another spelling counts if no file has its exact spelling: Windows and macOS
 * find `AURORA/a.pdf` for `Aurora/a.pdf` (W-B4).
 */
function extraFiles(files: readonly string[], recorded: readonly string[]): string[] {
  const [existing, exact] = [new Set(files), new Set(recorded)]
  const respelled = new Set(recorded.filter((path) => !existing.has(path)).map(pathKey))
  return files.filter((path) => !exact.has(path) && !respelled.has(pathKey(path)))
}

function pathKey(path: string): string {
  return folderKey(path.split('/'))
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((thrown: unknown) => {
    throw diskFailure(thrown, folder, folder)
  })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

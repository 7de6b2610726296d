import type { BigIntStats } from 'node:fs'
import { lstat, mkdir, readdir, rmdir, stat, chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoring } from '../../../shared/errors/ignoring.ts'
import { AppError } from '../../../shared/errors/app-error.ts'
import { errorCode } from '../../files/file-system.ts'

/**
 * The folder in an archive in which the installations that share it leave files for each other: who is saving, and what each
 * has saved. No document can be in it, since no name of ours begins with a dot. It exists only while somebody saves, and for
 * good once two have saved at the same time (docs/decisions/shared-archive.md).
 */
export const SHARING_FOLDER = '.parcel-desk'

const FILE_NAME = /^(?<kind>saving|manifest)-(?<writerId>[0-9a-f]{16})\.json$/

export interface SharingFile {
  kind: 'saving' | 'manifest'
  writerId: string
  path: string
  modifiedMs: number
  /** Another one whenever the file was written again. */
  stamp: string
}

export function sharingFile(folder: string, kind: SharingFile['kind'], writerId: string): string {
  return join(folder, SHARING_FOLDER, `${kind}-${writerId}.json`)
}

/** The name of such a file while it is written; only its writer uses it. */
export function partOf(file: string): string {
  return `${file}.part`
}

/** Whether a file below an archive is one of these; `/` separates the parts. */
export function isSharingFile(relativePath: string): boolean {
  const [above, name = '', ...rest] = relativePath.split('/')
  return above === SHARING_FOLDER && rest.length === 0 && FILE_NAME.test(name)
}

/** The files that installations have left in an archive; none where it has no such folder. Throws what the disk throws. */
export async function sharingFiles(folder: string): Promise<SharingFile[]> {
  const names = await namesIn(join(folder, SHARING_FOLDER))
  const found = await Promise.all(names.map((name) => describeFile(folder, name)))
  return found.filter((file) => file !== undefined)
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    // A link in its place is not followed.
    return (await lstat(folder)).isDirectory() ? (await readdir(folder)).toSorted() : []
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT' || errorCode(thrown) === 'ENOTDIR') return []
    throw thrown
  }
}

async function describeFile(folder: string, name: string): Promise<SharingFile | undefined> {
  const { kind, writerId } = FILE_NAME.exec(name)?.groups ?? {}
  if ((kind !== 'saving' && kind !== 'manifest') || writerId === undefined) return undefined
  const path = sharingFile(folder, kind, writerId)
  try {
    const stats = await lstat(path, { bigint: true })
    return { kind, writerId, path, modifiedMs: Number(stats.mtimeMs), stamp: stampOf(stats) }
  } catch (thrown) {
    // Somebody has just ended.
    if (errorCode(thrown) === 'ENOENT') return undefined
    throw thrown
  }
}

/** Another one whenever a file was written again. */
export function stampOf({ ino, size, mtimeNs }: Pick<BigIntStats, 'ino' | 'size' | 'mtimeNs'>): string {
  return `${ino}:${size}:${mtimeNs}`
}

/**
 * Makes the folder, never the archive itself. Who may write into the archive may write into it. Fails with folder-refused
 * where something else has its name.
 */
export async function makeSharingFolder(folder: string): Promise<void> {
  const path = join(folder, SHARING_FOLDER)
  try {
    await mkdir(path)
    await chmod(path, (await stat(folder)).mode & 0o7777).catch(ignoring('on a share that knows no modes'))
  } catch (thrown) {
    if (errorCode(thrown) !== 'EEXIST') throw thrown
    if ((await lstat(path)).isDirectory()) return
    const reason = `its ${SHARING_FOLDER} is not a folder`
    throw new AppError({ tag: 'folder-refused', folder, reason, next: `Move ${SHARING_FOLDER} away, then try again.` })
  }
}

/** Removes the folder if nothing is left in it. */
export async function removeSharingFolder(folder: string): Promise<void> {
  await rmdir(join(folder, SHARING_FOLDER)).catch(ignoring('others still use it'))
}

import { lstat } from 'node:fs/promises'
import { ignoring } from '../../shared/errors/ignoring.ts'
import { hashFile } from '../saving/disk/disk.ts'

/** A file whose bytes were checked, with size and time by which a later change shows. */
export interface CheckedFile {
  path: string
  bytes: number
  sha256: string
  /** What the checks have to say of it; null for most. */
  remark: string | null
  modifiedMs: number
}

/** Checks a file against the recorded size and SHA-256; undefined if it differs or cannot be read. */
export async function checkFile(
  expected: Pick<CheckedFile, 'path' | 'bytes' | 'sha256' | 'remark'>,
  signal: AbortSignal,
): Promise<CheckedFile | undefined> {
  const { path, bytes, sha256, remark } = expected
  const before = await fileStamp(path)
  if (before?.bytes !== bytes) return undefined
  const found = await hashFile(path, signal).catch(
    ignoring('a share that went away, or no permission: the service still has the document'),
  )
  signal.throwIfAborted()
  return found === sha256 ? { path, bytes, sha256, remark, modifiedMs: before.modifiedMs } : undefined
}

/** True while the file is the one that was checked. */
export async function isUntouched(file: CheckedFile): Promise<boolean> {
  const stamp = await fileStamp(file.path)
  return stamp?.bytes === file.bytes && stamp.modifiedMs === file.modifiedMs
}

/** Undefined for anything but a regular file; links are not followed. */
export async function fileStamp(path: string): Promise<{ bytes: number; modifiedMs: number } | undefined> {
  const entry = await lstat(path).catch(ignoring('no file, no stamp'))
  return entry?.isFile() === true ? { bytes: entry.size, modifiedMs: entry.mtimeMs } : undefined
}

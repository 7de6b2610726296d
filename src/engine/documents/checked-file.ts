import { lstat } from 'node:fs/promises'
import { hashFile } from '../saving/disk/disk.ts'

/** A file whose bytes were checked, and what tells that it was not touched since. */
export interface CheckedFile {
  path: string
  bytes: number
  sha256: string
  modifiedMs: number
}

/** Checks a file against the size and SHA-256 that were recorded; undefined where it differs or cannot be read. */
export async function checkFile(
  expected: { path: string; bytes: number; sha256: string },
  signal: AbortSignal,
): Promise<CheckedFile | undefined> {
  const { path, bytes, sha256 } = expected
  const before = await fileStamp(path)
  if (before?.bytes !== bytes) return undefined
  // A share that went away, or no right to read: the service has the document still.
  const found = await hashFile(path, signal).catch(() => undefined)
  signal.throwIfAborted()
  return found === sha256 ? { path, bytes, sha256, modifiedMs: before.modifiedMs } : undefined
}

/** True while the file is the one that was checked. */
export async function isUntouched(file: CheckedFile): Promise<boolean> {
  const marks = await fileStamp(file.path)
  return marks?.bytes === file.bytes && marks.modifiedMs === file.modifiedMs
}

/** Undefined for what is no regular file; links are not followed. */
export async function fileStamp(path: string): Promise<{ bytes: number; modifiedMs: number } | undefined> {
  const entry = await lstat(path).catch(() => undefined)
  return entry?.isFile() === true ? { bytes: entry.size, modifiedMs: entry.mtimeMs } : undefined
}

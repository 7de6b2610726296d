import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { onTestFinished } from 'vitest'

/** Takes what is to be done at an end: of the test (`onTestFinished`) or of something longer. */
export type OnEnd = (end: () => Promise<void>) => void

/** An empty folder that goes with the test, or when else `onEnd` says. */
export async function tempFolder(onEnd: OnEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parcel-desk-'))
  // Windows lets nobody remove what a program that was just killed still holds.
  onEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  return folder
}

/** Everything below a folder that is no folder itself, as relative paths with “/” in order. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .toSorted()
}

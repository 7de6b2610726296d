import { rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { ignoring } from '../../../shared/errors/ignoring.ts'
import { ENVIRONMENTS, type Environment } from '../../../shared/model/connection.ts'
import type { Problem } from '../../../shared/model/parcel-set.ts'
import { errorCode } from '../../files/file-system.ts'
import { fileFailure } from '../disk/disk-failures.ts'
import { flushFolder, moveOver } from '../disk/disk.ts'
import {
  headOf,
  jsonLines,
  type Manifest,
  MANIFEST_END,
  manifestEntry,
  type ManifestEntry,
  openText,
  readingFailure,
  readManifestFile,
} from './manifest.ts'
import { type ManifestSource, mergeEntries, type RemovedEntry } from './merge-entries.ts'
import {
  makeSharingFolder,
  partOf,
  SHARING_FOLDER,
  type SharingFile,
  sharingFile,
  sharingFiles,
} from './sharing-files.ts'

/**
 * What one installation has saved into an archive that others save into as well. Only that installation writes the file, so
 * that none of it can be lost when two merge the manifest at the same time (docs/decisions/shared-archive.md).
 */
export interface ManifestPart extends ManifestSource {
  environment: Environment
}

const partLine = z.union([manifestEntry, z.object({ removed: z.string(), savedAt: z.string() })])

function partHead(environment: Environment): string {
  return `{"manifestPart":1,"environment":"${environment}","entries":[\n`
}

/**
 * The parts among these files, but for that of `exceptFor`. One that cannot be read, or has been cut off, is told to `onBad`
 * and counts as far as it can be read: the manifest has the rest. Errors of the disk pass through.
 */
export async function openParts(
  files: readonly SharingFile[],
  { exceptFor, onBad = () => undefined }: { exceptFor?: string; onBad?: (problem: Problem) => void } = {},
): Promise<ManifestPart[]> {
  const parts: ManifestPart[] = []
  for (const { kind, writerId, path } of files) {
    if (kind !== 'manifest' || writerId === exceptFor) continue
    const environment = await environmentOf(path)
    if (environment === undefined) onBad(badPart(path))
    else parts.push({ kind: 'record', environment, entries: () => entriesIn(path, onBad) })
  }
  return parts
}

function badPart(path: string): Problem {
  const message = `what another computer saved is recorded there, and it cannot be read. The documents are safe; the next save of that computer writes it again`
  return { where: `${SHARING_FOLDER}/${basename(path)}`, message }
}

async function environmentOf(path: string): Promise<Environment | undefined> {
  try {
    const head = await headOf(path)
    return ENVIRONMENTS.find((one) => head.startsWith(partHead(one)))
  } catch (thrown) {
    if (errorCode(thrown) !== '') throw fileFailure(thrown, path)
    return undefined
  }
}

async function* entriesIn(
  path: string,
  onBad: (problem: Problem) => void,
): AsyncGenerator<ManifestEntry | RemovedEntry> {
  try {
    for await (const line of jsonLines(path)) yield partLine.parse(line)
  } catch (thrown) {
    if (errorCode(thrown) !== '') throw fileFailure(thrown, path)
    onBad(badPart(path))
  }
}

export interface OwnPart {
  folder: string
  writerId: string
  environment: Environment
  entries: Iterable<ManifestEntry>
  removed: readonly RemovedEntry[]
}

/** Writes the part of this installation in one step, flushed. What it said of removed files before, it goes on saying. */
export async function writeOwnPart({ folder, writerId, environment, entries, removed }: OwnPart): Promise<void> {
  const path = sharingFile(folder, 'manifest', writerId)
  await makeSharingFolder(folder)
  const file = await openText(partOf(path))
  try {
    file.add(partHead(environment))
    let separator = ''
    const add = async (line: ManifestEntry | RemovedEntry): Promise<void> => {
      file.add(separator + JSON.stringify(line))
      separator = ',\n'
      if (file.isFull()) await file.write()
    }
    for (const line of [...(await removedBefore(path)), ...removed]) await add(line)
    for (const entry of entries) await add(entry)
    file.add(`${separator === '' ? '' : '\n'}${MANIFEST_END}\n`)
    await file.finish()
  } catch (thrown) {
    await file.close()
    await rm(partOf(path), { force: true }).catch(ignoring('the next run removes it with the leftovers'))
    throw thrown
  }
  await file.close()
  await moveOver(partOf(path), path)
  await flushFolder(dirname(path))
}

/** What an installation has said of removed files; nothing where it has no part yet, or a damaged one. */
export async function removedBefore(path: string): Promise<RemovedEntry[]> {
  const removed: RemovedEntry[] = []
  try {
    for await (const line of jsonLines(path)) {
      const entry = partLine.parse(line)
      if ('removed' in entry) removed.push(entry)
    }
  } catch (thrown) {
    if (errorCode(thrown) !== '' && errorCode(thrown) !== 'ENOENT') throw thrown
  }
  return removed
}

/**
 * What is recorded of a folder: its manifest, merged with what installations that share it have recorded for themselves.
 * Undefined where it has neither. Fails as `readManifestFile` does.
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const file = await readManifestFile(folder)
  const parts = await partsOf(folder)
  const environment = file?.environment ?? parts[0]?.environment
  if (environment === undefined || parts.length === 0) return file
  const sources: ManifestSource[] = parts.filter((part) => part.environment === environment)
  if (file !== undefined) sources.push({ kind: 'file', entries: () => file.documents() })
  return { environment, documents: () => translated(folder, mergeEntries(folder, sources)) }
}

async function partsOf(folder: string): ReturnType<typeof openParts> {
  try {
    return await openParts(await sharingFiles(folder))
  } catch (thrown) {
    throw readingFailure(folder, thrown)
  }
}

async function* translated(folder: string, entries: AsyncIterable<ManifestEntry>): AsyncGenerator<ManifestEntry> {
  try {
    yield* entries
  } catch (thrown) {
    throw readingFailure(folder, thrown)
  }
}

import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { hashFile } from '../disk/disk.ts'
import { isInsideFolder } from '../names/path-limits.ts'
import type { ManifestEntry } from './manifest.ts'

/** That an installation has removed a file, which others may still list: it names one version of it. */
export interface RemovedEntry {
  removed: string
  savedAt: string
}

/** Entries about one archive. */
export interface ManifestSource {
  /** `record`: what one installation saved. `file`: what was merged before, which may be older than any record. */
  kind: 'record' | 'file'
  /** May be read several times, and may have changed in between. */
  entries(): AsyncIterable<ManifestEntry | RemovedEntry> | Iterable<ManifestEntry>
}

type Version = Pick<ManifestEntry, 'savedAt' | 'sha256' | 'bytes'>

interface Candidate extends Version {
  source: number
}

/**
 * The entries of all sources, each path once. Of several versions under one path the one counts whose bytes the file has, because
 * the clocks of two computers differ; the latest only where the file has none of them, or cannot be read. Reads the sources twice, to hold no entry in
 * memory: an archive may have a hundred thousand.
 */
export async function* mergeEntries(folder: string, sources: readonly ManifestSource[]): AsyncGenerator<ManifestEntry> {
  // Records first: they say what to leave out of the file.
  const inOrder = [...ofKind(sources, 'record'), ...ofKind(sources, 'file')]
  const chosen = await chooseVersions(folder, inOrder)
  for (const [index, source] of inOrder.entries()) {
    for await (const entry of source.entries()) {
      if ('removed' in entry) continue
      const { path, savedAt, sha256 } = entry
      const wanted = chosen.get(path)
      if (wanted?.source !== index || wanted.savedAt !== savedAt || wanted.sha256 !== sha256) continue
      chosen.delete(path)
      yield entry
    }
  }
}

function ofKind(sources: readonly ManifestSource[], kind: ManifestSource['kind']): ManifestSource[] {
  return sources.filter((source) => source.kind === kind)
}

async function chooseVersions(folder: string, sources: readonly ManifestSource[]): Promise<Map<string, Candidate>> {
  const chosen = new Map<string, Candidate>()
  const contested = new Map<string, Candidate[]>()
  const removed = new Set<string>()
  for (const [source, { kind, entries }] of sources.entries()) {
    for await (const entry of entries()) {
      if ('removed' in entry) {
        removed.add(versionKey(entry.removed, entry.savedAt))
        continue
      }
      const { path, savedAt, sha256, bytes } = entry
      if (kind === 'file' && removed.has(versionKey(path, savedAt))) continue
      const candidate = { source, savedAt, sha256, bytes }
      const before = chosen.get(path)
      if (before !== undefined && before.sha256 !== sha256) {
        contested.set(path, [...(contested.get(path) ?? [before]), candidate])
      }
      if (before === undefined || before.savedAt < savedAt) chosen.set(path, candidate)
    }
  }
  for (const [path, candidates] of contested) {
    const there = await whichIsThere(folder, path, candidates)
    if (there !== undefined) chosen.set(path, there)
  }
  return chosen
}

function versionKey(path: string, savedAt: string): string {
  return `${savedAt} ${path}`
}

/** Undefined where none is, or where the file cannot be read now. */
export async function whichIsThere<Known extends Version>(
  folder: string,
  path: string,
  candidates: readonly Known[],
): Promise<Known | undefined> {
  const file = join(folder, path)
  if (!isInsideFolder(folder, file)) return undefined
  try {
    const { size } = await lstat(file)
    const ofSize = candidates.filter(({ bytes }) => bytes === size)
    if (ofSize.length < 2) return ofSize[0]
    const sha256 = await hashFile(file)
    return ofSize.find((candidate) => candidate.sha256 === sha256)
  } catch {
    return undefined
  }
}

import { type Manifest, type ManifestEntry, readingFailure, readManifestFile } from './manifest.ts'
import { openParts } from './manifest-parts.ts'
import { type ManifestSource, mergeEntries } from './merge-entries.ts'
import { sharingFiles } from './sharing-files.ts'

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

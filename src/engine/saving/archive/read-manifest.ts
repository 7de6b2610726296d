import { type Manifest, readManifestFile } from './manifest.ts'
import { openParts } from './manifest-parts.ts'
import { type ManifestSource, mergeEntries } from './merge-entries.ts'
import { sharingFiles } from './sharing-files.ts'

/**
 * What is recorded of a folder: its manifest, merged with what installations that share it have recorded for themselves.
 * Undefined where it has neither. Fails as `readManifestFile` does.
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const file = await readManifestFile(folder)
  const parts = await openParts(await sharingFiles(folder))
  const environment = file?.environment ?? parts[0]?.environment
  if (environment === undefined || parts.length === 0) return file
  const sources: ManifestSource[] = parts.filter((part) => part.environment === environment)
  if (file !== undefined) sources.push({ kind: 'file', entries: () => file.documents() })
  return { environment, documents: () => mergeEntries(folder, sources) }
}

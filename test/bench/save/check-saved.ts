import { hash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { BenchSite } from './bench-site.ts'
import type { SaveTool } from './save-tool.ts'

const manifestName = 'parcel-desk-manifest'

/** How many documents the folder lacks. Fails unless it holds the others with all their bytes, and nothing else but the manifest. */
export async function checkSizes(site: BenchSite, tool: SaveTool, folder: string): Promise<number> {
  let missing = 0
  for (const { documentId, bytes } of site.documents) {
    const saved = await stat(path.join(folder, tool.savedName(documentId))).catch(() => undefined)
    if (saved === undefined) missing += 1
    else if (saved.size !== bytes)
      throw new Error(`${tool.title}: ${documentId} has ${saved.size} bytes instead of ${bytes}.`)
  }
  const names = await readdir(folder)
  const files = names.filter((name) => !name.startsWith(manifestName))
  if (files.length !== site.documents.length - missing) throw new Error(`${tool.title} left ${files.length} files.`)
  return missing
}

/** Fails unless every saved file has the SHA-256 of its document and, for ours, the manifest says the same. */
export async function checkHashes(site: BenchSite, tool: SaveTool, folder: string): Promise<void> {
  const recorded = tool.list === undefined ? await readManifest(folder) : undefined
  for (const { documentId, sha256 } of site.documents) {
    const saved = hash('sha256', await readFile(path.join(folder, tool.savedName(documentId))))
    if (saved !== sha256) throw new Error(`${tool.title}: ${documentId} differs from what the server holds.`)
    if (recorded !== undefined && recorded.get(documentId) !== sha256) {
      throw new Error(`The manifest does not have the SHA-256 of ${documentId}.`)
    }
  }
}

const manifestSchema = z.object({ documents: z.array(z.object({ documentId: z.string(), sha256: z.string() })) })

async function readManifest(folder: string): Promise<Map<string, string>> {
  const text = await readFile(path.join(folder, `${manifestName}.json`), 'utf8')
  const { documents } = manifestSchema.parse(JSON.parse(text))
  return new Map(documents.map(({ documentId, sha256 }) => [documentId, sha256]))
}

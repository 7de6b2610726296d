import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const manifest = z.object({
  documents: z.array(
    z.object({ path: z.string(), documentId: z.string(), customerName: z.string().nullable(), sha256: z.string() }),
  ),
})

export interface SavedFile {
  /** Below the folder. */
  path: string
  documentId: string
  customerName: string | null
}

/** What the manifest lists. Fails unless every file is there, byte for byte, and nothing else but the manifest itself. */
export async function savedFiles(folder: string): Promise<SavedFile[]> {
  const { documents } = manifest.parse(JSON.parse(await readFile(join(folder, 'parcel-desk-manifest.json'), 'utf8')))
  for (const { path, sha256 } of documents) {
    const found = createHash('sha256')
      .update(await readFile(join(folder, path)))
      .digest('hex')
    if (found !== sha256) throw new Error(`${path} differs from the manifest`)
  }
  const listed = new Set(documents.map(({ path }) => join(path)))
  const extra = (await filesIn(folder)).filter((path) => !listed.has(path))
  if (extra.length > 0) throw new Error(`the manifest does not list ${extra.join(', ')}`)
  return documents
}

/** Of whoever is saving into the folder; it may go while it is read. */
const SHARING = '.parcel-desk'

/** Everything in a folder but the manifest, by path below it. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const below = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory() && entry.name !== SHARING)
      .map(async ({ name }) => (await filesIn(join(folder, name))).map((path) => join(name, path))),
  )
  const here = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('parcel-desk-manifest'))
    .map(({ name }) => name)
  return [...here, ...below.flat()].toSorted()
}

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { AppError } from '../../shared/errors/app-error.ts'
import type { Environment } from '../../shared/model/connection.ts'
import { csvCell } from '../../shared/text/csv-cell.ts'
import { diskCode } from './disk-failures.ts'
import type { SavedVersion } from './ledger.ts'
import { moveOver } from './place-file.ts'

export const MANIFEST_JSON = 'parcel-desk-manifest.json'
export const MANIFEST_CSV = 'parcel-desk-manifest.csv'

const text = z.string().nullable()

/** One saved version as a folder's manifest tells it (product, “Ledger and manifest”). */
const manifestEntry = z.object({
  path: z.string(),
  documentName: text,
  docType: text,
  customerId: text,
  customerName: text,
  setId: z.string(),
  documentId: z.string(),
  parcelRef: text,
  shipmentRef: text,
  statusAtFetch: text,
  modifiedDateAtFetch: text,
  bytes: z.number(),
  sha256: z.string(),
  lengthDeclared: z.boolean(),
  savedAt: z.string(),
  user: z.string(),
  service: z.string(),
})

const manifestShape = z.object({
  manifest: z.literal(1),
  environment: z.enum(['test', 'production']),
  documents: z.array(manifestEntry),
})

export type ManifestEntry = z.infer<typeof manifestEntry>
export type Manifest = z.infer<typeof manifestShape>

const BOM = '\uFEFF'

/** The manifest of a folder; undefined where it has none. Fails with folder-refused when it cannot be read as one. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const file = join(folder, MANIFEST_JSON)
  let content: string
  try {
    content = await readFile(file, 'utf8')
  } catch (thrown) {
    const code = diskCode(thrown)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw thrown
  }
  try {
    return manifestShape.parse(JSON.parse(content))
  } catch (thrown) {
    const reason = `its ${MANIFEST_JSON} cannot be read as a manifest`
    const next = 'Move that file away to start a new manifest, or choose another folder.'
    throw new AppError({ tag: 'folder-refused', folder, reason, next }, { cause: thrown })
  }
}

/**
 * Writes both manifests of a folder anew, each in one step. Entries that another installation made stay: what this
 * ledger does not know is taken over from the manifest that is there.
 */
export async function writeManifest(
  folder: string,
  environment: Environment,
  versions: Iterable<SavedVersion>,
): Promise<{ csv: string; json: string }> {
  const before = await readManifest(folder)
  const own = new Set<string>()
  const entries = function* (): Generator<ManifestEntry> {
    for (const version of versions) {
      own.add(version.relativePath)
      yield entryOf(version)
    }
    for (const entry of before?.documents ?? []) if (!own.has(entry.path)) yield entry
  }
  const files = { csv: join(folder, MANIFEST_CSV), json: join(folder, MANIFEST_JSON) }
  await writeBoth(files, environment, entries())
  return files
}

async function writeBoth(
  files: { csv: string; json: string },
  environment: Environment,
  entries: Iterable<ManifestEntry>,
): Promise<void> {
  const csvPart = `${files.csv}.${process.pid}.part`
  const jsonPart = `${files.json}.${process.pid}.part`
  const csv = createWriteStream(csvPart, { flush: true })
  const json = createWriteStream(jsonPart, { flush: true })
  const ends = Promise.all([finished(csv), finished(json)])
  csv.write(BOM + csvLine(Object.keys(manifestEntry.shape)))
  json.write(`{"manifest":1,"environment":${JSON.stringify(environment)},"documents":[`)
  let separator = '\n'
  for (const entry of entries) {
    csv.write(csvLine(Object.values(entry)))
    json.write(separator + JSON.stringify(entry))
    separator = ',\n'
    if (json.writableNeedDrain) await once(json, 'drain')
  }
  csv.end()
  json.end('\n]}\n')
  await ends
  await moveOver(csvPart, files.csv)
  await moveOver(jsonPart, files.json)
}

function csvLine(cells: readonly unknown[]): string {
  return stringify([cells.map((cell) => csvCell(cell === null ? '' : String(cell)))], { record_delimiter: 'windows' })
}

function entryOf({ facts, ...version }: SavedVersion): ManifestEntry {
  return {
    path: version.relativePath,
    documentName: facts.name,
    docType: facts.docType,
    customerId: facts.customerId,
    customerName: facts.customerName,
    setId: version.setId,
    documentId: version.documentId,
    parcelRef: facts.parcelRef,
    shipmentRef: facts.shipmentRef,
    statusAtFetch: facts.status,
    modifiedDateAtFetch: facts.modifiedDate,
    bytes: version.bytes,
    sha256: version.sha256,
    lengthDeclared: version.isLengthDeclared,
    savedAt: version.savedAt,
    user: version.username,
    service: version.baseUrl,
  }
}

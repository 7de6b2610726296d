import { createCipheriv, hash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type BenchSets,
  counterpartiesAnswer,
  documentIdOf,
  documentPath,
  searchAnswer,
  tokenAnswer,
} from '../service/search-answer.ts'

export interface SiteDocument {
  documentId: string
  /** Path of its address, and below `root` also of its file. */
  urlPath: string
  bytes: number
  sha256: string
}

export interface BenchSite {
  /** Folder that the server serves: its paths are those of the service. */
  root: string
  documents: readonly SiteDocument[]
  totalBytes: number
}

export interface SiteShape extends BenchSets {
  smallestBytes: number
  maxBytes: number
}

/** A prime step spreads the sizes evenly over the range without a random source. */
const SIZE_STEP_BYTES = 7919

/** Writes the whole service as files. The same bytes on every machine and in every run. */
export async function writeBenchSite(root: string, shape: SiteShape): Promise<BenchSite> {
  const documents: SiteDocument[] = []
  for (let set = 0; set < shape.sets; set += 1) {
    await mkdir(path.join(root, path.dirname(documentPath(set, 0))), { recursive: true })
    for (let index = 0; index < shape.documentsPerSet; index += 1) {
      documents.push(await writeDocument({ root, shape, set, document: set * shape.documentsPerSet + index }))
    }
  }
  await writeAnswers(root, shape)
  return { root, documents, totalBytes: documents.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** Reads every document once, so that the server answers from memory. */
export async function warmBenchSite(site: BenchSite): Promise<void> {
  for (const { urlPath } of site.documents) await readFile(path.join(site.root, urlPath))
}

interface PlacedDocument {
  root: string
  shape: SiteShape
  set: number
  document: number
}

async function writeDocument({ root, shape, set, document }: PlacedDocument): Promise<SiteDocument> {
  const content = documentContent(document, shape)
  const urlPath = documentPath(set, document)
  await writeFile(path.join(root, urlPath), content)
  return { documentId: documentIdOf(document), urlPath, bytes: content.length, sha256: hash('sha256', content) }
}

/** With a table of objects where it says: a document without one is saved with a remark. */
function endFor(tableAt: number): string {
  return `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 >>\nstartxref\n${tableAt}\n%%EOF\n`
}

/** A key stream cannot be compressed, is the same everywhere, and comes faster than the disk takes it. */
function documentContent(document: number, { smallestBytes, maxBytes }: SiteShape): Buffer {
  const bytes = smallestBytes + ((document * SIZE_STEP_BYTES) % (maxBytes - smallestBytes + 1))
  const initialVector = Buffer.alloc(16)
  initialVector.writeUInt32BE(document)
  const content = createCipheriv('aes-128-ctr', Buffer.alloc(16), initialVector).update(Buffer.alloc(bytes))
  content.write('%PDF-1.7\n', 0)
  const endAt = bytes - endFor(bytes).length
  content.write(endFor(endAt), endAt)
  return content
}

async function writeAnswers(root: string, shape: SiteShape): Promise<void> {
  const service = path.join(root, 'v3/common')
  await mkdir(path.join(service, 'oauth2'))
  await writeFile(path.join(service, 'oauth2/token'), tokenAnswer)
  await writeFile(path.join(service, 'counterparties'), counterpartiesAnswer)
  await writeFile(path.join(service, 'sets/search'), '')
  await mkdir(path.join(root, 'pages'))
  await writeFile(path.join(root, 'pages/first'), searchAnswer(shape, 0, shape.sets))
  await writeFile(path.join(root, 'pages/beyond'), searchAnswer(shape, shape.sets, shape.sets))
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PdfDocument from 'pdfkit'
import { createByteCache } from './byte-cache.ts'
import { pagesByKind } from './document-pages.ts'
import { createDrawnDocuments, type DrawnDocuments } from './drawn-documents.ts'
import type { DocumentKind, DrawnKind, SignedKind, StoredSet } from './exchange-data.ts'
import { type Pdf, writeWatermark } from './page-writer.ts'

/** Opens the documents of kind `password-protected`. */
export const documentPassword = 'indemnity'

export interface DocumentWanted {
  set: StoredSet
  /** Position in `set.row.documents`. */
  index: number
  /** 1 is the original; every later version is a copy with a watermark (T15). */
  version: number
}

export interface Documents {
  bytesOf(wanted: DocumentWanted): Promise<Buffer>
}

const cacheBytes = 64 * 1024 * 1024

/** Draws documents when they are first asked for. The same document and version always has the same bytes. */
export function createDocuments(maxCacheBytes = cacheBytes): Documents {
  const cache = createByteCache(maxCacheBytes)
  return {
    bytesOf: async (wanted) => {
      const kind = wanted.set.documentKinds[wanted.index] ?? 'small'
      const documentId = wanted.set.row.documents[wanted.index]?.documentId ?? ''
      const key = kind === 'small' ? `small ${wanted.version}` : `${documentId} ${wanted.version}`
      const known = cache.get(key)
      if (known !== undefined) return known
      const bytes = isSigned(kind) ? await readSigned(kind) : await drawnBefore(wanted, kind)
      cache.set(key, bytes)
      return bytes
    },
  }
}

export function isSigned(kind: DocumentKind): kind is SignedKind {
  return kind === 'signed' || kind === 'signed-then-changed'
}

/** They have one version: a copy with a watermark would need another signature. */
async function readSigned(kind: SignedKind): Promise<Buffer> {
  return await readFile(join(import.meta.dirname, 'signed', `${kind}.pdf`))
}

let drawnDocuments: DrawnDocuments | undefined

async function drawnBefore(wanted: DocumentWanted, kind: DrawnKind): Promise<Buffer> {
  const { row } = wanted.set
  const about = kind === 'small' ? [kind, wanted.version] : [kind, wanted.version, wanted.index, row]
  drawnDocuments ??= createDrawnDocuments()
  const known = drawnDocuments.get(about)
  if (known !== undefined) return known
  const bytes = await drawDocument(wanted, kind)
  drawnDocuments.set(about, bytes)
  return bytes
}

export async function drawDocument({ set, index, version }: DocumentWanted, kind: DrawnKind): Promise<Buffer> {
  const document = set.row.documents[index]
  const title = kind === 'small' ? 'small' : `${set.row.parcelRef} ${document?.documentId ?? ''}`
  // Both dates and the file identifier, which is made from them and the title, would else differ at every fetch.
  const drawnAt = new Date(Date.UTC(2026, 0, 15, 9) + version * 60_000)
  const pdf = new PdfDocument({
    size: 'A4',
    margin: 0,
    bufferPages: version > 1 || kind === 'container-bill',
    // Only the ciphers of this version need no random numbers, so that protected bytes repeat as well.
    pdfVersion: '1.4',
    info: { Title: title, CreationDate: drawnAt, ModDate: drawnAt },
    ...(kind === 'password-protected' ? { userPassword: documentPassword } : {}),
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => pdf.on('end', resolve))
  pagesByKind[kind](pdf, { row: set.row, name: document?.name ?? '', documentId: document?.documentId ?? '', version })
  if (version > 1) markAsCopy(pdf)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

/** Last of all, or a scanned picture would cover the mark. */
function markAsCopy(pdf: Pdf): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page)
    writeWatermark(pdf, 'COPY')
  }
}

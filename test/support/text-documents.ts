import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { forkTextProcesses } from '../../src/adapters/pdf/fork-text-process.ts'
import type { TextProcessPort } from '../../src/engine/ports/text-process.ts'
import { createSavedPlaces } from '../../src/engine/saving/records/saved-places.ts'
import { createTextIndex } from '../../src/engine/texts/text-index.ts'
import { createTexts, type Texts } from '../../src/engine/texts/texts-service.ts'
import { TEXTS_SCHEMA } from '../../src/engine/texts/texts-schema.ts'
import { openDatabase } from '../../src/engine/storage/database.ts'
import { openTestLedger, savedVersion, sha256Of } from './test-ledger.ts'
import { pdf, stream } from './write-pdf.ts'

export const textProcesses = forkTextProcesses(new URL('../../src/adapters/pdf/pdf-worker.ts', import.meta.url))

export interface SavedTexts {
  texts: Texts
  /** Saves a document as the engine does: a file, and a version in the ledger. Returns its path. */
  save(relativePath: string, bytes: Buffer): Promise<string>
  /** Pages that have these words, as “name page”. */
  found(words: string): Promise<string[]>
  /** Why documents were not read, by name. */
  flaws(): Record<string, string>
}

/** Documents in a folder with a ledger, and the index of their texts. */
export function savedTexts(folder: string, start: TextProcessPort = textProcesses): SavedTexts {
  const { record, database } = openTestLedger(folder)
  const index = openDatabase(join(folder, 'text.sqlite'), TEXTS_SCHEMA, () => undefined)
  const texts = createTexts({
    index: () => createTextIndex(index),
    places: () => createSavedPlaces(database),
    start,
  })
  const nameOf = (path: string): string => path.slice(folder.length + 1).replaceAll('\\', '/')
  return {
    texts,
    save: async (relativePath, bytes) => {
      const path = join(folder, relativePath)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, bytes)
      const version = savedVersion(folder, relativePath)
      record({ ...version, documentId: sha256Of(relativePath), bytes: bytes.length, sha256: sha256Of(bytes) })
      return path
    },
    found: async (words) => {
      const hits = await texts.find({ words, limit: 1_000 })
      return hits.map(({ path, page }) => `${nameOf(path)} ${page}`).toSorted()
    },
    flaws: () => Object.fromEntries(texts.flawed().map(({ path, flaw }) => [nameOf(path), flaw])),
  }
}

/** A document with these pages, each of these lines. */
export function textPdf(pages: readonly (readonly string[])[]): Buffer {
  const kids = pages.map((_, place) => `${4 + place * 2} 0 R`).join(' ')
  return pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} /MediaBox [0 0 595 842] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((lines, place) => [
      `<< /Type /Page /Parent 2 0 R /Contents ${5 + place * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      stream(
        Buffer.from(
          `BT /F1 11 Tf 14 TL 50 800 Td ${lines.map((line) => `(${escaped(line)}) Tj T*`).join(' ')} ET`,
          'latin1',
        ),
      ),
    ]),
  ])
}

function escaped(line: string): string {
  return line.replaceAll(/[()\\]/g, String.raw`\$&`)
}

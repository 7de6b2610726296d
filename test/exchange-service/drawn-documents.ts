import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../support/project-files.ts'

/** What decides how a document looks, besides what it is about. */
const DRAWN_BY = [
  ...['documents', 'document-pages', 'document-fonts', 'page-writer', 'scanned-page'].map(
    (name) => `test/exchange-service/${name}.ts`,
  ),
  'node_modules/pdfkit/package.json',
]

export interface DrawnDocuments {
  get(about: unknown): Buffer | undefined
  set(about: unknown, bytes: Buffer): void
}

/**
 * Documents that this or another process has drawn before, on the disk: every test starts a service of its own, and drawing
 * the same documents for each of them took a third of the time of all journeys. Another way of drawing is another folder.
 */
export function createDrawnDocuments(): DrawnDocuments {
  const digest = createHash('sha256')
  for (const file of DRAWN_BY) digest.update(readFileSync(join(PROJECT_ROOT, file)))
  const folder = join(PROJECT_ROOT, 'node_modules/.cache/drawn-documents', digest.digest('hex').slice(0, 16))
  mkdirSync(folder, { recursive: true })
  const fileOf = (about: unknown): string =>
    join(folder, `${createHash('sha256').update(JSON.stringify(about)).digest('hex')}.pdf`)
  return {
    get: (about) => {
      try {
        return readFileSync(fileOf(about))
      } catch {
        return undefined
      }
    },
    set: (about, bytes) => {
      // Under another name first, so that no other process reads half of it.
      const unfinished = join(folder, randomUUID())
      writeFileSync(unfinished, bytes)
      renameSync(unfinished, fileOf(about))
    },
  }
}

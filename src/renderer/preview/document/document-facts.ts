import { AnnotationType } from 'pdfjs-dist'
import type { OpenedDocument } from './open-document.ts'

/** What is in a document beside what its pages show. */
export interface DocumentFacts {
  readonly attachments: readonly Attachment[]
  /** A cover round other documents, which are its attachments. */
  readonly isPortfolio: boolean
  /** A form of a kind that only its maker shows: all of it, or a second shape of what is shown. */
  readonly xfa: 'none' | 'all' | 'beside'
}

export interface Attachment {
  /** By which the document gives its bytes. */
  readonly id: string
  /** As the document has it. */
  readonly name: string
}

/** Longer documents are not searched for what is pinned to a page of theirs: that takes as long as to read all of it. */
const MAX_SEARCHED_PAGES = 300

/** Rejects only where the document is closed meanwhile, or cannot be read. */
export async function readFacts({ pdf, isWhole }: OpenedDocument): Promise<DocumentFacts> {
  const { info } = await pdf.getMetadata()
  const said: Record<string, unknown> = { ...info }
  const named: Iterable<[string, { filename: string }]> = (await pdf.getAttachments()) ?? []
  const pinned = isWhole && pdf.numPages <= MAX_SEARCHED_PAGES ? await pinnedFiles(pdf) : []
  const xfa = said['IsAcroFormPresent'] === true ? 'beside' : 'all'
  return {
    attachments: [...Array.from(named, ([id, { filename }]) => ({ id, name: filename })), ...pinned],
    isPortfolio: said['IsCollectionPresent'] === true,
    xfa: said['IsXFAPresent'] === true ? xfa : 'none',
  }
}

async function pinnedFiles(pdf: OpenedDocument['pdf']): Promise<Attachment[]> {
  const pins = await pdf.getAnnotationsByType(new Set([AnnotationType.FILEATTACHMENT]), new Set())
  return pins.flatMap((pin: { fileId?: string; file?: { filename: string } }) =>
    pin.fileId === undefined || pin.file === undefined ? [] : [{ id: pin.fileId, name: pin.file.filename }],
  )
}

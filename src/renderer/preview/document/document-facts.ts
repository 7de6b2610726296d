import { AnnotationType } from 'pdfjs-dist'
import type { OpenedDocument } from './open-document.ts'

/** What is in a document beside what its pages show. */
export interface DocumentFacts {
  readonly attachments: readonly Attachment[]
  /** A cover round other documents, which are its attachments. */
  readonly isPortfolio: boolean
  /** `possible` if there may be no more than a place for a signature. */
  readonly signature: 'none' | 'possible' | 'there'
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
  const isSigned = said['IsSignaturesPresent'] === true
  const xfa = said['IsAcroFormPresent'] === true ? 'beside' : 'all'
  return {
    attachments: [...Array.from(named, ([id, { filename }]) => ({ id, name: filename })), ...pinned],
    isPortfolio: said['IsCollectionPresent'] === true,
    signature: isSigned ? ((await hasSignature(pdf, isWhole)) ? 'there' : 'possible') : 'none',
    xfa: said['IsXFAPresent'] === true ? xfa : 'none',
  }
}

async function pinnedFiles(pdf: OpenedDocument['pdf']): Promise<Attachment[]> {
  const pins = await pdf.getAnnotationsByType(new Set([AnnotationType.FILEATTACHMENT]), new Set())
  return pins.flatMap((pin: { fileId?: string; file?: { filename: string } }) =>
    pin.fileId === undefined || pin.file === undefined ? [] : [{ id: pin.fileId, name: pin.file.filename }],
  )
}

/** The document says so of an empty place too; what is signed names the bytes that are, in plain text. */
async function hasSignature(pdf: OpenedDocument['pdf'], isWhole: boolean): Promise<boolean> {
  return isWhole && new TextDecoder('latin1').decode(await pdf.getData()).includes('/ByteRange')
}

import { InvalidPDFException, PasswordException, ResponseException } from 'pdfjs-dist'
import { numberText, sizeText } from '../../ui/base/words.ts'

/** Why nothing is shown: what happened and why in `message`, what to do in `next`. */
export interface PreviewFailure {
  message: string
  next: string
}

/** Stops opening a document, with a failure that can be shown. */
export class PreviewError extends Error {
  override readonly name = 'PreviewError'
  readonly failure: PreviewFailure

  constructor(failure: PreviewFailure, options?: { cause?: unknown }) {
    super(failure.message, options)
    this.failure = failure
  }
}

const ELSEWHERE = 'Try the system’s reader, or ask the sender for the document again.'
const TRY_READER = 'Open it again. If the problem remains, try the system’s reader.'
const FETCH_AGAIN = 'Open it again. If the problem remains, ask the sender for the document again.'

export const gone = (): PreviewFailure => ({
  message: 'The document’s file was moved, changed or removed.',
  next: 'Open it again to fetch it from the service.',
})

export const notLoaded = (): PreviewFailure => ({
  message: 'The document’s bytes could not be read.',
  next: 'Open it again. If the problem remains, restart Parcel Desk.',
})

export const tooSlowToOpen = (): PreviewFailure => ({
  message: 'The document could not be opened in time.',
  next: ELSEWHERE,
})

export const tooSlowToDraw = (pageNumber: number): PreviewFailure => ({
  message: `Page ${pageNumber} could not be drawn in time.`,
  next: ELSEWHERE,
})

export const tooManyPages = (pages: number): PreviewFailure => ({
  message: `The document claims ${numberText(pages)} pages, which is more than can be shown.`,
  next: ELSEWHERE,
})

export const parserBroken = (): PreviewFailure => ({
  message: 'The PDF reader of Parcel Desk stopped while reading the document.',
  next: 'Open it again. If the problem remains, use the system’s reader.',
})

/** Faults that the first bytes show and pdf.js does not report. */
export function flawIn(start: Uint8Array, bytes: number): PreviewFailure | undefined {
  if (bytes === 0) return { message: 'The document is empty: its file has no bytes.', next: FETCH_AGAIN }
  const text = new TextDecoder('latin1').decode(start)
  if (text.includes('%PDF-')) return undefined
  if (text.trimStart().startsWith('<')) {
    return { message: 'This is not a PDF but a web page, such as a sign-in page.', next: FETCH_AGAIN }
  }
  return { message: 'This is not a PDF.', next: FETCH_AGAIN }
}

/** An error while opening a document, in words. `bytes` is its size, if known. */
export function describeThrown(thrown: unknown, bytes: number | undefined): PreviewFailure {
  if (thrown instanceof PreviewError) return thrown.failure
  if (thrown instanceof ResponseException) return thrown.missing ? gone() : notLoaded()
  if (thrown instanceof PasswordException || ENCRYPTION.test(detailsOf(thrown))) {
    return { message: 'The document’s protection is not supported here.', next: ELSEWHERE }
  }
  const size = bytes === undefined ? '' : ` Its file has ${sizeText(bytes)}.`
  if (thrown instanceof InvalidPDFException) {
    return { message: `The document is damaged or incomplete: its pages cannot be found.${size}`, next: FETCH_AGAIN }
  }
  if (BREACH.test(detailsOf(thrown))) {
    return { message: `The document is damaged: its first page cannot be read.${size}`, next: FETCH_AGAIN }
  }
  return { message: `The document could not be shown, and it is not known why.${size}`, next: TRY_READER }
}

/** What pdf.js throws where a document breaks the rules of PDF; any other name is a fault of pdf.js or of the preview. */
const BREACH = /^(?:FormatError|ParserEOFException|XRef\w*Exception|MissingDataException)\b/
/** It throws the same for methods of encryption that it lacks, such as those with certificates. */
const ENCRYPTION =
  /^FormatError: (?:unknown encryption method|unsupported encryption algorithm|invalid key length|Unknown crypto)/i

/** The name and message of the error as it was in the thread of pdf.js, which is lost on the way from there. */
function detailsOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return ''
  return 'details' in thrown && typeof thrown.details === 'string' ? thrown.details : String(thrown)
}

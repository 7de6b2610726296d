import { PDFDateString } from 'pdfjs-dist'
import { numberText, sizeText, timeText } from '../../ui/base/words.ts'
import type { OpenedDocument } from './open-document.ts'

export interface DocumentProperty {
  label: string
  value: string
}

const TEXTS = [
  ['Title', 'Title'],
  ['Author', 'Author'],
  ['Subject', 'Subject'],
  ['Keywords', 'Keywords'],
  ['Creator', 'Written with'],
  ['Producer', 'PDF made by'],
] as const
const DATES = [
  ['CreationDate', 'Created'],
  ['ModDate', 'Changed'],
] as const
const MM_PER_POINT = 25.4 / 72

/** A document’s metadata as text; “–” for what it does not say. Never fails. */
export async function readProperties({ pdf, firstPage, bytes }: OpenedDocument): Promise<DocumentProperty[]> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }))
  const said: Record<string, unknown> = { ...info }
  const text = (name: string): string => {
    const value = said[name]
    return typeof value === 'string' && value.trim() !== '' ? value : '–'
  }
  const [, , right = 0, top = 0] = firstPage.view
  const [left = 0, bottom = 0] = firstPage.view
  const size = [right - left, top - bottom].map((points) => Math.round(points * firstPage.userUnit * MM_PER_POINT))
  return [
    ...TEXTS.map(([name, label]) => ({ label, value: text(name) })),
    ...DATES.map(([name, label]) => ({ label, value: dateText(text(name)) })),
    { label: 'Pages', value: numberText(pdf.numPages) },
    { label: 'Size of page 1', value: `${size.map((mm) => numberText(mm)).join(' × ')} mm` },
    { label: 'File', value: `${sizeText(bytes)} (${numberText(bytes)} bytes)` },
    { label: 'PDF version', value: text('PDFFormatVersion') },
    { label: 'Protection', value: said['EncryptFilterName'] == null ? 'None' : 'Encrypted' },
  ]
}

/** The date, or the text itself if it is not a date. */
function dateText(said: string): string {
  const date = PDFDateString.toDateObject(said)
  return date === null ? said : timeText(date.toISOString())
}

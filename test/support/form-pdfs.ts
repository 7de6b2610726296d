import { pdf, stream } from './write-pdf.ts'

/** A field of a form. */
export interface FormField {
  /** Its entries but for its place: kind, value, flags. */
  entries: string
  rect: readonly [number, number, number, number]
}

const CATALOG = (form: string): string => `<< /Type /Catalog /Pages 2 0 R /AcroForm << ${form} >> >>`
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
const FIRST_FIELD = 6

/** A page with fields and no appearance of any; `form` are further entries of the form, `content` is what the page itself draws. */
export function formPdf(fields: readonly FormField[], { form = '', content = '' } = {}): Buffer {
  const names = fields.map((_, place) => `${FIRST_FIELD + place} 0 R`).join(' ')
  return pdf([
    CATALOG(`/Fields [${names}] /DR << /Font << /Helv 5 0 R >> >> /DA (/Helv 11 Tf 0 g) ${form}`),
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [${names}] >>`,
    stream(Buffer.from(content)),
    FONT,
    ...fields.map(
      ({ entries, rect }, place) =>
        `<< /Type /Annot /Subtype /Widget /F 4 /P 3 0 R /DA (/Helv 11 Tf 0 g) /T (field ${place}) /Rect [${rect.join(' ')}] ${entries} >>`,
    ),
  ])
}

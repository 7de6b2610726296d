import { pdf, stream } from './write-pdf.ts'

const page = (annotations: string): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ${annotations} /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`
const HELLO = stream(Buffer.from('BT /F1 24 Tf 50 700 Td (hello) Tj ET'))
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const file = (name: string, content: string): (string | Buffer)[] => [
  stream(Buffer.from(content), '/Type /EmbeddedFile'),
  `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F 5 0 R >> >>`,
]
const holding = (catalog: string, objects: readonly (string | Buffer)[] = [], annotations = ''): Buffer =>
  pdf([`<< /Type /Catalog /Pages 2 0 R ${catalog} >>`, PAGES, page(annotations), HELLO, ...objects])
const ATTACHED = '/Names << /EmbeddedFiles << /Names [(a) 6 0 R] >> >>'

/** Documents with more in them than their page shows. */
export const holdingPdfs = {
  attached: holding(ATTACHED, file('..\\\\..\\\\invoice.xml', '<invoice/>')),
  pinned: holding(
    '',
    file('weights.csv', 'a;b'),
    '/Annots [<< /Type /Annot /Subtype /FileAttachment /Rect [50 50 70 70] /F 4 /FS 6 0 R >>]',
  ),
  portfolio: holding(`${ATTACHED} /Collection << /Type /Collection /View /D >>`, file('bill.pdf', 'x')),
  xfa: holding('/AcroForm << /Fields [] /XFA 5 0 R >> /NeedsRendering true', [stream(Buffer.from('<xdp/>'))]),
} as const

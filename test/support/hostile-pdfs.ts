import { deflateSync } from 'node:zlib'
import { CATALOG, page, PAGES, pdf, stream } from './write-pdf.ts'

/**
 * What is to become of a document. `shown` may be with a remark about the page; `told` is a sentence in its place; `either`
 * where a busy computer reaches the limit of time that a quick one does not.
 */
export interface HostilePdf {
  name: string
  bytes: Buffer
  ends: 'shown' | 'told' | 'either'
  /** Part of the sentence or remark. */
  says?: RegExp
}

const HELLO = stream(Buffer.from('BT /F1 24 Tf 50 700 Td (hello) Tj ET'))
const NOTHING = '<< >>'
const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Resources << /XObject << /I 5 0 R >> >>'
const DEFLATED = '/Filter /FlateDecode'
const NOTHING_SEEN_OR_LATE = /This page looks blank|could not be (opened|drawn) in time/

/** Documents made to break a reader, and what the preview does with each. Making the largest takes seconds. */
export function hostilePdfs(): HostilePdf[] {
  return [...actingPdfs(), ...brokenPdfs(), ...greedyPdfs()]
}

/** They want something done: scripts, links, programs, other files. `requests` of theirs would go to `/leak`. */
function actingPdfs(): HostilePdf[] {
  const links = [
    '/S /URI /URI (javascript:alert\\(1\\))',
    '/S /Launch /F (calc.exe)',
    '/S /URI /URI (file:///etc/passwd)',
  ]
  const more = [
    '/S /URI /URI (https://example.com/x)',
    '/S /GoToR /F (\\\\\\\\127.0.0.1\\\\share\\\\x.pdf) /D [0 /Fit]',
  ]
  const script = (text: string): string => `/S /JavaScript /JS (${text})`
  const annotations = [...links, ...more, script('app.alert\\("link"\\)')].map(
    (action, place) =>
      `<< /Type /Annot /Subtype /Link /Rect [50 ${600 - place * 90} 200 ${640 - place * 90}] /A << ${action} >> >>`,
  )
  const opening = `/OpenAction << ${script('app.alert\\("open"\\); this.submitForm\\("/leak"\\)')} >>`
  const names = `/Names << /JavaScript << /Names [(a) << ${script('app.launchURL\\("/leak"\\)')} >>] >> >>`
  const acting = pdf([
    `<< /Type /Catalog /Pages 2 0 R ${opening} ${names} >>`,
    PAGES,
    page(`/Annots [${annotations.join(' ')}]`),
    HELLO,
    NOTHING,
  ])
  const font =
    '<< /Type /Font /Subtype /Type1 /BaseFont /Foo /FontMatrix [0.001 0 0 0.001 0 (0\\); globalThis.hurt=1; //)] >>'
  const fontPage =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>'
  return [
    { name: 'actions', bytes: acting, ends: 'shown' },
    { name: 'script in a font', bytes: pdf([CATALOG, PAGES, fontPage, HELLO, font]), ends: 'shown' },
  ]
}

/** They are not whole, or no PDF at all. */
export function brokenPdfs(): HostilePdf[] {
  const good = pdf([CATALOG, PAGES, page(), HELLO, NOTHING])
  const noise = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7919) % 251))
  const told = (name: string, bytes: Buffer, says: RegExp): HostilePdf => ({ name, bytes, ends: 'told', says })
  return [
    told('empty', Buffer.alloc(0), /is empty/),
    told('web page', Buffer.from('<html>login</html>'), /web page/),
    told('error message', Buffer.from('{"code":500}'), /not a PDF/),
    told('head alone', Buffer.from('%PDF-1.7\n'), /damaged or incomplete/),
    told('noise', Buffer.concat([Buffer.from('%PDF-1.7\n'), noise]), /damaged/),
    told('cut early', good.subarray(0, 150), /damaged/),
    told('cut at the end', good.subarray(0, good.length - 40), /damaged/),
    told(
      'pages in a circle',
      pdf([CATALOG, '<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 100000000 >>', page(), HELLO, NOTHING]),
      /damaged/,
    ),
    {
      name: 'millions of pages',
      bytes: pdf([CATALOG, '<< /Type /Pages /Kids [3 0 R] /Count 5000000 >>', page(), HELLO, NOTHING]),
      ends: 'shown',
    },
  ]
}

/** They want more than there is: memory, room, time. */
function greedyPdfs(): HostilePdf[] {
  const bomb = deflateSync(Buffer.alloc(120e6, 0x20), { level: 1 })
  const smallBomb = deflateSync(Buffer.alloc(40e6, 0x20), { level: 1 })
  const strokes = deflateSync(Buffer.from('0 0 m 500 500 l S '.repeat(3e6)))
  const image = `/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 8 /ColorSpace /DeviceRGB`
  const one = (contents: Buffer, object: Buffer | string = NOTHING): Buffer =>
    pdf([CATALOG, PAGES, page(), contents, object])
  const paper = (box: string): Buffer => pdf([CATALOG, PAGES, page('', box), HELLO, NOTHING])
  return [
    { name: 'bomb', bytes: one(stream(bomb, DEFLATED)), ends: 'either', says: NOTHING_SEEN_OR_LATE },
    {
      name: 'bomb in a bomb',
      bytes: one(stream(deflateSync(smallBomb), '/Filter [/FlateDecode /FlateDecode]')),
      ends: 'either',
      says: NOTHING_SEEN_OR_LATE,
    },
    { name: 'huge paper', bytes: paper('[0 0 200000 200000]'), ends: 'shown' },
    { name: 'endless ribbon', bytes: paper('[0 0 2 14000]'), ends: 'shown' },
    {
      name: 'huge picture',
      ends: 'shown',
      says: /This page looks blank/,
      bytes: one(
        stream(Buffer.from('q 500 0 0 500 20 20 cm /I Do Q')),
        stream(deflateSync(Buffer.alloc(1e6)), `${image} ${DEFLATED}`),
      ),
    },
    {
      name: 'form in itself',
      bytes: one(stream(Buffer.from('/I Do')), stream(Buffer.from('/I Do /I Do'), FORM)),
      ends: 'shown',
    },
    {
      name: 'millions of strokes',
      bytes: one(stream(strokes, DEFLATED)),
      ends: 'told',
      says: /could not be drawn in time/,
    },
  ]
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from './project-files.ts'
import { CATALOG, page, PAGES, pdf, stream } from './write-pdf.ts'

/** A document that pdf.js cannot draw right without files that it loads meanwhile, by their paths below `pdfjs/`. */
export interface AidedPdf {
  name: string
  bytes: Buffer
  needs: readonly string[]
}

const PROFILE = path.join(PROJECT_ROOT, 'node_modules/pdfjs-dist/iccs/CGATS001Compat-v2-micro.icc')
/** A checked slope of 8 × 8 pixels, by OpenJPEG 2.5. */
const JPX = `AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAACAAAAAgAAQcHAAAAAAAPY29scgEAAAAAABEAAACzanAyY/9P/1EAKQAAAAAACAAAAAgAAAAAAAAAAAAAAAgAAAAIAAAAAAAAAAAAAQcBAf9SAAwAAAABAAAEBAAB/1wABEBA/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAAQQAB/5PfgYARgjaMdZ+p5ZkF3ROGV9V7qOEuh/eTVdf8xDZU7nTKvyAJiW1qI8OgMUttc0umDOv/2Q==`
const PICTURE = 'q 400 0 0 400 50 300 cm /I Do Q'

export function aidedPdfs(): AidedPdf[] {
  return [
    {
      name: 'ink without a profile',
      bytes: drawing('0.2 0.9 0.6 0.1 k 50 300 200 200 re f 0.9 0.3 0.1 0.2 k 250 300 200 200 re f'),
      needs: ['wasm/qcms_bg.wasm', 'iccs/CGATS001Compat-v2-micro.icc'],
    },
    {
      name: 'ink with a profile of its own',
      bytes: drawing('/P cs 0.2 0.9 0.6 0.1 sc 50 300 200 200 re f', {
        resources: '/ColorSpace << /P [/ICCBased 5 0 R] >>',
        object: stream(readFileSync(PROFILE), '/N 4'),
      }),
      needs: ['wasm/qcms_bg.wasm'],
    },
    {
      name: 'a JPEG 2000 picture',
      bytes: picture(Buffer.from(JPX, 'base64'), 8, '/JPXDecode'),
      needs: ['wasm/openjpeg.wasm'],
    },
    { name: 'a JBIG2 picture', bytes: picture(jbig2(), 32, '/JBIG2Decode'), needs: ['wasm/jbig2.wasm'] },
    {
      name: 'Chinese by a named character map',
      bytes: drawing('BT /C 40 Tf 50 500 Td <63D05355901A77E54E66> Tj ET', { resources: `/Font << /C ${SONG} >>` }),
      needs: ['cmaps/UniGB-UCS2-H.bcmap'],
    },
    {
      name: 'a standard font that no system has',
      bytes: drawing('BT /Z 60 Tf 50 500 Td (abcdef) Tj ET', {
        resources: '/Font << /Z << /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >> >>',
      }),
      needs: ['standard_fonts/FoxitDingbats.pfb'],
    },
  ]
}

const DESCENDANT = `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /DW 1000
  /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >>
  /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 -200 1000 900]
    /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >> >>`
const SONG = `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [${DESCENDANT}] >>`

function drawing(
  contents: string,
  { resources = '', object = '<< >>' }: { resources?: string; object?: string | Buffer } = {},
): Buffer {
  const page3 = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${resources} >> >>`
  return pdf([CATALOG, PAGES, page3, stream(Buffer.from(contents)), object])
}

function picture(data: Buffer, sidePx: number, filter: string): Buffer {
  const bits = filter === '/JBIG2Decode' ? 1 : 8
  const entries = `/Type /XObject /Subtype /Image /Width ${sidePx} /Height ${sidePx} /ColorSpace /DeviceGray /BitsPerComponent ${bits} /Filter ${filter}`
  return pdf([CATALOG, PAGES, page(), stream(Buffer.from(PICTURE)), stream(data, entries)])
}

/** A black column on 32 × 32 pixels: a page (48) and a region (38) in the code of fax group 4. */
function jbig2(): Buffer {
  // Eight white, sixteen black, then as the line above, which is white; every further line is as the one above it.
  const bits = `0011001100000101111${'111'.repeat(31)}`.padEnd(14 * 8, '0')
  const data = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const size = [32, 32, 0, 0]
  const pageInformation = Buffer.concat([words(...size), Buffer.from([0, 0, 0])])
  const region = Buffer.concat([words(...size), Buffer.from([0, 1]), data])
  return Buffer.concat([segment(0, 48, pageInformation), segment(1, 38, region)])
}

function segment(number: number, type: number, data: Buffer): Buffer {
  return Buffer.concat([words(number), Buffer.from([type, 0, 1]), words(data.length), data])
}

function words(...numbers: number[]): Buffer {
  const written = Buffer.alloc(numbers.length * 4)
  for (const [place, number] of numbers.entries()) written.writeUInt32BE(number, place * 4)
  return written
}

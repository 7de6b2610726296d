import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PdfDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { formPage, formPdfOf } from '../../support/compared-pdfs.ts'
import { type FormField, formPdf } from '../../support/form-pdfs.ts'
import { json, run, type RunOutcome } from '../../support/fake-terminal.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { CATALOG, PAGES, pdf, stream } from '../../support/write-pdf.ts'

/** Runs the command on two files of a folder, with the thread that reads PDFs. */
async function compare(left: Buffer, right: Buffer | undefined, ...options: readonly string[]): Promise<RunOutcome> {
  const workingDir = await tempFolder()
  await writeFile(join(workingDir, 'left.pdf'), left)
  if (right !== undefined) await writeFile(join(workingDir, 'right.pdf'), right)
  return await run(['compare', 'left.pdf', 'right.pdf', ...options], { workingDir })
}

async function drawn(draw: (pdf: InstanceType<typeof PdfDocument>) => void, options = {}): Promise<Buffer> {
  const drawing = new PdfDocument({ margin: 0, ...options })
  const chunks: Buffer[] = []
  drawing.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => drawing.on('end', resolve))
  draw(drawing)
  drawing.end()
  await ended
  return Buffer.concat(chunks)
}

const pages = [formPage(1), formPage(2)]

describe('compare', () => {
  it('ends with 0 and says so where only the bytes differ', async () => {
    const { code, stdout } = await compare(await formPdfOf(pages), await formPdfOf(pages, 5), '--json')
    expect(code).toBe(0)
    expect(json(stdout)).toEqual({
      same: true,
      pages: [],
      summary: 'Nothing differs: 2 pages, the same words and pictures.',
    })
  })

  it('ends with 5 and lists words, pictures and pages that differ, as JSON and in lines', async () => {
    const later = [formPage(7), { ...formPage(1), lines: ['1. maize'], colour: [1, 2, 3] as const }, formPage(2)]
    const [left, right] = [
      await formPdfOf([{ ...formPage(1), lines: ['1. wheat'] }, formPage(2)]),
      await formPdfOf(later),
    ]
    const { code, stdout, stderr } = await compare(left, right, '--json')
    expect(code).toBe(5)
    const summary = '1 word and 1 picture differ on page 2. Page 1 was inserted.'
    expect(json(stdout)).toMatchObject({
      same: false,
      pages: [
        { left: null, right: 1, words: [], picture: 0 },
        { left: 1, right: 2, words: [{ removed: 'wheat', added: 'maize' }], picture: expect.closeTo(0.03, 1) },
      ],
      summary,
      failure: { tag: 'documents-differ' },
    })
    expect(stderr).toContain(summary)
    const lines = (await compare(left, right)).stdout.split('\n')
    expect(lines).toEqual([
      'page 1  inserted',
      'page 2 (was 1)  “wheat” became “maize”',
      expect.stringMatching(/^page 2 \(was 1\) {2}the pictures differ, on \d+ % of the page$/),
      '',
    ])
  })

  it('compares documents of many pages with one page inserted in the middle', async () => {
    const many = Array.from({ length: 120 }, (_none, page) => formPage(page))
    const right = await formPdfOf(many.toSpliced(60, 0, formPage(500)))
    const { stdout } = await compare(await formPdfOf(many), right, '--json')
    expect(json(stdout)).toMatchObject({ pages: [{ left: null, right: 61 }], summary: 'Page 61 was inserted.' })
  })
})

/** A page with a stamp that draws its own text, which is no text of the page. */
function stamped(text: string): Buffer {
  const appearance = '/Type /XObject /Subtype /Form /BBox [0 0 200 40] /Resources << /Font << /F1 6 0 R >> >>'
  return pdf([
    CATALOG,
    PAGES,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [4 0 R] >>',
    '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [100 500 300 540] /AP << /N 5 0 R >> >>',
    stream(Buffer.from(`BT /F1 20 Tf 10 10 Td (${text}) Tj ET`), appearance),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ])
}

describe('what is on a page besides its text', () => {
  const field = (value: string, more = ''): FormField => ({
    entries: `/FT /Tx /V (${value}) ${more}`,
    rect: [150, 700, 450, 720],
  })

  it('counts as words where it is the value of a field, as long as it is seen', async () => {
    const { stdout } = await compare(formPdf([field('24,500.00')]), formPdf([field('24,900.00')]), '--json')
    expect(json(stdout)).toMatchObject({ pages: [{ words: [{ removed: '24,500.00', added: '24,900.00' }] }] })
    const [secret, other] = [field('hunter2', `/Ff ${2 ** 13}`), field('hunter3', `/Ff ${2 ** 13}`)]
    expect((await compare(formPdf([secret]), formPdf([other]), '--json')).stdout).not.toContain('hunter')
  })

  it('counts as a picture where it is a stamp', async () => {
    const { code, stdout } = await compare(stamped('APPROVED'), stamped('REJECTED'), '--json')
    expect(code).toBe(5)
    expect(json(stdout)).toMatchObject({ summary: 'The words are the same, but 1 picture differs on page 1.' })
    expect((await compare(stamped('APPROVED'), stamped('APPROVED'))).code).toBe(0)
  })
})

const BARE_PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>'

/** A page that draws this. */
const drawing = (content: string): Buffer => pdf([CATALOG, PAGES, BARE_PAGE, stream(Buffer.from(content))])

describe('a layer', () => {
  const layered = (hidden: string): Buffer =>
    pdf([
      `<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [5 0 R] /D << ${hidden} >> >> >>`,
      PAGES,
      `${BARE_PAGE.slice(0, -2)} /Resources << /Properties << /L 5 0 R >> >> >>`,
      stream(Buffer.from('/OC /L BDC 100 100 200 200 re f EMC')),
      '<< /Type /OCG /Name (COPY) >>',
    ])

  it('makes a difference where it is shown and hidden', async () => {
    expect((await compare(layered(''), layered('/OFF [5 0 R]'))).code).toBe(5)
    expect((await compare(layered('/OFF [5 0 R]'), layered('/OFF [5 0 R]'))).code).toBe(0)
  })
})

describe('a gradient', () => {
  const shaded = (draw: string, colour: string): Buffer =>
    pdf([
      CATALOG,
      PAGES,
      `${BARE_PAGE.slice(0, -2)} /Resources << /Shading << /S 5 0 R >> /Pattern << /P << /PatternType 2 /Shading 5 0 R >> >> >> >>`,
      stream(Buffer.from(draw)),
      `<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 500 500] /Function << /FunctionType 2 /Domain [0 1] /N 1 /C0 [${colour}] /C1 [0 0 1] >> >>`,
    ])

  it.each(['/S sh', '/Pattern cs /P scn 100 100 200 200 re f'])(
    'is another one in other colours (%s)',
    async (draw) => {
      expect((await compare(shaded(draw, '1 0 0'), shaded(draw, '0 1 0'))).code).toBe(5)
      expect((await compare(shaded(draw, '1 0 0'), shaded(draw, '1 0 0'))).code).toBe(0)
    },
  )
})

describe('lines and boxes', () => {
  const drawnOnce = '1 0 0 1 100 200 cm 2 w 0.5 g 0 0 m 70 0 l S 0 50 40 30.5 re B'

  it('are the same where another program writes them in its own units, order and words', async () => {
    const again =
      'q 0.1 0 0 0.1 0 0 cm 20 w 0 0 0 RG 1000 2500 m 1400 2500 l 1400 2805 l 1000 2805 l h S 1000 2000 m 1700 2000 l S Q 0.5 0.5 0.5 rg 100 250 40 30.5 re f*'
    expect((await compare(drawing(drawnOnce), drawing(again))).code).toBe(0)
  })

  it.each([
    ['place', '100 200 cm', '100 202 cm'],
    ['size', '40 30.5 re', '42 30.5 re'],
    ['colour', '0.5 g', '0.4 g'],
    ['width', '2 w', '3 w'],
    ['kind', 're B', 're S'],
  ])('are others with another %s', async (_what, was, is) => {
    expect((await compare(drawing(drawnOnce), drawing(drawnOnce.replace(was, is)))).code).toBe(5)
  })
})

/** Documents that cannot be compared, each with what is said of it. */
const BAD: readonly (readonly [string, () => Promise<Buffer | undefined>, RegExp])[] = [
  ['is not there', () => Promise.resolve(undefined), /right\.pdf cannot be read\./],
  ['is empty', () => Promise.resolve(Buffer.of()), /right\.pdf is damaged, incomplete or no PDF\./],
  ['is no PDF', () => Promise.resolve(Buffer.from('<html>sign in</html>')), /is damaged, incomplete or no PDF\./],
  [
    'broke off',
    async () => {
      const whole = await formPdfOf(pages)
      return whole.subarray(0, whole.length / 3)
    },
    /is damaged, incomplete or no PDF\./,
  ],
  [
    'is protected by a password',
    () => drawn((page) => page.text('secret'), { userPassword: 'x' }),
    /right\.pdf is protected by a password\. Save a copy without one/,
  ],
  [
    'has 5,000 pages',
    () =>
      drawn((page) => {
        for (let at = 1; at < 5000; at += 1) page.addPage()
      }),
    /right\.pdf has more than 2000 pages/,
  ],
  [
    'has a page of a million glyphs',
    () =>
      drawn((page) => {
        page.fontSize(3)
        for (let row = 0; row < 10_000; row += 1)
          page.text('word '.repeat(20), 20, 20 + (row % 150) * 5, { lineBreak: false })
      }),
    /right\.pdf has a page with more words than can be compared/,
  ],
]

describe('a document that cannot be compared', () => {
  it('ends the command with a sentence when it is a folder', async () => {
    const workingDir = await tempFolder()
    const { code, stderr } = await run(['compare', '.', '.'], { workingDir })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/ is a folder\./) })
  })

  it.each(BAD)('ends the command with a sentence when it %s', async (_what, make, said) => {
    const { code, stderr } = await compare(await formPdfOf(pages), await make())
    expect({ code, stderr: stderr.replaceAll(/\S*right\.pdf/g, 'right.pdf') }).toEqual({
      code: 2,
      stderr: expect.stringMatching(said),
    })
  })
})

import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { demoDocument, openPreview } from '../../support/open-preview.ts'
import { CATALOG, page as pageOf, PAGES, pdf, stream } from '../../support/write-pdf.ts'

const preview = openPreview('http')

const NOTHING = '<< >>'
/** A page that draws this, with these entries and objects from 6 on. */
const drawing = (content: string, entries = '', ...more: (string | Buffer)[]): Buffer =>
  pdf([CATALOG, PAGES, pageOf(entries), stream(Buffer.from(content)), NOTHING, ...more])
/** The content of something with a drawing of its own. */
const APPEARANCE = stream(Buffer.from('1 0 0 rg 0 0 200 50 re f'), '/Type /XObject /Subtype /Form /BBox [0 0 200 50]')
const overlaid = (entries: string): Buffer =>
  drawing(
    '',
    '/Annots [6 0 R]',
    `<< /Type /Annot /Rect [100 600 300 650] /F 20 /AP << /N 7 0 R >> ${entries} >>`,
    APPEARANCE,
  )

const IMAGE = /This page is an image without text/
const NO_TEXT = /This page has no text/
const BLANK = /This page looks blank/
const UNSEEN = /Nothing of this page’s text could be drawn/

async function showPdf(bytes: Buffer): Promise<Page> {
  const { page, site, show } = preview()
  await show(await site.add('Remarked', bytes))
  return page
}

describe('the remark about a page', () => {
  it.each([
    ['a page with nothing on it', drawing(''), BLANK],
    ['a page in one colour', drawing('0.2 0.4 0.6 rg 0 0 595 842 re f'), NO_TEXT],
    ['a plan of lines', drawing('50 50 m 500 700 l 50 700 l 500 50 l S'), NO_TEXT],
    ['a button alone', overlaid('/Subtype /Widget /FT /Btn /Ff 65536'), NO_TEXT],
    ['a stamp alone', overlaid('/Subtype /Stamp'), NO_TEXT],
  ])('is no more than what is known of %s', async (_, bytes, says) => {
    const page = await showPdf(bytes)
    await page.getByText(says).waitFor()
  })

  it('calls a scan an image', async () => {
    const page = await showPdf(await demoDocument('scanned-page'))
    await page.getByText(IMAGE).waitFor()
  })

  it('says of a page with text that is not there to be seen that it may be damaged', async () => {
    const page = await showPdf(drawing('BT /F1 24 Tf 1 g 50 700 Td (white on white) Tj ET'))
    await page.getByText(UNSEEN).waitFor()
  })

  it('is none where text is drawn', async () => {
    const page = await showPdf(drawing('BT /F1 24 Tf 50 700 Td (hello) Tj ET'))
    await page.evaluate('window.previewPage.settled()')
    await expect.poll(() => page.getByText(/this page|This page/).count()).toBe(0)
  })
})

describe('a document that cannot be shown', () => {
  const encrypted = (entries: string): Buffer =>
    Buffer.from(
      pdf([CATALOG, PAGES, pageOf(), stream(Buffer.from('')), NOTHING, `<< /Type /Encrypt ${entries} >>`])
        .toString('latin1')
        .replace('/Root 1 0 R', '/Root 1 0 R /Encrypt 6 0 R /ID [<00> <00>]'),
      'latin1',
    )

  it.each([
    ['certificates', '/Filter /Adobe.PubSec /SubFilter /adbe.pkcs7.s5 /V 4'],
    ['a method of tomorrow', '/Filter /Standard /V 9 /R 9 /O (o) /U (u) /P -1'],
  ])('is not called damaged where it is protected by %s', async (_, entries) => {
    const page = await showPdf(encrypted(entries))
    const alert = page.getByRole('alert')
    await alert.getByText('The document’s protection is not supported here.').waitFor()
    await alert.getByText('Try the system’s reader').waitFor()
  })
})

import { describe, it } from 'vitest'
import { openPreview } from '../../support/open-preview.ts'
import { CATALOG, page as pageOf, PAGES, pdf, stream } from '../../support/write-pdf.ts'

const preview = openPreview('http')

const lines = (...texts: string[]): Buffer => {
  const drawn = texts.map((text, line) => `BT /F1 14 Tf 50 ${780 - 30 * line} Td (${text}) Tj ET`)
  return pdf([CATALOG, PAGES, pageOf(), stream(Buffer.from(drawn.join('\n'))), '<< >>'])
}

async function findIn(bytes: Buffer, query: string, says: string): Promise<void> {
  const { page, site, show } = preview()
  await show(await site.add('Numbers', bytes))
  await page.evaluate('window.previewPage.settled()')
  await page.getByRole('region', { name: 'Pages' }).focus()
  await page.keyboard.press('Control+f')
  await page.getByRole('searchbox').fill(query)
  await page.getByText(says, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
}

const NUMBERS = lines('24560 KGS', '24,560 KGS', '24 560 KGS', 'MSCU1234567', 'MSCU 1234567', 'MSCU 123456-7')

describe('finding in a document', () => {
  it.each([
    ['24560', '1 of 3'],
    ['24,560', '1 of 3'],
    ['24 560', '1 of 3'],
    ['MSCU1234567', '1 of 3'],
    ['mscu 1234567', '1 of 3'],
    ['24561', 'Not found'],
  ])('forgives separators: %s', async (query, says) => {
    await findIn(NUMBERS, query, says)
  })

  it('finds words from right to left as a browser prints them', { tags: 'soak' }, async () => {
    const { page } = preview()
    const words = ['بوليصة الشحن', 'ميناء جدة', 'שטר מטען']
    const printed = await page.context().newPage()
    await printed.setContent(words.map((word) => `<p dir="rtl" style="font-size: 24px">${word}</p>`).join(''))
    const bytes = await printed.pdf()
    await printed.close()
    for (const word of words.flatMap((text) => text.split(' '))) await findIn(bytes, word, '1 of 1')
  })
})

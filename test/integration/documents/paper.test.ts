import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { codePdf } from '../../support/code-pdf.ts'
import { openPreview } from '../../support/open-preview.ts'
import { barCodesIn, pageCountOf, paperOf, rasterOf } from '../../support/paper.ts'
import { hasPaperReaders } from '../../support/system-abilities.ts'
import { CATALOG, pdf, stream } from '../../support/write-pdf.ts'

const preview = openPreview('http')

async function showPdf(bytes: Buffer): Promise<Page> {
  const { page, site, show } = preview()
  await show(await site.add('Sheets', bytes))
  await page.locator('.page[data-loaded] .textLayer').first().waitFor({ state: 'attached' })
  await page.evaluate('window.previewPage.settled()')
  await page.getByRole('region', { name: 'Pages' }).focus()
  return page
}

const print = (page: Page) => () => page.keyboard.press('Control+p')

/** Pages of these sizes, each with a block of ink in its upper left corner. */
function blocks(sizes: readonly (readonly [number, number])[]): Buffer {
  const first = 3
  const kids = sizes.map((_, place) => `${first + 2 * place} 0 R`).join(' ')
  return pdf([
    CATALOG,
    `<< /Type /Pages /Kids [${kids}] /Count ${sizes.length} >>`,
    ...sizes.flatMap(([width, height], place) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${first + 2 * place + 1} 0 R >>`,
      stream(Buffer.from(`20 ${height - 120} 100 100 re f`)),
    ]),
  ])
}

describe.runIf(hasPaperReaders())('what comes out of the printer', () => {
  it('has the narrowest bar code still readable by a scanner', { tags: 'soak' }, async () => {
    const codes = ['MSCU013', 'MSCU017', 'MSCU021', 'MSCU033']
    const page = await showPdf(codePdf(codes.map((text, place) => ({ text, moduleMm: 0.13 + place * 0.04 }))))
    expect(barCodesIn(await paperOf(page, print(page)))).toEqual(codes)
  })

  it(
    'has a page of the other orientation turned to the left and in full size, whichever comes first',
    { tags: 'soak' },
    async () => {
      const upright = [595, 842] as const
      const lying = [842, 595] as const
      const tall = await paperOf(await showPdf(blocks([upright, lying])), print(preview().page))
      const [, turned] = [1, 2].map((pageNumber) => rasterOf(tall, pageNumber))
      expect([turned?.width, turned?.height].map((points) => Math.round(points ?? 0))).toEqual([595, 842])
      // Its upper left corner is at the lower left one now.
      expect(turned?.ink([22, 22, 118, 118])).toBeGreaterThan(0.95)
      expect(turned?.ink([130, 130, 590, 840])).toBe(0)
      const flat = await paperOf(await showPdf(blocks([lying, upright])), print(preview().page))
      const laid = rasterOf(flat, 2)
      expect([laid.width, laid.height].map((points) => Math.round(points))).toEqual([842, 595])
      expect(laid.ink([22, 22, 118, 118])).toBeGreaterThan(0.95)
    },
  )

  it(
    'has the layers for paper alone, also those that the document lists as off, and none for the screen alone',
    { tags: 'soak' },
    async () => {
      const page = await showPdf(LAYERS)
      const paper = rasterOf(await paperOf(page, print(page)))
      expect(paper.ink([60, 700, 160, 800])).toBeGreaterThan(0.95)
      expect(paper.ink([60, 500, 160, 600])).toBe(0)
      expect(await page.evaluate(INK_ON_SCREEN)).toEqual([false, true])
    },
  )
})

describe.runIf(hasPaperReaders())('printing a long document', () => {
  it('asks which pages, and draws those alone', async () => {
    const page = await showPdf(blocks(Array.from({ length: 30 }, () => [300, 300] as const)))
    await page.keyboard.press('Control+p')
    const dialog = page.getByRole('dialog', { name: 'Print' })
    await dialog.getByRole('radio', { name: 'All 30' }).waitFor()
    await dialog.getByLabel('From page').fill('29')
    await dialog.getByLabel('To page').fill('31')
    await dialog.getByText('Type two page numbers from 1 to 30').waitFor()
    expect(await dialog.getByRole('button', { name: 'Print' }).isDisabled()).toBe(true)
    await dialog.getByLabel('To page').fill('30')
    const paper = await paperOf(page, () => dialog.getByLabel('To page').press('Enter'))
    expect(pageCountOf(paper)).toBe(2)
  })

  it('prints the page in view, and no more than fits in memory', { tags: 'soak' }, async () => {
    const page = await showPdf(blocks(Array.from({ length: 310 }, () => [30, 30] as const)))
    await page.keyboard.press('Control+p')
    const dialog = page.getByRole('dialog', { name: 'Print' })
    await dialog.getByText('At most 300 pages are printed in one go.').waitFor()
    expect(await dialog.getByRole('radio', { name: /^All/ }).count()).toBe(0)
    await dialog.getByLabel('From page').fill('2')
    await dialog.getByLabel('To page').fill('302')
    await expect.poll(() => dialog.getByRole('button', { name: 'Print' }).isDisabled()).toBe(true)
    await dialog.getByText('This page, 1').click()
    const paper = await paperOf(page, () => dialog.getByRole('button', { name: 'Print' }).click())
    expect(pageCountOf(paper)).toBe(1)
  })
})

/** A block for paper alone, listed as off, and below it one for the screen alone. */
const LAYERS = pdf([
  '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [5 0 R 6 0 R] /D << /OFF [5 0 R] /Order [5 0 R 6 0 R] >> >> >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Properties << /P 5 0 R /S 6 0 R >> >> >>',
  stream(Buffer.from('/OC /P BDC 50 690 120 120 re f EMC /OC /S BDC 50 490 120 120 re f EMC')),
  '<< /Type /OCG /Name (COPY) /Usage << /Print << /PrintState /ON >> /View << /ViewState /OFF >> >> >>',
  '<< /Type /OCG /Name (screen) /Usage << /Print << /PrintState /OFF >> /View << /ViewState /ON >> >> >>',
])
/** In the middle of each of the two blocks. */
const INK_ON_SCREEN = `(() => {
  const canvas = document.querySelector('.page canvas')
  const scale = canvas.width / 595
  return [842 - 750, 842 - 550].map((y) => canvas.getContext('2d').getImageData(110 * scale, y * scale, 1, 1).data[0] < 128)
})()`

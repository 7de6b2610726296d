import { describe, expect, it } from 'vitest'
import { hostilePdfs } from '../../support/hostile-pdfs.ts'
import { demoDocument, openPreview } from '../../support/open-preview.ts'

const preview = openPreview('http')
const PDFS = hostilePdfs()

/** What this one draws never ends, and would keep a core busy for as long as the preview gives it. */
const ENDLESS = 'millions of strokes'
const HURRY = `
  window.realTimeout = window.setTimeout
  window.setTimeout = (call, ms, ...more) => window.realTimeout(call, ms >= 5_000 ? ms / 10 : ms, ...more)`

describe('the preview of a hostile document', () => {
  it.each(PDFS.map((pdf) => [pdf.name, pdf] as const))(
    'ends with “%s” in pages or in a sentence, and shows the next document',
    async (name, { bytes, ends, says }) => {
      const { page, site, show } = preview()
      if (name === ENDLESS) await page.evaluate(HURRY)
      await show(await site.add(name, bytes))
      const told = page.getByRole('alert').getByRole('heading')
      const shown = page.locator('.page canvas')
      const end = { shown, told, either: shown.or(told) }[ends]
      await end.first().waitFor()
      if (says !== undefined) await page.getByText(says).first().waitFor()
      if (name === ENDLESS) await page.evaluate('window.setTimeout = window.realTimeout')
      await show(await site.add('Next', await demoDocument('bill-of-lading')))
      await page.locator('.textLayer').getByText('BILL OF LADING').waitFor()
    },
  )

  it('does not end a good one beside it when its worker has to be terminated', async () => {
    const { page, site, show } = preview()
    const bomb = PDFS.find(({ name }) => name === 'bomb')
    const long = await site.add('Charter party', await demoDocument('three-hundred-pages'))
    const bill = await site.add('Bill', await demoDocument('bill-of-lading'))
    await show(long)
    const good = page.getByLabel('Preview of Charter party')
    await good.getByRole('textbox', { name: 'Page' }).fill('150')
    await page.keyboard.press('Enter')
    await good.getByText('page 150 of 300').waitFor()
    await show(long, await site.add('Bomb', bomb?.bytes ?? Buffer.alloc(0)))
    await page.getByLabel('Preview of Bomb').getByText('Opening').waitFor({ state: 'attached' })
    await show(long, bill)
    await page.getByLabel('Preview of Bill').getByText('BILL OF LADING').waitFor()
    await good.getByText('page 150 of 300').waitFor()
    expect(await good.getByRole('textbox', { name: 'Page' }).inputValue()).toBe('150')
  })

  it('shows external links as text and runs nothing', async () => {
    const { page, site, show, requests } = preview()
    const acting = PDFS.find(({ name }) => name === 'actions')
    await show(await site.add('Acting', acting?.bytes ?? Buffer.alloc(0)))
    await page.locator('.annotationLayer a').first().waitFor({ state: 'attached' })
    expect(await page.locator('.annotationLayer a[href]').count()).toBe(0)
    for (const link of await page.locator('.annotationLayer a').all()) await link.click({ force: true })
    expect(page.context().pages()).toHaveLength(1)
    expect(requests.filter((url) => url.includes('leak') || url.includes('example.com'))).toEqual([])
    expect(await page.evaluate('window.hurt')).toBeUndefined()
  })

  it('has left no complaint in the console', () => {
    expect(preview().complaints).toEqual([])
  })
})

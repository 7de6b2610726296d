import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type FormField, formPdf } from '../../support/form-pdfs.ts'
import { openPreview } from '../../support/open-preview.ts'
import { paperOf, rasterOf } from '../../support/paper.ts'
import { hasPaperReaders } from '../../support/system-abilities.ts'

const preview = openPreview('http')

const at = (top: number, height = 20): FormField['rect'] => [150, top - height, 450, top]
const READ_ONLY = 1
const MULTILINE = 2 ** 12
const COMBO = 2 ** 17
const COMB = 2 ** 24
const PASSWORD = 2 ** 13

const VALUES: Record<string, FormField> = {
  'AURORA GRAIN SA': { entries: '/FT /Tx /V (AURORA GRAIN SA)', rect: at(800) },
  'BALTIC BULK OU': { entries: `/FT /Tx /V (BALTIC BULK OU) /Ff ${READ_ONLY}`, rect: at(760) },
  'CIF Rotterdam': {
    entries: `/FT /Ch /Ff ${COMBO} /V (cif) /Opt [[(fob) (FOB Santos)] [(cif) (CIF Rotterdam)]]`,
    rect: at(720),
  },
  Prepaid: { entries: '/FT /Ch /V (Prepaid) /I [1] /Opt [(Collect) (Prepaid)]', rect: at(680, 40) },
  Tallinn: { entries: `/FT /Tx /Ff ${MULTILINE} /V (Notify party\\nTallinn)`, rect: at(620, 40) },
  MSCU4711081: { entries: `/FT /Tx /Ff ${COMB} /MaxLen 11 /V (MSCU4711081)`, rect: at(560) },
  '24,500.00': { entries: '/FT /Tx /Q 2 /V (24,500.00)', rect: at(520) },
}
const FIELDS = Object.values(VALUES)
const EMPTY: FormField = { entries: '/FT /Tx', rect: at(480) }
const SECRET: FormField = { entries: `/FT /Tx /Ff ${PASSWORD} /V (hunter2)`, rect: at(440) }
const HIDDEN: FormField = { entries: '/FT /Tx /F 6 /V (of an earlier buyer)', rect: at(400) }
const FORM = formPdf([...FIELDS, EMPTY, SECRET, HIDDEN])

async function showForm(bytes = FORM): Promise<Page> {
  const { page, site, show } = preview()
  await show(await site.add('Form', bytes))
  await page.locator('.page[data-loaded] .textLayer').waitFor({ state: 'attached' })
  await page.evaluate('window.previewPage.settled()')
  await page.getByRole('region', { name: 'Pages' }).focus()
  return page
}

const inside = ([left, bottom, right, top]: FormField['rect']): FormField['rect'] => [
  left + 2,
  bottom + 2,
  right - 2,
  top - 2,
]

/** How high above the foot of the page, asked at once: a strip above may yet move all of it. */
const MIDDLE_OF_MARK = `(() => {
  const mark = document.querySelector('.textLayer .highlight.selected')?.getBoundingClientRect()
  if (mark === undefined) return 842
  const page = document.querySelector('.page').getBoundingClientRect()
  return 842 - (mark.top + mark.height / 2 - page.top) / (page.width / 595)
})()`

/** Where on the page something dark is drawn, on any canvas that lies over it there, by the field. */
const inkOnScreen = (fields: readonly FormField[]): string => `(() => {
  const page = document.querySelector('.page').getBoundingClientRect()
  const scale = page.width / 595
  return ${JSON.stringify(fields.map(({ rect }) => inside(rect)))}.map(([left, bottom, right, top]) => {
    let dark = 0
    for (const canvas of document.querySelectorAll('.page canvas')) {
      const box = canvas.getBoundingClientRect()
      const density = canvas.width / box.width
      const x = (page.left + left * scale - box.left) * density
      const y = (page.top + (842 - top) * scale - box.top) * density
      const { data } = canvas.getContext('2d').getImageData(x, y, (right - left) * scale * density, (top - bottom) * scale * density)
      for (let at = 0; at < data.length; at += 4) if (data[at] < 128 && data[at + 3] > 128) dark += 1
    }
    return dark > 0
  })
})()`

describe('a form without appearances of its fields', () => {
  it('has every value on the screen, drawn once and not in HTML as well', async () => {
    const page = await showForm()
    expect(await page.evaluate(inkOnScreen(FIELDS))).toEqual(FIELDS.map(() => true))
    expect(await page.evaluate(inkOnScreen([EMPTY, SECRET, HIDDEN]))).toEqual([false, false, false])
    expect(await page.locator('.annotationLayer').innerText()).toBe('')
  })

  it.runIf(hasPaperReaders())('has the same values on paper, as poppler has them', { tags: 'soak' }, async () => {
    const page = await showForm()
    const paper = rasterOf(await paperOf(page, () => page.keyboard.press('Control+p')))
    const right = rasterOf(FORM)
    for (const [value, { rect }] of Object.entries(VALUES)) {
      expect(paper.ink(inside(rect)), value).toBeGreaterThan(0.002)
      expect(right.ink(inside(rect)), value).toBeGreaterThan(0.002)
    }
    for (const { rect } of [EMPTY, HIDDEN]) expect([paper, right].map((one) => one.ink(inside(rect)))).toEqual([0, 0])
  })

  it('has them in its thumbnail', async () => {
    const page = await showForm()
    await page.keyboard.press('t')
    await expect.poll(() => page.evaluate(IS_THUMBNAIL_INKED)).toBe(true)
    await page.getByRole('button', { name: 'Thumbnails' }).click()
  })

  it.each(Object.keys(VALUES))('lets “%s” be found, where it stands', async (value) => {
    const page = await showForm()
    await page.keyboard.press('Control+f')
    await page.getByRole('searchbox').fill(value)
    await page.getByText('1 of 1', { exact: true }).waitFor()
    const [, bottom, , top] = VALUES[value]?.rect ?? at(0)
    const middle = async (): Promise<number> => z.number().parse(await page.evaluate(MIDDLE_OF_MARK))
    // The mark of what was looked for before, further up, stays until this is found.
    await expect.poll(middle).toBeLessThan(top)
    expect(await middle()).toBeGreaterThan(bottom)
    await page.keyboard.press('Escape')
  })

  it('lets nothing be found that it does not show', async () => {
    const page = await showForm()
    await page.keyboard.press('Control+f')
    for (const text of ['hunter2', 'earlier buyer']) {
      await page.getByRole('searchbox').fill(text)
      await page.getByText('Not found').waitFor()
    }
    await page.keyboard.press('Escape')
  })

  it('is no page without text, and has no remark', async () => {
    const page = await showForm()
    expect(await page.getByText(/This page/).count()).toBe(0)
  })
})

describe('a form whose reader is to draw its fields', () => {
  it('has values that cannot be changed once, though pdf.js hides its copy with a rule that only its own page has', async () => {
    const fields = Array.from({ length: 3 }, (_, place): FormField => ({
      entries: `/FT /Tx /V (MSCU4711-0815) /Ff ${READ_ONLY}`,
      rect: at(800 - 40 * place),
    }))
    const page = await showForm(formPdf(fields, { form: '/NeedAppearances true' }))
    expect(await page.evaluate(inkOnScreen(fields))).toEqual([true, true, true])
    expect(await page.locator('.annotationLayer').innerText()).toBe('')
    expect(await page.evaluate(HIDDEN_BUT_SHOWN)).toBe(0)
  })
})

const IS_THUMBNAIL_INKED = `(() => {
  const canvas = document.querySelector('nav[aria-label=Pages] canvas')
  if (canvas.style.width === '') return false
  const { data } = canvas.getContext('2d').getImageData(canvas.width / 4, 0, canvas.width / 2, canvas.height / 2)
  return data.some((value, at) => at % 4 === 0 && value < 160)
})()`
const HIDDEN_BUT_SHOWN = `[...document.querySelectorAll('.annotationLayer [hidden]')].filter((one) => getComputedStyle(one).display !== 'none').length`

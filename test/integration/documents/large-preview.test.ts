import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { demoDocument, openPreview } from '../../support/open-preview.ts'
import type { PreviewDocument } from '../../support/preview-site.ts'
import { writeSpreadPdf } from '../../support/spread-pdf.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const preview = openPreview()

const PAGES = Array.from({ length: 10 }, (_, place) => `page ${place + 1} of ten`)
const BYTES_APART = 20_000_000
const GONE = 'The document’s file was moved, changed or removed.'
const NOT_LOADED = 'The document’s bytes could not be read.'

/** The worker that reads the document, by the next message to it. */
const CATCH_PARSER = `
  const post = Worker.prototype.postMessage
  Worker.prototype.postMessage = function (...message) {
    window.parser = this
    post.apply(this, message)
  }`

async function largeDocument(name: string): Promise<PreviewDocument & { bytes: number }> {
  const path = join(await tempFolder(), 'large.pdf')
  const bytes = await writeSpreadPdf(path, PAGES, BYTES_APART)
  return { ...preview().site.addFile(name, { path, bytes }), bytes }
}

const pageWith = (text: string) => preview().page.locator('.textLayer').getByText(text)
const sent = ({ address }: PreviewDocument) => preview().site.sent().get(address) ?? { answers: 0, bytes: 0 }

async function goToPage(pageNumber: number): Promise<void> {
  const field = preview().page.getByRole('textbox', { name: 'Page' })
  await field.fill(String(pageNumber))
  await field.press('Enter')
}

describe('the preview of a document of 200 MB', () => {
  it('fetches at most 40 MB for its first page, and little more for another', async () => {
    const document = await largeDocument('Spread')
    await preview().show(document)
    await pageWith('page 1 of ten').waitFor()
    expect(sent(document).bytes).toBeLessThan(40e6)
    // What is drawn in advance, too.
    await pageWith('page 2 of ten').waitFor({ state: 'attached' })
    const { bytes } = sent(document)
    await goToPage(9)
    await pageWith('page 9 of ten').waitFor()
    expect(sent(document).bytes - bytes).toBeLessThan(4e6)
  })

  const answers = [
    ['is refused', NOT_LOADED, () => new Response(null, { status: 503 })],
    ['is cut off', NOT_LOADED, () => Response.error()],
    ['comes short', NOT_LOADED, (range: string, total: number) => partOf(range, { total, missing: 1 })],
    ['is not there any more', GONE, () => new Response(null, { status: 404 })],
    ['is beyond the end of the file', GONE, () => new Response(null, { status: 416 })],
    ['is of a file that has another length', GONE, (range: string) => partOf(range, { total: 100_000_000 })],
  ] as const

  it.each(answers)('says why where a range of it %s: “%s”', async (_what, says, answer) => {
    const { page, site, show } = preview()
    const document = await largeDocument('Spoilt')
    site.answer(document.key, (range) => (range === null ? undefined : answer(range, document.bytes)))
    await show(document)
    await page.getByRole('alert').getByText(says).waitFor()
    site.answer(document.key, () => undefined)
    await page.getByRole('button', { name: 'Open it again' }).click()
    await pageWith('page 1 of ten').waitFor()
  })

  it('says so too of a page that is reached later, in place of an empty one that never comes', async () => {
    const { page, site, show } = preview()
    const document = await largeDocument('Spoilt later')
    await show(document)
    // Drawn in advance, and the last that is until another page is wanted.
    await pageWith('page 2 of ten').waitFor({ state: 'attached' })
    site.answer(document.key, () => new Response(null, { status: 404 }))
    await goToPage(9)
    await page.getByRole('alert').getByText(GONE).waitFor()
  })

  it('says so where a page that is to be printed cannot be had, and prints nothing', async () => {
    const { page, site, show } = preview()
    const document = await largeDocument('Printed')
    await show(document)
    await pageWith('page 2 of ten').waitFor({ state: 'attached' })
    site.answer(document.key, () => new Response(null, { status: 503 }))
    await page.evaluate(`window.print = () => { window.hasPrinted = true }`)
    await page.getByRole('region', { name: 'Pages' }).focus()
    await page.keyboard.press('Control+p')
    await page.getByRole('alert').getByText(NOT_LOADED).waitFor()
    await page.getByRole('dialog', { name: 'Print' }).waitFor({ state: 'detached' })
    expect(await page.evaluate('window.hasPrinted')).toBeUndefined()
  })

  it('lets go of what it still fetches when another document is shown', async () => {
    const { page, site, show } = preview()
    const document = await largeDocument('Left')
    site.answer(document.key, (range) => (range === null ? undefined : new Response(new ReadableStream())))
    const asked = page.waitForRequest((request) => request.headers()['range'] !== undefined)
    await show(document)
    const request = await asked
    const givenUp = page.waitForEvent('requestfailed', (failed) => failed === request)
    await show(await site.add('Bill', await demoDocument('bill-of-lading')))
    await givenUp
    await pageWith('BILL OF LADING').first().waitFor()
  })

  it('shows the same page again when its worker has ended', { tags: 'soak' }, async () => {
    const { page, show } = preview()
    const document = await largeDocument('Beside')
    await show(document)
    await pageWith('page 1 of ten').waitFor()
    await page.evaluate(CATCH_PARSER)
    await goToPage(9)
    await pageWith('page 9 of ten').waitFor()
    const { answers: before } = sent(document)
    await page.evaluate(`window.parser.dispatchEvent(new Event('error'))`)
    await expect.poll(() => sent(document).answers).toBeGreaterThan(before)
    await pageWith('page 9 of ten').waitFor()
    expect(await page.getByRole('textbox', { name: 'Page' }).inputValue()).toBe('9')
  })
})

/** A range as the header asks for it, or not quite. */
function partOf(range: string, { total, missing = 0 }: { total: number; missing?: number }): Response {
  const [begin = 0, last = 0] = (range.match(/\d+/g) ?? []).map(Number)
  const headers = { 'content-range': `bytes ${begin}-${last}/${total}` }
  return new Response(new Uint8Array(last - begin + 1 - missing), { status: 206, headers })
}

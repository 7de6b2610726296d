import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { writeLargePdf } from '../../support/large-pdf.ts'
import { demoDocument, openPreview } from '../../support/open-preview.ts'
import { runAxe } from '../../support/run-axe.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const preview = openPreview()

let shown = 0

/** Each under a name of its own, by which its text is told from that of the document before it. */
async function showKind(kind: Parameters<typeof demoDocument>[0]) {
  const { page, site, show } = preview()
  shown += 1
  const name = `Charter party ${shown}`
  await show(await site.add(name, await demoDocument(kind)))
  await page.getByLabel(`Preview of ${name}`).locator('.textLayer').first().waitFor({ state: 'attached' })
  const pages = page.getByRole('region', { name: 'Pages' })
  await pages.focus()
  return { page, pages, pageField: page.getByRole('textbox', { name: 'Page' }) }
}

/** The browser’s own dialog cannot be shown: instead the pages that it would print are counted. */
const COUNT_PRINTED = `window.print = () => { window.printed = document.querySelectorAll('[data-printing] img').length }`
/** As if the thread that reads the document no longer answered for pages. */
const DROP_PAGES = `
  window.isDropping = true
  window.dropped = 0
  const post = Worker.prototype.postMessage
  Worker.prototype.postMessage = function (message, ...more) {
    if (window.isDropping && message.action === 'GetPage') window.dropped += 1
    else post.call(this, message, ...more)
  }`
const DRAWN_THUMBNAILS = `[...document.querySelectorAll('nav[aria-label=Pages] canvas')].filter(({ style }) => style.width !== '').length`
const IS_TURNED = `(({ clientWidth, clientHeight }) => clientWidth > clientHeight)(document.querySelector('.page'))`
const IS_TOO_WIDE = `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('[role=region]'))`

describe('the preview', () => {
  it('shows every page of a long document, goes to a page by its number, and keeps few of them in memory', async () => {
    const { page, pageField } = await showKind('three-hundred-pages')
    await page.getByText('of 300', { exact: true }).waitFor()
    await pageField.fill('150')
    await pageField.press('Enter')
    await page.locator('.textLayer').getByText('page 150 of 300').waitFor()
    expect(await page.locator('canvas').count()).toBeLessThan(15)
  })

  it('counts what it finds, goes from one to the next, and closes with Esc', async () => {
    const { page } = await showKind('three-hundred-pages')
    await page.keyboard.press('Control+f')
    await page.keyboard.type('DILIGENCE')
    await page.getByText('1 of 3,600').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('2 of 3,600').waitFor()
    await page.keyboard.press('Shift+Enter')
    await page.getByText('1 of 3,600').waitFor()
    await page.getByRole('button', { name: 'Same case' }).click()
    await page.getByText('Not found').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByText('Not found').count()).toBe(0)
  })

  it('looks for the same words in the next document while the bar is open', async () => {
    const { page } = await showKind('chinese-notice')
    await page.keyboard.press('Control+f')
    await page.keyboard.type('LADING')
    await page.getByText('Not found').waitFor()
    const { site, show } = preview()
    await show(await site.add('Bill', await demoDocument('bill-of-lading')))
    await page.getByText(/^1 of \d+$/).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
  })

  it('zooms and turns by keys, and stays on the page that is read', async () => {
    const { page, pages, pageField } = await showKind('three-hundred-pages')
    await pageField.fill('150')
    await pageField.press('Enter')
    await pages.focus()
    await page.keyboard.press('0')
    await page.getByRole('button', { name: '100 % zoom' }).waitFor()
    await page.keyboard.press('+')
    await page.getByRole('button', { name: '110 % zoom' }).waitFor()
    await page.keyboard.press('r')
    await expect.poll(() => page.evaluate(IS_TURNED)).toBe(true)
    expect(await pageField.inputValue()).toBe('150')
    await page.keyboard.press('w')
    await expect.poll(() => page.evaluate(IS_TOO_WIDE)).toBe(false)
  })

  it('draws thumbnails of the pages in view alone, and goes to the one that is pressed', async () => {
    const { page, pageField } = await showKind('three-hundred-pages')
    await page.keyboard.press('t')
    await page.getByRole('button', { name: 'Page 4', exact: true }).click()
    await expect.poll(() => pageField.inputValue()).toBe('4')
    expect(await page.getByRole('navigation', { name: 'Pages' }).locator('canvas').count()).toBeLessThan(20)
    await page.getByRole('button', { name: 'Thumbnails' }).click()
  })

  it('draws the thumbnails of the next document though a page of this one is never answered', async () => {
    const { page } = await showKind('three-hundred-pages')
    await page.evaluate(DROP_PAGES)
    await page.keyboard.press('t')
    await expect.poll(() => page.evaluate('window.dropped')).toBeGreaterThan(0)
    await page.evaluate('window.isDropping = false')
    const { site, show } = preview()
    await show(await site.add('Bill', await demoDocument('bill-of-lading')))
    await page.locator('.textLayer').getByText('BILL OF LADING').first().waitFor()
    await expect.poll(() => page.evaluate(DRAWN_THUMBNAILS)).toBe(await page.locator('.page').count())
    await page.getByRole('button', { name: 'Thumbnails' }).click()
  })

  it('gives the text of a page to be selected, Chinese included, by the character maps that are shipped', async () => {
    const { page } = await showKind('chinese-notice')
    await page.locator('.textLayer').getByText('提单通知书').waitFor()
  })

  it('says of a scan that it has no text', async () => {
    const { page } = await showKind('scanned-page')
    await page.getByText('This page is an image without text.').waitFor()
  })

  it('asks for a password, says when it is wrong, and asks again', async () => {
    const { page, site, show } = preview()
    await show(await site.add('Letter', await demoDocument('password-protected')))
    const password = page.getByLabel('Password of the document')
    for (const wrong of ['first', 'second']) {
      await password.fill(wrong)
      await password.press('Enter')
      await page.getByText('Wrong password.').waitFor()
    }
    await password.fill('indemnity')
    await password.press('Enter')
    await page.locator('.textLayer').getByText('LETTER OF INDEMNITY').waitFor()
  })

  it('prints a picture of every page and leaves nothing of them behind', async () => {
    const { page } = await showKind('bill-of-lading')
    await page.evaluate(COUNT_PRINTED)
    await page.keyboard.press('Control+p')
    await expect.poll(() => page.evaluate('window.printed')).toBe(await page.locator('.page').count())
    expect(await page.locator('[data-printing]').count()).toBe(0)
    await page.getByRole('dialog', { name: 'Print' }).waitFor({ state: 'detached' })
  })

  it('gives up printing when another document is shown, and prints that one then', async () => {
    const { page } = await showKind('three-hundred-pages')
    await page.getByText('of 300', { exact: true }).waitFor()
    await page.evaluate(COUNT_PRINTED)
    await page.keyboard.press('Control+p')
    const dialog = page.getByRole('dialog', { name: 'Print' })
    await dialog.getByRole('button', { name: 'Print' }).click()
    await dialog.getByText(/of 300 pages/).waitFor()
    const { site, show } = preview()
    await show(await site.add('Bill', await demoDocument('bill-of-lading')))
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.textLayer').getByText('BILL OF LADING').first().waitFor()
    await page.getByRole('region', { name: 'Pages' }).focus()
    await page.keyboard.press('Control+p')
    await expect.poll(() => page.evaluate('window.printed')).toBe(await page.locator('.page').count())
    await dialog.waitFor({ state: 'detached' })
  })

  it('tells what the document says about itself', async () => {
    const { page } = await showKind('bill-of-lading')
    await page.keyboard.press('i')
    const dialog = page.getByRole('dialog', { name: 'Document properties' })
    await dialog.getByText('210 × 297 mm').waitFor()
    await page.keyboard.press('Escape')
  })

  it('hands on the keys for the documents beside it and for the system’s reader', async () => {
    const { page } = await showKind('bill-of-lading')
    for (const key of ['n', 'p', 'o']) await page.keyboard.press(key)
    expect(await preview().takeAsked()).toEqual(['next', 'previous', 'reader'])
  })

  it('reads of a 500 MB document no more than it shows', async () => {
    const { page, site, show, requests } = preview()
    const path = join(await tempFolder(), 'large.pdf')
    const document = site.addFile('Large', { path, bytes: await writeLargePdf(path, 500e6) })
    await show(document)
    await page.locator('.textLayer').getByText('page of very much').waitFor()
    expect(requests.filter((url) => url.endsWith(document.address)).length).toBeLessThan(8)
  })

  it('says that a document is gone, and what to do', async () => {
    const { page, site, show } = preview()
    const document = await site.add('Gone', await demoDocument('bill-of-lading'))
    site.remove(document.key)
    await show(document)
    await page.getByRole('alert').getByText('The document’s file was moved').waitFor()
  })

  it('says that the bytes did not come where they break off, and not that the document is damaged', async () => {
    const { page, site, show } = preview()
    const bytes = await demoDocument('bill-of-lading')
    const document = await site.add('Broken off', bytes)
    const half = function* (): Generator<Uint8Array> {
      yield bytes.subarray(0, bytes.length / 2)
      throw new Error('the desk has gone')
    }
    const headers = { 'content-length': String(bytes.length) }
    site.answer(document.key, () => new Response(Readable.toWeb(Readable.from(half())), { headers }))
    await show(document)
    await page.getByRole('alert').getByText('The document’s bytes could not be read.').waitFor()
  })

  it('leaves nothing for axe to find, in light and in dark', async () => {
    const { page } = await showKind('bill-of-lading')
    await page.keyboard.press('t')
    await page.keyboard.press('Control+f')
    const context = { include: [['section']] }
    const inLight = await runAxe(page, context)
    // The same page in other colours.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    const inDark = await runAxe(page, context, { runOnly: ['color-contrast'] })
    expect([...inLight, ...inDark]).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Thumbnails' }).click()
  })

  it('has had nothing refused by policy, and asked nobody but its own origin', () => {
    const { complaints, requests, origin } = preview()
    expect(complaints.filter((text) => !/404|ERR_CONTENT_LENGTH_MISMATCH/.test(text))).toEqual([])
    expect(requests.filter((url) => !url.startsWith(origin) && !/^(blob|data):/.test(url))).toEqual([])
  })
})

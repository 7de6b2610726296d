import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { aidedPdfs } from '../../support/aided-pdfs.ts'
import { openPreviewSite, type PreviewDocument, type PreviewSite } from '../../support/preview-site.ts'
import { APP_ORIGIN, openAppOrigin } from '../../app-origin/open-app-origin.ts'

let site: PreviewSite
let hosts: { http: Page; app: Page }
let close: () => Promise<void>

beforeAll(async () => {
  site = await openPreviewSite()
  const { origin } = new URL(site.url)
  const context = await openAppOrigin(origin, { viewport: { width: 700, height: 900 } })
  close = async () => {
    await context.close()
    await site.close()
  }
  hosts = {
    http: await openPage(context, site.url),
    app: await openPage(context, site.url.replace(origin, APP_ORIGIN)),
  }
})
afterAll(() => close())

async function openPage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** What is on the page then. */
async function draw(page: Page, document: PreviewDocument): Promise<{ pixels: string; text: string | null }> {
  await page.bringToFront()
  await page.evaluate(`window.previewPage.paint(${JSON.stringify(document)})`)
  await page.evaluate('window.previewPage.settled()')
  return {
    pixels: z.string().parse(await page.evaluate(`document.querySelector('.page canvas').toDataURL()`)),
    text: await page.locator('.textLayer').textContent(),
  }
}

const pdfs = aidedPdfs()

describe('the page at an origin like Electron’s', () => {
  it('obeys the policy of the desk and none of the extension, which could ask other addresses', async () => {
    const asked = `fetch(${JSON.stringify(site.url)}).then(() => 'let through', () => 'refused')`
    expect(await hosts.app.evaluate(asked)).toBe('refused')
  })
})

describe('a document that needs files of pdf.js', () => {
  it.each(pdfs.map((pdf) => [pdf.name, pdf] as const))(
    'is the same to the pixel under both origins: %s',
    async (name, { bytes }) => {
      const document = await site.add(name, bytes)
      expect(await draw(hosts.app, document)).toEqual(await draw(hosts.http, document))
    },
  )

  it('had each of them twice, once under each origin', () => {
    const loaded = [...site.sent()].filter(([path]) => path.startsWith('/pdfjs/'))
    for (const file of pdfs.flatMap(({ needs }) => needs)) {
      expect(loaded.find(([path]) => path.endsWith(file))?.[1].answers, file).toBe(2)
    }
  })
})

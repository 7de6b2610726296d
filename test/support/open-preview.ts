import { type BrowserContext, chromium, type Page } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { APP_ORIGIN, openAppOrigin } from '../app-origin/open-app-origin.ts'
import type { DocumentKind } from '../exchange-service/exchange-data.ts'
import { demoData } from '../exchange-service/demo-data.ts'
import { createDocuments } from '../exchange-service/documents.ts'
import { headlessProgram, QUIET_BROWSER } from './find-browser.ts'
import { openPreviewSite, type PreviewDocument, type PreviewSite } from './preview-site.ts'

export interface PreviewDriver {
  readonly page: Page
  /** The page’s own. */
  readonly origin: string
  readonly site: PreviewSite
  /** What the browser complained about: errors of the page, refused by policy, failed requests. */
  readonly complaints: string[]
  /** Every address that was asked for. */
  readonly requests: string[]
  /** Shows documents side by side. */
  show(...documents: PreviewDocument[]): Promise<void>
  /** Which of the callbacks were called since the last time. */
  takeAsked(): Promise<unknown>
}

/** One browser and one page for the tests of a file: at the address that serves it, or at an origin as Electron has it. */
export function openPreview(at: 'http' | 'app-origin' = 'app-origin'): () => PreviewDriver {
  let driver: PreviewDriver | undefined
  let close: () => Promise<void> = () => Promise.resolve()
  beforeAll(async () => {
    const site = await openPreviewSite()
    const { origin: served, pathname } = new URL(site.url)
    const context = at === 'http' ? await openBrowser() : await openAppOrigin(served, WINDOW)
    close = async () => {
      await (context.browser() ?? context).close()
      await site.close()
    }
    // The one that a whole browser begins with would remain beside it.
    const page = context.pages()[0] ?? (await context.newPage())
    page.setDefaultTimeout(200_000)
    const origin = at === 'http' ? served : APP_ORIGIN
    driver = { page, origin, site, ...listenTo(page), show: showOn(page), takeAsked: () => page.evaluate(TAKE_ASKED) }
    await page.goto(`${origin}${pathname}`)
  })
  afterAll(() => close())
  return () => {
    if (driver === undefined) throw new Error('the preview is open only while tests run')
    return driver
  }
}

const WINDOW = { viewport: { width: 1000, height: 900 } }

async function openBrowser(): Promise<BrowserContext> {
  const browser = await chromium.launch({ executablePath: headlessProgram(), args: [...QUIET_BROWSER] })
  return await browser.newContext(WINDOW)
}

const TAKE_ASKED = 'window.previewPage.takeAsked()'

function showOn(page: Page): PreviewDriver['show'] {
  return async (...documents) => {
    await page.evaluate(`window.previewPage.show(${JSON.stringify(documents)})`)
  }
}

function listenTo(page: Page): Pick<PreviewDriver, 'complaints' | 'requests'> {
  const complaints: string[] = []
  const requests: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => requests.push(request.url()))
  return { complaints, requests }
}

const data = demoData()
const drawn = createDocuments()

/** A document of the demo service of this kind. */
export async function demoDocument(kind: DocumentKind): Promise<Buffer> {
  const set = data.sets.find((one) => one.documentKinds.includes(kind))
  if (set === undefined) throw new Error(`nobody holds a document of kind ${kind}`)
  return await drawn.bytesOf({ set, index: set.documentKinds.indexOf(kind), version: 1 })
}

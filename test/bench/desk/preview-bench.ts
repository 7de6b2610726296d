import { type Browser, chromium, type Page } from 'playwright'
import { z } from 'zod'
import { demoData, type DemoData } from '../../exchange-service/demo-data.ts'
import { createDocuments } from '../../exchange-service/documents.ts'
import type { DocumentKind } from '../../exchange-service/exchange-data.ts'
import { browserProgram, QUIET_BROWSER } from '../../support/find-browser.ts'
import { openPreviewSite, type PreviewDocument, type PreviewSite } from '../../support/preview-site.ts'
import { manyPages } from './many-pages.ts'
import { markdownTable } from '../measuring/bench-section.ts'
import { type Spread, spreadOf } from '../measuring/spread.ts'

const ROUNDS = 15
const DOCUMENTS_IN_A_ROW = 200
/** Documents before the heap is first measured: until then pdf.js and the browser fill caches that stay. */
const WARMING_DOCUMENTS = 20

const painted = z.object({ paintedMs: z.number() })

export interface PreviewTimes {
  readonly pages: number
  readonly bytes: number
  /** From the bytes in the page to the first page on the screen. */
  readonly previewMs: Spread
  /** The same by pdf.js alone with a warm worker, turn about with the preview. */
  readonly bareMs: Spread
  /** Median of the preview by median of the bare one. */
  readonly ratio: number
}

export interface PreviewBenchResult {
  readonly times: readonly PreviewTimes[]
  readonly documents: number
  /** Of the JavaScript heap after a collection, over `documents` one after another. */
  readonly heapGrowthBytes: number
}

/** Measures the preview of the desk beside bare pdf.js, in one Chromium and one run. */
export async function benchPreview(): Promise<PreviewBenchResult> {
  const site = await openPreviewSite()
  const browser = await chromium.launch({ executablePath: browserProgram(), args: [...QUIET_BROWSER] })
  try {
    // Each in a page of its own, so that neither lays out what the other has on the screen.
    const windows = { preview: await openPage(browser, site), bare: await openPage(browser, site) }
    const times: PreviewTimes[] = []
    for (const pages of [1, 20, 300]) times.push(await compare(windows, site, pages))
    await windows.preview.close()
    await windows.bare.close()
    const heapGrowthBytes = await heapGrowth(await openPage(browser, site), site)
    return { times, documents: DOCUMENTS_IN_A_ROW, heapGrowthBytes }
  } finally {
    await browser.close()
    await site.close()
  }
}

/** The figures as two Markdown tables. */
export function previewTables({ times, documents, heapGrowthBytes }: PreviewBenchResult): string {
  const ms = ({ median, min, max }: Spread): string => `${median.toFixed(1)} (${min.toFixed(1)}–${max.toFixed(1)})`
  const rows = times.map(({ pages, bytes, previewMs, bareMs, ratio }) => [
    `${pages}`,
    `${(bytes / 1000).toFixed(0)} kB`,
    ms(previewMs),
    ms(bareMs),
    ratio.toFixed(2),
  ])
  const head = ['Pages', 'Size', 'Preview, ms', 'Bare pdf.js, ms', 'Ratio']
  const growth = `${(heapGrowthBytes / 1e6).toFixed(1)} MB`
  return `${markdownTable(head, rows)}\n\n${markdownTable(['Documents in a row', 'Heap growth'], [[`${documents}`, growth]])}`
}

const MAX_RATIO = 1.25
const MAX_HEAP_GROWTH_BYTES = 30e6

/** What passes its limit. */
export function previewMisses({ times, heapGrowthBytes }: PreviewBenchResult): string[] {
  const slow = times
    .filter(({ ratio }) => ratio > MAX_RATIO)
    .map(({ pages, ratio }) => `${pages} pages take ${ratio.toFixed(2)} times bare pdf.js, limit ${MAX_RATIO}`)
  const grown = `the heap grew by ${(heapGrowthBytes / 1e6).toFixed(1)} MB, limit ${MAX_HEAP_GROWTH_BYTES / 1e6}`
  return heapGrowthBytes > MAX_HEAP_GROWTH_BYTES ? [...slow, grown] : slow
}

async function openPage(browser: Browser, site: PreviewSite): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 900, height: 900 } })
  await page.goto(site.url)
  await page.waitForFunction('window.previewPage')
  return page
}

async function compare(
  windows: Record<'preview' | 'bare', Page>,
  site: PreviewSite,
  pages: number,
): Promise<PreviewTimes> {
  const bytes = await manyPages(pages)
  const previewMs: number[] = []
  const bareMs: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const document = await site.add(`${pages} pages`, bytes)
    const measured = { preview: NaN, bare: NaN }
    // Turn about, so that neither always runs in the wake of the other.
    for (const which of round % 2 === 0 ? (['preview', 'bare'] as const) : (['bare', 'preview'] as const)) {
      await windows[which].bringToFront()
      measured[which] = await (which === 'preview' ? paint : paintBare)(windows[which], document)
    }
    // The first round loads fonts and compiles code for both.
    if (round === 0) continue
    previewMs.push(measured.preview)
    bareMs.push(measured.bare)
  }
  const spreads = { previewMs: spreadOf(previewMs), bareMs: spreadOf(bareMs) }
  return { pages, bytes: bytes.length, ...spreads, ratio: spreads.previewMs.median / spreads.bareMs.median }
}

/** Ends when the viewer behind the first page is done, so that nothing is measured beside it. */
export async function paint(page: Page, document: PreviewDocument): Promise<number> {
  const painting = painted.parse(await page.evaluate(`window.previewPage.paint(${JSON.stringify(document)})`))
  await page.evaluate('window.previewPage.settled()')
  return painting.paintedMs
}

async function paintBare(page: Page, { address }: PreviewDocument): Promise<number> {
  return z.number().parse(await page.evaluate(`window.previewPage.paintBare('${address}')`))
}

const KINDS = ['bill-of-lading', 'scanned-page', 'chinese-notice', 'commercial-invoice', 'three-hundred-pages'] as const

/** Documents of every kind, one after another, as somebody reads who holds the key down. */
async function heapGrowth(page: Page, site: PreviewSite): Promise<number> {
  const data = demoData()
  const drawn = createDocuments()
  const bytes = await Promise.all(KINDS.map((kind) => bytesOfKind({ data, drawn }, kind)))
  const session = await page.context().newCDPSession(page)
  const heap = async (): Promise<number> => {
    await page.waitForTimeout(500)
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize
  }
  let before = 0
  for (let count = 0; count < WARMING_DOCUMENTS + DOCUMENTS_IN_A_ROW; count += 1) {
    if (count === WARMING_DOCUMENTS) before = await heap()
    const kind = count % KINDS.length
    await paint(page, await site.add(`document ${count}`, bytes[kind] ?? Buffer.alloc(0)))
  }
  return (await heap()) - before
}

async function bytesOfKind(
  { data, drawn }: { data: DemoData; drawn: ReturnType<typeof createDocuments> },
  kind: DocumentKind,
): Promise<Buffer> {
  for (const { customerId } of data.counterparties) {
    const set = data.sets.find((one) => one.customerId === customerId && one.documentKinds.includes(kind))
    if (set === undefined) continue
    return await drawn.bytesOf({ set, index: set.documentKinds.indexOf(kind), version: 1 })
  }
  throw new Error(`nobody holds a document of kind ${kind}`)
}

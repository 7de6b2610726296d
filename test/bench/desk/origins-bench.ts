import { join } from 'node:path'
import type { Page } from 'playwright'
import { APP_ORIGIN, openAppOrigin } from '../../app-origin/open-app-origin.ts'
import { writeLargePdf } from '../../support/large-pdf.ts'
import { openPreviewSite, type PreviewDocument } from '../../support/preview-site.ts'
import { markdownTable } from '../measuring/bench-section.ts'
import { type Spread, spreadOf } from '../measuring/spread.ts'
import { manyPages } from './many-pages.ts'
import { paint } from './preview-bench.ts'

const ROUNDS = 15
const LARGE_BYTES = 200e6

interface OriginTimes {
  readonly document: string
  readonly httpMs: Spread
  readonly appMs: Spread
  /** Median at the other origin by median over http. */
  readonly ratio: number
}

/** The preview over http and at an origin like Electron’s, turn about in one browser: a small document, and one read in ranges. */
export async function benchOrigins(workFolder: string): Promise<OriginTimes[]> {
  const site = await openPreviewSite()
  const { origin } = new URL(site.url)
  const context = await openAppOrigin(origin, { viewport: { width: 900, height: 900 } })
  try {
    const pages = { http: await context.newPage(), app: await context.newPage() }
    await pages.http.goto(site.url)
    await pages.app.goto(site.url.replace(origin, APP_ORIGIN))
    const small = await manyPages(20)
    const path = join(workFolder, 'large.pdf')
    const bytes = await writeLargePdf(path, LARGE_BYTES)
    return [
      { document: '20 pages', ...(await compare(pages, () => site.add('20 pages', small))) },
      { document: '200 MB', ...(await compare(pages, () => site.addFile('200 MB', { path, bytes }))) },
    ]
  } finally {
    await context.close()
    await site.close()
  }
}

async function compare(
  pages: Record<'http' | 'app', Page>,
  add: () => PreviewDocument | Promise<PreviewDocument>,
): Promise<Omit<OriginTimes, 'document'>> {
  const times: Record<'http' | 'app', number[]> = { http: [], app: [] }
  for (let round = 0; round <= ROUNDS; round += 1) {
    const document = await add()
    for (const which of round % 2 === 0 ? (['http', 'app'] as const) : (['app', 'http'] as const)) {
      await pages[which].bringToFront()
      const paintedMs = await paint(pages[which], document)
      // The first round loads fonts and compiles code for both.
      if (round > 0) times[which].push(paintedMs)
    }
  }
  const [httpMs, appMs] = [spreadOf(times.http), spreadOf(times.app)]
  return { httpMs, appMs, ratio: appMs.median / httpMs.median }
}

export function originsTable(times: readonly OriginTimes[]): string {
  const ms = ({ median, min, max }: Spread): string => `${median.toFixed(1)} (${min.toFixed(1)}–${max.toFixed(1)})`
  const rows = times.map(({ document, httpMs, appMs, ratio }) => [document, ms(httpMs), ms(appMs), ratio.toFixed(2)])
  return markdownTable(['Document', 'Over http, ms', 'At an origin like Electron’s, ms', 'Ratio'], rows)
}

const MAX_RATIO = 1.25

/** What passes its limit. */
export function originsMisses(times: readonly OriginTimes[]): string[] {
  return times
    .filter(({ ratio }) => ratio > MAX_RATIO)
    .map(({ document, ratio }) => `${document}: ${ratio.toFixed(2)} times as long as over http, limit ${MAX_RATIO}`)
}

import react from '@vitejs/plugin-react'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { type Browser, chromium } from 'playwright'
import { build, type InlineConfig, preview } from 'vite'
import { z } from 'zod'
import { browserProgram, QUIET_BROWSER } from '../../support/find-browser.ts'

const ROWS = 100_000
const ROUNDS = 3
const PAGE = 'grid-page.html'

const frames = z.object({ frames: z.number(), p50Ms: z.number(), p99Ms: z.number(), maxMs: z.number() })
const common = { firstRowsMs: z.number(), sortMs: z.number(), filterMs: z.number(), jumps: frames, wheel: frames }
const referenceFigures = z.object(common)
const gridFigures = z.object({
  ...common,
  sortDatesMs: z.number(),
  sortTwoMs: z.number(),
  filterAgainMs: z.number(),
  facetMs: z.number(),
  groupMs: z.number(),
  regroupMs: z.number(),
  selectAllMs: z.number(),
})

export type ReferenceFigures = z.infer<typeof referenceFigures>
export type GridFigures = z.infer<typeof gridFigures>

/** One entry a round, each on a page of its own, turn about, so that whatever else the machine does falls on both. */
export interface GridBenchResult {
  readonly rows: number
  readonly grid: readonly GridFigures[]
  /** Plain lines of text on bare TanStack Virtual, sorted by Intl.Collator and searched line by line. */
  readonly reference: readonly ReferenceFigures[]
}

/** Measures the grid in Chromium on a page built as the application is. */
export async function gridBench(): Promise<GridBenchResult> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parcel-desk-grid-'))
  const root = path.join(import.meta.dirname, 'page')
  const bundle = { outDir: folder, emptyOutDir: true, rolldownOptions: { input: path.join(root, PAGE) } }
  const site: InlineConfig = { root, configFile: false, plugins: [react()], logLevel: 'warn', build: bundle }
  await build(site)
  const server = await preview({ ...site, preview: { host: '127.0.0.1', port: 0 } })
  const browser = await chromium.launch({ executablePath: browserProgram(), args: [...QUIET_BROWSER] })
  try {
    const { port } = addressOf(server.httpServer.address())
    return await measure(browser, `http://127.0.0.1:${port}/${PAGE}`)
  } finally {
    await browser.close()
    await server.close()
    await rm(folder, { recursive: true })
  }
}

async function measure(browser: Browser, url: string): Promise<GridBenchResult> {
  const grid: GridFigures[] = []
  const reference: ReferenceFigures[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    reference.push(referenceFigures.parse(await onNewPage(browser, url, 'reference')))
    grid.push(gridFigures.parse(await onNewPage(browser, url, 'grid')))
  }
  return { rows: ROWS, grid, reference }
}

async function onNewPage(browser: Browser, url: string, method: 'grid' | 'reference'): Promise<unknown> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  try {
    await page.goto(url)
    return await page.evaluate(`gridBench.${method}(${ROWS})`)
  } finally {
    await page.close()
  }
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The server of the bench has no port.')
  return address
}

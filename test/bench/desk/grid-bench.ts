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
const drawn = { firstRowsMs: z.number(), jumps: frames, wheel: frames, wheelUp: frames }
const common = { ...drawn, sortMs: z.number(), filterMs: z.number() }
const cellsFigures = z.object(drawn)
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

export type CellsFigures = z.infer<typeof cellsFigures>
export type ReferenceFigures = z.infer<typeof referenceFigures>
export type GridFigures = z.infer<typeof gridFigures>

/** One entry a round, each on a page of its own, turn about, so that whatever else the machine does falls on all. */
export interface GridBenchResult {
  readonly rows: number
  readonly grid: readonly GridFigures[]
  /** Plain lines of text on bare TanStack Virtual, sorted by Intl.Collator and searched line by line. */
  readonly reference: readonly ReferenceFigures[]
  /** The columns of the grid as plain cells on bare TanStack Virtual: what as many texts cost anybody. */
  readonly cells: readonly CellsFigures[]
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
  const cells: CellsFigures[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    reference.push(referenceFigures.parse(await onNewPage(browser, url, 'reference')))
    cells.push(cellsFigures.parse(await onNewPage(browser, url, 'cells')))
    grid.push(gridFigures.parse(await onNewPage(browser, url, 'grid')))
  }
  return { rows: ROWS, grid, reference, cells }
}

async function onNewPage(browser: Browser, url: string, method: 'grid' | 'reference' | 'cells'): Promise<unknown> {
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

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
const gridFigures = z.object({
  firstRowsMs: z.number(),
  jumps: frames,
  wheel: frames,
  wheelUp: frames,
  sortMs: z.number(),
  filterMs: z.number(),
  sortDatesMs: z.number(),
  sortTwoMs: z.number(),
  filterAgainMs: z.number(),
  facetMs: z.number(),
  groupMs: z.number(),
  regroupMs: z.number(),
  selectAllMs: z.number(),
})

export type GridFigures = z.infer<typeof gridFigures>

/** One entry a round, each on a page of its own. */
export interface GridBenchResult {
  readonly rows: number
  readonly grid: readonly GridFigures[]
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
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    try {
      await page.goto(url)
      grid.push(gridFigures.parse(await page.evaluate(`gridBench.grid(${ROWS})`)))
    } finally {
      await page.close()
    }
  }
  return { rows: ROWS, grid }
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The server of the bench has no port.')
  return address
}

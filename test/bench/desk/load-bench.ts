import react from '@vitejs/plugin-react'
import path from 'node:path'
import { type Browser, chromium } from 'playwright'
import { build, type InlineConfig, preview } from 'vite'
import { z } from 'zod'
import { startShellProcess } from '../../browser-shell/shell-process.ts'
import { browserProgram, QUIET_BROWSER } from '../../support/find-browser.ts'
import { startGeneratedService } from '../service/generated-service.ts'
import { signInHere } from '../service/sign-in-here.ts'
import { type Spread, spreadOf } from '../measuring/spread.ts'

const ROUNDS = 9
const BARE_PAGE = 'bare-form.html'
const VIEWPORT = { width: 1440, height: 900 }

/** Runs before the page: notes its first paint, the first frame with a field in it, and what was fetched until then. */
const WATCH_LOAD = `
  const painted = new Promise((resolve) => {
    new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime)
    }).observe({ type: 'paint', buffered: true })
  })
  const usable = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('input:enabled') === null) requestAnimationFrame(look)
      // The next frame begins when the one with the field is drawn.
      else requestAnimationFrame(() => resolve(performance.now()))
    }
    requestAnimationFrame(look)
  })
  window.loaded = Promise.all([painted, usable]).then(([paintedMs, usableMs]) => {
    const scripts = performance.getEntriesByType('resource').filter(({ name, responseEnd }) =>
      name.endsWith('.js') && !name.endsWith('/desk/bridge.js') && responseEnd <= usableMs)
    return { paintedMs, usableMs, scriptBytes: scripts.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0) }
  })`

const loading = z.object({ paintedMs: z.number(), usableMs: z.number(), scriptBytes: z.number() })
type Loading = z.infer<typeof loading>

/** From the start of the navigation, in milliseconds. */
export interface LoadTimes {
  readonly paintedMs: Spread
  /** Until a field can be typed into. */
  readonly usableMs: Spread
}

export interface LoadedScreen {
  readonly title: string
  /** Of script, as it is after unpacking, fetched before the screen could be used. */
  readonly scriptBytes: number
  /** In a browser that has never seen the page. */
  readonly cold: LoadTimes
  /** Loaded again in the same window. */
  readonly warm: LoadTimes
}

/** Measures the built page's two first screens, turn about with a form by bare React. */
export async function benchLoad(workFolder: string): Promise<{ rounds: number; screens: LoadedScreen[] }> {
  const service = await startGeneratedService({ sets: 1, documentsPerSet: 1, documentBytes: 5000 })
  const shell = await startShellProcess({ root: path.join(workFolder, 'load') })
  const bare = await serveBareForm(path.join(workFolder, 'bare-form'))
  const browser = await chromium.launch({ executablePath: browserProgram(), args: [...QUIET_BROWSER] })
  try {
    const first = await browser.newContext({ viewport: VIEWPORT })
    const page = await first.newPage()
    await page.goto(shell.url)
    const desk = { browser, address: page.url() }
    const form = { browser, address: bare.address }
    const [signIn, bareForm] = await measure([desk, form])
    await signInHere(page, service.baseUrl)
    const [signedIn] = await measure([desk])
    const titled = [
      { title: 'form by bare React', loads: bareForm },
      { title: 'sign-in form', loads: signIn },
      { title: 'desk, signed in already', loads: signedIn },
    ]
    return { rounds: ROUNDS, screens: titled.map(({ title, loads = [] }) => screenOf(title, loads)) }
  } finally {
    await browser.close()
    await bare.close()
    await shell.kill()
    service.stop()
  }
}

interface Site {
  readonly browser: Browser
  readonly address: string
}

type Loads = readonly { readonly cold: Loading; readonly warm: Loading }[]

/** The first round, which starts processes and fills the caches of the system, is not counted. */
async function measure(sites: readonly Site[]): Promise<Loads[]> {
  const loads: { cold: Loading; warm: Loading }[][] = sites.map(() => [])
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, site] of sites.entries()) {
      const measured = await loadTwice(site)
      if (round > 0) loads[at]?.push(measured)
    }
  }
  return loads
}

async function loadTwice({ browser, address }: Site): Promise<Loads[number]> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  try {
    await context.addInitScript({ content: WATCH_LOAD })
    const page = await context.newPage()
    await page.goto(address)
    const cold = loading.parse(await page.evaluate('window.loaded'))
    // Whatever is fetched in quiet moments is there when a window is opened once more.
    await page.waitForLoadState('networkidle').catch(() => undefined)
    await page.reload()
    return { cold, warm: loading.parse(await page.evaluate('window.loaded')) }
  } finally {
    await context.close()
  }
}

function screenOf(title: string, loads: Loads): LoadedScreen {
  const times = (of: readonly Loading[]): LoadTimes => ({
    paintedMs: spreadOf(of.map(({ paintedMs }) => paintedMs)),
    usableMs: spreadOf(of.map(({ usableMs }) => usableMs)),
  })
  return {
    title,
    scriptBytes: Math.max(...loads.map(({ cold }) => cold.scriptBytes)),
    cold: times(loads.map(({ cold }) => cold)),
    warm: times(loads.map(({ warm }) => warm)),
  }
}

async function serveBareForm(outDir: string): Promise<{ address: string; close(): Promise<void> }> {
  const root = path.join(import.meta.dirname, 'page')
  const site: InlineConfig = {
    root,
    configFile: false,
    plugins: [react()],
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: path.join(root, BARE_PAGE) } },
  }
  await build(site)
  const server = await preview({ ...site, preview: { host: '127.0.0.1', port: 0 } })
  const address = server.httpServer.address()
  if (address === null || typeof address === 'string') throw new Error('The server of the bench has no port.')
  return { address: `http://127.0.0.1:${address.port}/${BARE_PAGE}`, close: () => server.close() }
}

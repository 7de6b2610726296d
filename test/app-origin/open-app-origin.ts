import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright'
import { browserProgram, QUIET_BROWSER } from '../support/find-browser.ts'

/** Chromium names an extension by this and not by its folder, so that its origin is known before there is a browser. */
const KEY = Buffer.from('Parcel Desk').toString('base64')

/** Of standard, secure addresses that are not of http, as `app://desk` is in Electron. */
export const APP_ORIGIN = `chrome-extension://${extensionId()}`

/** A whole browser; the headless shell knows no extensions. Its pages at APP_ORIGIN are what is served below `base`. */
export async function openAppOrigin(base: string, options: BrowserContextOptions): Promise<BrowserContext> {
  const extension = await mkdtemp(join(tmpdir(), 'parcel-desk-origin-'))
  await writeFile(join(extension, 'manifest.json'), JSON.stringify(MANIFEST))
  await writeFile(join(extension, 'forward.js'), forwardTo(base))
  const context = await chromium.launchPersistentContext('', {
    ...options,
    executablePath: browserProgram(),
    args: [...QUIET_BROWSER, '--enable-unsafe-extension-debugging'],
    ignoreDefaultArgs: ['--disable-extensions'],
  })
  context.once('close', () => void rm(extension, { recursive: true, force: true }))
  await load(context, extension)
  return context
}

const MANIFEST = {
  manifest_version: 3,
  name: 'Parcel Desk',
  version: '1',
  key: KEY,
  background: { service_worker: 'forward.js' },
  host_permissions: ['http://127.0.0.1/*'],
}

/** Answers every request of a page and of its workers, with status, headers and body as they come: our own policy among them. */
const forwardTo = (base: string): string => `
addEventListener('fetch', (event) => event.respondWith(forward(event.request)))

async function forward(request) {
  const { pathname, search } = new URL(request.url)
  const { method, headers, signal } = request
  const body = method === 'POST' ? await request.arrayBuffer() : undefined
  const answer = await fetch(${JSON.stringify(base)} + pathname + search, { method, headers, body, signal })
  // An answer of its own: with that of the server the page would be told that it is at the server’s address.
  const { status, statusText } = answer
  return new Response(answer.body, { status, statusText, headers: answer.headers })
}
`

/** Until then its pages are looked for in its folder. */
const IS_FORWARDING = `new Promise((resolve) => {
  const look = () => (self.registration.active?.state === 'activated' ? resolve() : setTimeout(look, 5))
  look()
})`

async function load(context: BrowserContext, extension: string): Promise<void> {
  const loaded = context.waitForEvent('serviceworker')
  const session = await context.browser()?.newBrowserCDPSession()
  await session?.send('Extensions.loadUnpacked', { path: extension })
  await (await loaded).evaluate(IS_FORWARDING)
}

function extensionId(): string {
  const hex = createHash('sha256').update(Buffer.from(KEY, 'base64')).digest('hex').slice(0, 32)
  return hex.replaceAll(/./g, (digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)] ?? '')
}

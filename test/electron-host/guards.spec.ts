import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, expect, test as base, type ElectronApplication } from 'playwright/test'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { electronProgram, NO_ELECTRON } from './electron-program.ts'

const PAGE = 'app://desk/index.html'

/** What only the real Electron can show; the boot tests ask the same of a stand-in. */
const test = base.extend<{ app: ElectronApplication }>({
  // The runner insists on a pattern here, also where nothing is needed.
  // oxlint-disable-next-line no-empty-pattern
  app: async ({}, use) => {
    const executablePath = electronProgram()
    if (executablePath === undefined) throw new Error(`not run: ${NO_ELECTRON}`)
    const dataDir = await mkdtemp(join(tmpdir(), 'parcel-desk-electron-'))
    const app = await _electron.launch({ executablePath, args: [PROJECT_ROOT, `--data-dir=${dataDir}`] })
    await use(app)
    await app.close()
    // Chromium's helpers may still be ending, and on Windows hold their files.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
  },
})

test('the page has a bridge of two parts, and no Node', async ({ app }) => {
  const page = await app.firstWindow()
  expect(await page.evaluate<unknown>('Object.keys(window.parcelDesk).sort()')).toEqual(['call', 'listen'])
  expect(await page.evaluate<unknown>('[typeof require, typeof process]')).toEqual(['undefined', 'undefined'])
})

test('the page stays where it is, and no window opens for it', async ({ app }) => {
  const page = await app.firstWindow()
  await page.evaluate("location.href = 'https://exchange.example/'")
  expect(await page.evaluate<unknown>("window.open('https://exchange.example/')")).toBeNull()
  expect(page.url()).toBe(PAGE)
  expect(app.windows()).toHaveLength(1)
})

test('a second window with the same preload and origin is refused, for it is not the desk’s', async ({ app }) => {
  await app.firstWindow()
  const stranger = { page: PAGE, preload: join(PROJECT_ROOT, 'out/preload/preload.cjs') }
  const reply: unknown = await app.evaluate(async ({ BrowserWindow }, { page, preload }) => {
    const window = new BrowserWindow({ show: false, webPreferences: { preload } })
    await window.loadURL(page)
    const answer: unknown = await window.webContents.executeJavaScript("parcelDesk.call('desk.snapshot', {})")
    window.destroy()
    return answer
  }, stranger)
  expect(reply).toMatchObject({ isOk: false, failure: { tag: 'bad-usage' } })
})

test('what Chromium would ask the user for is refused', async ({ app }) => {
  const page = await app.firstWindow()
  expect(await page.evaluate<unknown>('Notification.requestPermission()')).toBe('denied')
  const place =
    'new Promise((end) => navigator.geolocation.getCurrentPosition(() => end("known"), () => end("refused")))'
  expect(await page.evaluate<unknown>(place)).toBe('refused')
})

test('the page reaches no other server, whatever it holds', async ({ app }) => {
  const page = await app.firstWindow()
  expect(await page.evaluate<unknown>("fetch('https://nodejs.org/').catch(() => 'refused')")).toBe('refused')
})

test('the page has no WebRTC over UDP, which no other guard would stop', async ({ app }) => {
  await app.firstWindow()
  const policies = await app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => contents.getWebRTCIPHandlingPolicy()),
  )
  expect(policies).toEqual(['disable_non_proxied_udp'])
})

test('the application ends with its last window', async ({ app }) => {
  const page = await app.firstWindow()
  const ended = app.waitForEvent('close')
  await page.close()
  await ended
})

test('the window is on the screen without anybody asking for it', async ({ app }) => {
  await app.firstWindow()
  const shown = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.isVisible()))
  await expect.poll(shown).toEqual([true])
})

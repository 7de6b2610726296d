import { flushCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { installRegistry } from '../support/registry-stand-in.ts'
import { app, BrowserWindow, emitPreventable, fetchPage, invokeFrom, session, SYSTEM } from './electron-stand-in.ts'
import type { Frame } from './electron-stand-in.ts'
import { type MenuItem, page, powerMonitor, scripted } from './electron-system-stand-in.ts'
import { records } from './records.ts'

/* Runs the built main process against the stand-in, and does what the test asks over Node's own channel. */

const asked = z.object({ id: z.int(), action: z.string(), given: z.array(z.unknown()) })
const heard: unknown[] = []

/** `detached` has navigated away, `inner` is a frame of another page inside ours. */
const FRAMES: Record<string, () => Frame | null> = {
  detached: () => null,
  inner: () => ({ origin: 'app://desk' }),
  elsewhere: () => Object.assign(mainFrame(), { origin: 'https://exchange.example' }),
}

const ACTIONS: Record<string, (...given: unknown[]) => unknown> = {
  records,
  heard: () => heard,
  call: (name, input) => exposed('call')(name, input),
  callFrom: (at, ...given) => invokeFrom(mainFrame(Number(at)), 'desk:call', ...given),
  closeSecond: () => BrowserWindow.getAllWindows()[1]?.close(),
  coverFirst: () => BrowserWindow.getAllWindows()[0]?.cover(),
  minimizeFirst: () => BrowserWindow.getAllWindows()[0]?.minimize(),
  closeFirst: () => BrowserWindow.getAllWindows()[0]?.close(),
  closeFirstAndOpen: () => {
    BrowserWindow.getAllWindows()[0]?.close()
    app.emit('activate')
  },
  fillScreen: () => BrowserWindow.getAllWindows()[0]?.setFullScreen(true),
  listen: () => void exposed('listen')((event: unknown) => void heard.push(event)),
  forge: (kind, ...given) => invokeFrom(FRAMES[String(kind)]?.() ?? null, 'desk:call', ...given),
  fetch: async (address, headers) => {
    const answer = await fetchPage(String(address), z.record(z.string(), z.string()).optional().parse(headers))
    return { ...answer, body: undefined, bytes: (await buffer(answer.body)).byteLength }
  },
  choose: (path) => void scripted.chosen.push(String(path)),
  answerClosing: (button) => void (scripted.response = Number(button)),
  startAgain: () => void app.emit('second-instance'),
  closeWindow: () => BrowserWindow.getAllWindows().map((window) => emitPreventable(window, 'close')),
  pressMenu: (label) =>
    itemsOf(page.menu)
      .find((item) => item.label === label)
      ?.click?.(),
  /** What the page leaves alone, of what is typed in it. */
  typeKey: (key) =>
    itemsOf(page.menu)
      .find(({ accelerator, registerAccelerator }) => {
        // macOS asks only what the menu shows.
        return accelerator === key && (SYSTEM === 'darwin' || registerAccelerator !== false)
      })
      ?.click?.(),
  clickTray: () => page.tray?.emit('click'),
  trayLabels: () => page.trayMenu.flatMap(({ label }) => (label === undefined ? [] : [label])),
  pressTray: (label) => page.trayMenu.find((item) => item.label === label)?.click?.(),
  clickNotice: (at) => void page.notices.at(Number(at))?.emit('click'),
  breakDown: () => void setImmediate(() => process.emit('uncaughtException', new Error('broken for the test'))),
  losePage: () =>
    contentsOf().map((contents) => contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })),
  loseSecond: () => contentsOf()[1]?.emit('render-process-gone', {}, { reason: 'oom', exitCode: 9 }),
  shutDown: () => emitPreventable(powerMonitor, 'shutdown'),
  quit: () => void setImmediate(() => app.quit()),
  logOff: () => void setImmediate(() => BrowserWindow.getAllWindows().map((window) => window.emit('session-end'))),
  leavePage: (name) => contentsOf().map((contents) => emitPreventable(contents, String(name), LEAVING)),
  standAt: (url) => {
    for (const contents of contentsOf()) contents.address = String(url)
  },
  navigate: (url, isMainFrame = true) =>
    contentsOf().map((contents) => contents.navigates(String(url), isMainFrame === true)),
  openWindow: (url) => contentsOf().map((contents) => contents.opens({ url })),
  isCancelled: (url) => {
    let answer: unknown
    session.defaultSession.requested({ url }, (given: unknown) => (answer = given))
    return answer
  },
  permission: (permission, requestingUrl, isMainFrame) => askPermission(permission, requestingUrl, isMainFrame),
}

const LEAVING = { url: 'https://exchange.example/', isMainFrame: true }

function exposed(name: 'call' | 'listen'): (...given: unknown[]) => unknown {
  const found: unknown = Reflect.get(Object(page.exposed['parcelDesk']), name)
  if (typeof found !== 'function') throw new Error(`the preload exposed no ${name}`)
  return (...given): unknown => {
    const answer: unknown = Reflect.apply(found, undefined, given)
    return answer
  }
}

function contentsOf(): BrowserWindow['webContents'][] {
  return BrowserWindow.getAllWindows().map(({ webContents }) => webContents)
}

function mainFrame(at = 0): Frame {
  const contents = contentsOf()[at]
  if (contents === undefined) throw new Error('there is no window')
  return contents.mainFrame
}

function askPermission(permission: unknown, requestingUrl: unknown, isMainFrame: unknown): unknown[] {
  const { defaultSession } = session
  let answer: unknown
  defaultSession.asked(null, permission, (given: unknown) => (answer = given), { requestingUrl, isMainFrame })
  return [answer, defaultSession.checked(null, permission, requestingUrl)]
}

function itemsOf(menu: readonly MenuItem[]): MenuItem[] {
  return menu.flatMap((item) => [item, ...itemsOf(item.submenu ?? [])])
}

process.on('message', (message) => {
  const { id, action, given } = asked.parse(message)
  Promise.resolve()
    .then(() => ACTIONS[action]?.(...given))
    .then(
      (value) => process.send?.({ id, value }),
      (thrown: unknown) => process.send?.({ id, error: String(thrown) }),
    )
})

const STAND_IN = new URL('electron-stand-in.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: STAND_IN, shortCircuit: true } : next(specifier, context),
})
const [platform] = SYSTEM?.split('-') ?? []
if (platform !== undefined) Object.defineProperty(process, 'platform', { value: platform })
Object.defineProperty(process, 'versions', { value: { ...process.versions, electron: '45.4.1' } })
// Where Electron is asked for a report, it has ended, and nothing can catch that.
process.report.getReport = () => process.exit(132)
const policy = z.record(z.string(), z.int()).parse(JSON.parse(process.env['STAND_IN_POLICY'] ?? '{}'))
if (platform === 'win32') installRegistry(policy)
if (app.isPackaged) Object.defineProperty(process, 'resourcesPath', { value: PROJECT_ROOT })
// As Electron starts an unpackaged application: its program, the folder, and what the user added.
process.argv = ['electron', '.', ...process.argv.slice(2)]
await import(pathToFileURL(join(PROJECT_ROOT, 'out/main/main.js')).href)
// Most are killed, and would leave nothing for the next.
flushCompileCache()
process.send?.({ id: 0, value: 'evaluated' })

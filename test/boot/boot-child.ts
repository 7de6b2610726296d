import { flushCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { installRegistry } from '../support/registry-stand-in.ts'
import { app, BrowserWindow, emitPreventable, fetchPage, invokeFrom, session } from './electron-stand-in.ts'
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
  hideFirst: () => BrowserWindow.getAllWindows()[0]?.hide(),
  listen: () => void exposed('listen')((event: unknown) => void heard.push(event)),
  forge: (kind, ...given) => invokeFrom(FRAMES[String(kind)]?.() ?? null, 'desk:call', ...given),
  fetch: async (address, headers) => {
    const answer = await fetchPage(String(address), z.record(z.string(), z.string()).optional().parse(headers))
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      bytes: (await answer.arrayBuffer()).byteLength,
    }
  },
  choose: (path) => void scripted.chosen.push(String(path)),
  answerClosing: (button) => void (scripted.response = Number(button)),
  startAgain: () => void app.emit('second-instance'),
  closeWindow: () => BrowserWindow.getAllWindows().map((window) => emitPreventable(window, 'close')),
  pressMenu: (label) =>
    itemsOf(page.menu)
      .find((item) => item.label === label)
      ?.click?.(),
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
  leavePage: (name) => contentsOf().map((contents) => emitPreventable(contents, String(name))),
  openWindow: (url) => contentsOf().map((contents) => contents.opens({ url })),
  isCancelled: (url) => {
    let answer: unknown
    session.defaultSession.requested({ url }, (given: unknown) => (answer = given))
    return answer
  },
  permission: (permission, requestingUrl, isMainFrame) => askPermission(permission, requestingUrl, isMainFrame),
}

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
const platform = process.env['STAND_IN_PLATFORM']
if (platform !== undefined) Object.defineProperty(process, 'platform', { value: platform })
const policy = z.record(z.string(), z.int()).parse(JSON.parse(process.env['STAND_IN_POLICY'] ?? '{}'))
if (platform === 'win32') installRegistry(policy)
if (app.isPackaged) Object.defineProperty(process, 'resourcesPath', { value: PROJECT_ROOT })
// As Electron starts an unpackaged application: its program, the folder, and what the user added.
process.argv = ['electron', '.', ...process.argv.slice(2)]
await import(pathToFileURL(join(PROJECT_ROOT, 'out/main/main.js')).href)
// Most are killed, and would leave nothing for the next.
flushCompileCache()
process.send?.({ id: 0, value: 'evaluated' })

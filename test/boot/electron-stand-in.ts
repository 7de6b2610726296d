import { EventEmitter } from 'node:events'
import { appendFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { runInNewContext } from 'node:vm'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { record } from './records.ts'
import { page } from './electron-system-stand-in.ts'

export {
  crashReporter,
  dialog,
  Menu,
  Tray,
  Notification,
  screen,
  nativeTheme,
  nativeImage,
  powerMonitor,
  powerSaveBlocker,
  shell,
  utilityProcess,
} from './electron-system-stand-in.ts'

/*
 * Stands in for the `electron` module under plain Node: records what the built bundles do with it and carries calls between
 * main process and preload as Electron does, values cloned. It shows no window and proves nothing about Electron itself.
 */

/** `darwin`, `win32` or `linux-wayland`: windows, menus and tray then behave as Electron's do there. */
export const SYSTEM = process.env['STAND_IN_SYSTEM']
/** What becomes of a page: it `hangs`, `fails`, `fails for the second` or `is aborted`. */
const LOADING = process.env['STAND_IN_LOADING']

type Listener = (...given: unknown[]) => unknown
type Serve = (request: Request) => Promise<Response>

export interface Frame {
  origin: string
}

const handlers = new Map<string, Listener>()
const schemes = new Map<string, Serve>()
const windows: BrowserWindow[] = []

/** Sends an event that a listener may prevent; true when none did. */
export function emitPreventable(emitter: EventEmitter, name: string, details: object = {}): boolean {
  let isPrevented = false
  emitter.emit(name, { ...details, preventDefault: () => (isPrevented = true) })
  return !isPrevented
}

/** Requests the address as the page would, and takes the answer as Electron does: as a stream of Node, headers by name. */
export async function fetchPage(address: string, headers: Record<string, string> = {}): Promise<Answer> {
  const serve = schemes.get(new URL(address).protocol.slice(0, -1))
  if (serve === undefined) throw new Error(`nobody answers ${address}`)
  const answer = await serve(new Request(address, { method: 'GET', headers }))
  const body = answer.body === null ? Readable.from([]) : Readable.fromWeb(answer.body)
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body }
}

interface Answer {
  status: number
  headers: Record<string, string>
  body: Readable
}

/** Calls the main process from this frame, as IPC does: by value, or `null` for a frame that is gone. */
export async function invokeFrom(frame: Frame | null, channel: string, ...given: unknown[]): Promise<unknown> {
  const handle = handlers.get(channel)
  if (handle === undefined) throw new Error(`nobody handles ${channel}`)
  return structuredClone(await handle({ senderFrame: frame }, ...structuredClone(given)))
}

class WebContents extends EventEmitter {
  readonly mainFrame: Frame = { origin: 'null' }
  address = ''
  getURL = (): string => this.address
  /** What the page asks for by itself: a reload too, which is a navigation like any other. True if nothing prevents it. */
  navigates(url: string, isMainFrame = true): boolean {
    const names = isMainFrame ? ['will-frame-navigate', 'will-navigate'] : ['will-frame-navigate']
    return names.every((name) => emitPreventable(this, name, { url, isMainFrame }))
  }
  opens: Listener = () => undefined
  setWebRTCIPHandlingPolicy = (policy: string): void => record('setWebRTCIPHandlingPolicy', policy)
  setWindowOpenHandler(handler: Listener): void {
    this.opens = handler
  }
  send(channel: string, ...given: unknown[]): void {
    ipcRenderer.emit(channel, {}, ...structuredClone(given))
  }
  reload(): void {
    record('reload')
  }
  startDrag(item: unknown): void {
    record('startDrag', item)
  }
  async executeJavaScript(script: string): Promise<unknown> {
    const fetch = async (address: string): Promise<Pick<Response, 'headers'>> => ({
      headers: new Headers((await fetchPage(address)).headers),
    })
    const world = { window: page.exposed, location: { href: 'app://desk/index.html' }, fetch }
    return await runInNewContext(script, world)
  }
}

export class BrowserWindow extends EventEmitter {
  static getAllWindows(): BrowserWindow[] {
    return windows
  }
  static getFocusedWindow(): BrowserWindow | null {
    return windows.at(-1) ?? null
  }
  readonly webContents = new WebContents()
  readonly #preload: string

  constructor(options: { webPreferences: { preload: string } }) {
    super()
    record('BrowserWindow', options)
    this.#preload = options.webPreferences.preload
    windows.push(this)
    app.emit('web-contents-created', {}, this.webContents)
  }
  async loadURL(address: string): Promise<void> {
    const answer = await fetchPage(address)
    answer.body.destroy()
    record('loadURL', address, answer.status)
    if (LOADING === 'hangs') await new Promise(() => undefined)
    if (LOADING === 'fails' || (LOADING === 'fails for the second' && windows.length > 1))
      throw new Error('ERR_FAILED (-2) loading')
    this.webContents.address = address
    this.webContents.mainFrame.origin = new URL(address).protocol + '//' + new URL(address).host
    createRequire(import.meta.url)(this.#preload)
    // Under Wayland no first paint is told of a window that is not shown.
    if (SYSTEM !== 'linux-wayland' || this.#isVisible) this.emit('ready-to-show')
    if (LOADING === 'is aborted') throw Object.assign(new Error('ERR_ABORTED (-3) loading'), { code: 'ERR_ABORTED' })
  }
  isDestroyed = (): boolean => !windows.includes(this)
  isFocused = (): boolean => false
  setOverlayIcon = (...given: unknown[]): void => record('setOverlayIcon', ...given)
  isMinimized = (): boolean => true
  isMaximized = (): boolean => false
  getNormalBounds = (): object => ({ x: 10, y: 40, width: 1200, height: 800 })
  /** As Electron's own, it shows a window that is not shown yet. */
  maximize = (): void => {
    record('maximize')
    this.show()
  }
  restore = (): void => record('restore')
  #isVisible = false
  isVisible = (): boolean => this.#isVisible
  show = (): void => {
    record('show')
    if (this.#isVisible) return
    this.#isVisible = true
    this.emit('show')
  }
  focus = (): void => record('focus')
  minimize = (): void => {
    record('minimize')
    this.cover()
  }
  hide(): void {
    record('hide', ...(this.#isFullScreen ? ['in full screen'] : []))
    this.#isVisible = false
    this.emit('hide')
  }
  /** By another window, another Space or a locked screen: macOS tells that as if it were hidden. */
  cover(): void {
    if (SYSTEM === 'darwin') this.emit('hide')
  }
  #isFullScreen = false
  isFullScreen = (): boolean => this.#isFullScreen
  /** macOS says so a moment later, when the window has left its Space. */
  setFullScreen(isFullScreen: boolean): void {
    record('setFullScreen', isFullScreen)
    if (!isFullScreen && process.env['STAND_IN_FULL_SCREEN'] === 'stuck') return
    setImmediate(() => {
      this.#isFullScreen = isFullScreen
      this.emit(isFullScreen ? 'enter-full-screen' : 'leave-full-screen')
    })
  }
  close(): void {
    if (emitPreventable(this, 'close')) this.destroy()
  }
  destroy(): void {
    record('destroy')
    windows.splice(windows.indexOf(this), 1)
    this.emit('closed')
  }
}

class App extends EventEmitter {
  readonly isPackaged = process.env['STAND_IN_IS_PACKAGED'] !== undefined
  enableSandbox = (): void => record('enableSandbox')
  setPath = (name: string, path: string): void => record('setPath', name, path)
  getPath = (name: string): string =>
    name === 'crashDumps' ? join(process.env['PARCEL_DESK_DATA_DIR'] ?? '', 'browser', 'Crashpad') : tmpdir()
  getAppPath = (): string => process.env['STAND_IN_APP_PATH'] ?? PROJECT_ROOT
  getName = (): string => 'Parcel Desk'
  getVersion = (): string => '0.0.0'
  getSystemLocale = (): string => 'en-GB'
  setAppUserModelId = (id: string): void => record('setAppUserModelId', id)
  setToastActivatorCLSID = (id: string): void => record('setToastActivatorCLSID', id)
  setBadgeCount = (count: number): void => record('setBadgeCount', count)
  setLoginItemSettings = (settings: unknown): void => record('setLoginItemSettings', settings)
  getLoginItemSettings = (asked: unknown): object => {
    record('getLoginItemSettings', asked)
    return {
      openAtLogin: true,
      executableWillLaunchAtLogin: process.env['STAND_IN_STARTS_AT_LOGIN'] !== undefined,
      wasOpenedAtLogin: process.env['STAND_IN_WAS_OPENED_AT_LOGIN'] !== undefined,
    }
  }
  setAboutPanelOptions = (options: unknown): void => record('setAboutPanelOptions', options)
  requestSingleInstanceLock(): boolean {
    record('requestSingleInstanceLock')
    return process.env['STAND_IN_IS_SECOND'] === undefined
  }
  /** Ready only after the entry has been evaluated, so an entry that awaits it at its top level never finishes. */
  async whenReady(): Promise<void> {
    record('whenReady')
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  quit(): void {
    record('quit')
    if (!emitPreventable(this, 'before-quit')) return
    if (!windows.every((window) => emitPreventable(window, 'close'))) return
    this.emit('will-quit')
    this.emit('quit')
    this.exit(0)
  }
  /** Into a file, because nobody can ask a process that ends next. */
  relaunch(options: unknown): void {
    appendFileSync(join(process.env['PARCEL_DESK_DATA_DIR'] ?? '', 'relaunched'), `${JSON.stringify(options)}\n`)
  }
  exit(code: number): void {
    process.exit(code)
  }
}

export const app = new App()

export const ipcMain = {
  handle: (channel: string, handler: Listener): void => {
    record('ipcMain.handle', channel)
    handlers.set(channel, handler)
  },
}

class IpcRenderer extends EventEmitter {
  async invoke(channel: string, ...given: unknown[]): Promise<unknown> {
    return await invokeFrom(windows[0]?.webContents.mainFrame ?? null, channel, ...given)
  }
}

export const ipcRenderer = new IpcRenderer()

export const contextBridge = {
  exposeInMainWorld: (name: string, api: object): void => {
    record('exposeInMainWorld', name, api)
    page.exposed[name] = api
  },
}

export const protocol = {
  registerSchemesAsPrivileged: (given: unknown): void => record('registerSchemesAsPrivileged', given),
  handle: (scheme: string, serve: Serve): void => {
    record('protocol.handle', scheme)
    schemes.set(scheme, serve)
  },
}

class Session extends EventEmitter {
  asked: Listener = () => undefined
  checked: Listener = () => undefined
  setPermissionRequestHandler(handler: Listener): void {
    this.asked = handler
  }
  setPermissionCheckHandler(handler: Listener): void {
    this.checked = handler
  }
  setDevicePermissionHandler = (handler: Listener): void => record('devicePermission', handler())
  setSpellCheckerEnabled = (isOn: boolean): void => record('setSpellCheckerEnabled', isOn)
  requested: Listener = () => undefined
  webRequest = {
    onBeforeRequest: (listener: Listener): void => {
      this.requested = listener
    },
  }
  resolveProxy = (): Promise<string> => Promise.resolve('DIRECT')
}

export const session = { defaultSession: new Session() }

import { fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { record } from './records.ts'

/* What of the stand-in is the system's: dialogs, menus, tray, notifications, power. */

/** Set by the test: answers of dialogs, and what the page received. */
export const scripted: { chosen: string[]; response: number } = { chosen: [], response: 0 }
export const page: {
  exposed: Record<string, unknown>
  menu: MenuItem[]
  tray?: Tray
  trayMenu: MenuItem[]
  notices: Notification[]
} = {
  exposed: {},
  menu: [],
  trayMenu: [],
  notices: [],
}

const choose = (): Promise<{ canceled: boolean; filePaths: string[] }> => {
  const chosen = scripted.chosen.splice(0, 1)
  return Promise.resolve({ canceled: chosen.length === 0, filePaths: chosen })
}

export const dialog = {
  showOpenDialog: choose,
  showSaveDialog: async (): Promise<object> => {
    const { canceled, filePaths } = await choose()
    return { canceled, filePath: filePaths[0] ?? '' }
  },
  showMessageBox: (...given: (object & { buttons?: string[] })[]): Promise<{ response: number }> => {
    const options = given.at(-1) ?? {}
    record('showMessageBox', options.buttons)
    return Promise.resolve({ response: scripted.response })
  },
  showErrorBox: (title: string, content: string): void => record('showErrorBox', title, content),
}

export interface MenuItem {
  label?: string
  accelerator?: string
  registerAccelerator?: boolean
  click?: () => void
  submenu?: MenuItem[]
}

export const Menu = {
  buildFromTemplate: (template: MenuItem[]): MenuItem[] => template,
  setApplicationMenu: (menu: MenuItem[]): void => {
    page.menu = menu
  },
}

export class Tray extends EventEmitter {
  constructor() {
    super()
    if (process.env['STAND_IN_TRAY'] === 'missing') throw new Error('no tray')
    page.tray = this
  }
  setToolTip = (text: string): void => record('tray', text)
  setContextMenu(menu: MenuItem[]): void {
    page.trayMenu = menu
  }
  destroy = (): void => undefined
}

/** `unsupported` or `failing`. */
const NOTIFICATIONS = process.env['STAND_IN_NOTIFICATIONS']

export class Notification extends EventEmitter {
  static isSupported = (): boolean => NOTIFICATIONS !== 'unsupported'
  readonly #options: unknown
  constructor(options: unknown) {
    super()
    this.#options = options
  }
  show(): void {
    record('notification', this.#options)
    if (NOTIFICATIONS === 'failing') this.emit('failed', {}, 'not allowed by the user')
    page.notices.push(this)
  }
}

const WORK_AREA = { x: 0, y: 0, width: 1920, height: 1080 }
export const screen = { getAllDisplays: (): object[] => [{ workArea: WORK_AREA }] }
export const nativeTheme = { shouldUseDarkColors: false, themeSource: 'system' }
export const nativeImage = {
  createFromPath: (path: string): object => ({ path, setTemplateImage: (): void => undefined }),
}
export const crashReporter = { start: (options: unknown): void => record('crashReporter.start', options) }
export const powerMonitor = new EventEmitter()
export const powerSaveBlocker = {
  start: (type: string): number => {
    record('powerSaveBlocker.start', type)
    return 1
  },
  stop: (): void => record('powerSaveBlocker.stop'),
}
export const shell = {
  openExternal: (address: string): Promise<void> => Promise.resolve(record('openExternal', address)),
  openPath: (path: string): Promise<string> => Promise.resolve(record('openPath', path)).then(() => ''),
  showItemInFolder: (path: string): void => record('showItemInFolder', path),
}

/** A process of plain Node: it answers over Node’s own channel, which the real one has not. */
export const utilityProcess = {
  fork: (program: string) => {
    const child = fork(program, [], { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    return Object.assign(child, { postMessage: (message: object) => child.send(message) })
  },
}

import { app, BrowserWindow, nativeTheme, screen } from 'electron'
import type { Installation } from '../installation.ts'
import { START_PAGE } from '../page/app-scheme.ts'
import { createPlaceFile, MIN_SIZE } from './window-place.ts'

/** The page's background (tokens.css), so that nothing flashes before its first paint. */
const BACKGROUND = { light: '#eceff2', dark: '#14171b' } as const

interface DeskWindowOptions {
  installation: Installation
  /** The file that keeps the window's position. */
  placeFile: string
}

/** The one window, hidden and empty. Call only once the application is ready. */
export function createDeskWindow({ installation, placeFile }: DeskWindowOptions): BrowserWindow {
  const places = createPlaceFile(placeFile)
  const place = places.read(screen.getAllDisplays().map(({ workArea }) => workArea))
  const window = new BrowserWindow({
    ...place.bounds,
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    title: app.getName(),
    icon: installation.icon,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    // Mostly Electron's defaults, written down so that a changed default cannot weaken them.
    webPreferences: {
      preload: installation.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  })
  if (place.isMaximized) window.maximize()
  const remember = (): void => places.write({ bounds: window.getNormalBounds(), isMaximized: window.isMaximized() })
  // On hiding too: quitting from the tray sends no close event.
  window.on('close', remember)
  window.on('hide', remember)
  return window
}

/** Loads the page and shows the window on its first paint, unless it is to stay hidden. */
export async function openPage(window: BrowserWindow, isHidden: boolean): Promise<void> {
  if (!isHidden) window.once('ready-to-show', () => window.show())
  await window.loadURL(START_PAGE)
}

/** Brings it to the front, even if it is hidden or minimised. */
export function showWindow(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

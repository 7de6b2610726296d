import { app, BrowserWindow, nativeTheme, screen } from 'electron'
import type { Installation } from '../installation.ts'
import { isToBeMaximized, maximizeWhenShown } from './show-and-hide.ts'
import { createPlaceFile, type WindowSizes } from './window-place.ts'

/** The page's background (tokens.css), so that nothing flashes before its first paint. */
const BACKGROUND = { light: '#eceff2', dark: '#14171b' } as const

interface PageWindowOptions {
  installation: Installation
  /** The file that keeps the window's position. */
  placeFile: string
  sizes: WindowSizes
}

const DESK_SIZES: WindowSizes = { min: { width: 1024, height: 600 }, first: { width: 1440, height: 900 } }

/** The main window, hidden and empty. Call only once the application is ready. */
export function createDeskWindow(options: Omit<PageWindowOptions, 'sizes'>): BrowserWindow {
  return createPageWindow({ ...options, sizes: DESK_SIZES })
}

/** A window for a page of ours, hidden and empty, where it was last; every window is confined in the same way. */
export function createPageWindow({ installation, placeFile, sizes }: PageWindowOptions): BrowserWindow {
  const places = createPlaceFile(placeFile, sizes)
  const place = places.read(screen.getAllDisplays().map(({ workArea }) => workArea))
  const window = new BrowserWindow({
    ...place.bounds,
    minWidth: sizes.min.width,
    minHeight: sizes.min.height,
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
  if (place.isMaximized) maximizeWhenShown(window)
  const remember = (): void => {
    const isMaximized = isToBeMaximized(window) || window.isMaximized()
    places.write({ bounds: window.getNormalBounds(), isMaximized })
  }
  // On hiding too: quitting from the tray sends no close event.
  window.on('close', remember)
  window.on('hide', remember)
  return window
}

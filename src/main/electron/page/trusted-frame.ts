import type { BrowserWindow, WebFrameMain } from 'electron'
import { DESK_ORIGIN } from './app-scheme.ts'

/**
 * True for the page itself: the main frame of our window, with our origin. A frame inside it, another window, a page that
 * it was led to, and a frame that is gone already (null) are strangers.
 */
export function isTrustedFrame(frame: WebFrameMain | null, window: BrowserWindow | undefined): boolean {
  if (frame === null || window === undefined || window.isDestroyed()) return false
  try {
    return frame === window.webContents.mainFrame && frame.origin === DESK_ORIGIN
  } catch {
    // Electron throws at every property of a frame that was disposed of in the meantime.
    return false
  }
}

import type { BrowserWindow } from 'electron'
import { errorCode } from '../../../engine/files/file-system.ts'

/** A page that takes longer is shown before it is there: its background, and then its paint. */
const SHOWN_AFTER_MS = 2_000
/** macOS needs a second to leave full screen; a window that never says that it has is hidden all the same. */
const HIDDEN_AFTER_MS = 3_000

/**
 * What a window is to become as soon as it can: whatever is done to it meanwhile takes the place of that. More than one event
 * leads there, because none of them comes on every system.
 */
const wishes = new WeakMap<BrowserWindow, 'shown' | 'hidden'>()

/** Windows that were maximised and were not shown yet: maximising one shows it, also where it is to stay in the tray. */
const toMaximize = new WeakSet<BrowserWindow>()

export function maximizeWhenShown(window: BrowserWindow): void {
  toMaximize.add(window)
}

export function isToBeMaximized(window: BrowserWindow): boolean {
  return toMaximize.has(window)
}

/**
 * Loads a page and shows its window, unless it is to stay hidden: at the first paint, or else when the page has loaded or takes
 * long. Under Wayland no first paint is told of a window that is not shown.
 */
export async function openPage(window: BrowserWindow, address: string, isHidden = false): Promise<void> {
  if (!isHidden) wishes.set(window, 'shown')
  const show = (): void => fulfil(window, 'shown', reveal)
  window.once('ready-to-show', show)
  const timer = setTimeout(show, SHOWN_AFTER_MS)
  try {
    await window.loadURL(address)
  } catch (thrown) {
    // Reloaded before it was there, which is no failure.
    if (errorCode(thrown) !== 'ERR_ABORTED') throw thrown
  } finally {
    clearTimeout(timer)
  }
  show()
}

/** Brings it to the front, even if it is hidden or minimised. */
export function showWindow(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  wishes.delete(window)
  if (window.isMinimized()) window.restore()
  reveal(window)
  window.focus()
}

/** Takes it from the screen. On macOS it leaves full screen first: what it filled would stay there, black. */
export function hideWindow(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (process.platform !== 'darwin' || !window.isFullScreen()) {
    wishes.delete(window)
    window.hide()
    return
  }
  wishes.set(window, 'hidden')
  const hide = (): void => fulfil(window, 'hidden', () => window.hide())
  window.once('leave-full-screen', hide)
  setTimeout(hide, HIDDEN_AFTER_MS)
  window.setFullScreen(false)
}

function fulfil(window: BrowserWindow, wish: 'shown' | 'hidden', act: (window: BrowserWindow) => void): void {
  if (window.isDestroyed() || wishes.get(window) !== wish) return
  wishes.delete(window)
  act(window)
}

function reveal(window: BrowserWindow): void {
  if (toMaximize.delete(window)) window.maximize()
  window.show()
}

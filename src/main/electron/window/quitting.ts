import { app, BrowserWindow, powerMonitor } from 'electron'

/**
 * Longer than the ten seconds that documents under way get. What was saved is on the disk at every moment, so a server or a
 * disk that does not let go may not keep the computer from shutting down.
 */
const LONGEST_STOP_MS = 15_000

export interface Quitting {
  /** True from the first wish to quit on: closing the window then asks nothing any more. */
  hasBegun(): boolean
}

/** Lets the application end only after `stop`, however it was asked to: menu, tray, last window, shutdown. */
export function quitCleanly(stop: () => Promise<void>): Quitting {
  let state: 'at work' | 'stopping' | 'stopped' = 'at work'
  app.on('before-quit', (event) => {
    if (state === 'stopped') return
    event.preventDefault()
    if (state === 'stopping') return
    state = 'stopping'
    for (const window of BrowserWindow.getAllWindows()) window.hide()
    void withinTime(stop()).finally(() => {
      state = 'stopped'
      app.quit()
    })
  })
  // Linux and macOS wait for whoever asks them to.
  powerMonitor.on('shutdown', () => app.quit())
  return { hasBegun: () => state !== 'at work' }
}

async function withinTime(stopped: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, LONGEST_STOP_MS)
  // How it was put away changes nothing of what is on the disk, and there is no window to tell it in.
  await Promise.race([stopped.catch(() => undefined), late.promise])
  clearTimeout(timer)
}

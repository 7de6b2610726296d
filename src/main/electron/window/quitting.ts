import { app, BrowserWindow, powerMonitor, dialog } from 'electron'
import { ignoring } from '../../../shared/errors/ignoring.ts'
import { withinTime } from '../../../engine/base/async.ts'
import type { ClockPort } from '../../../engine/ports/clock.ts'
import type { DeskState, RunningJobs } from '../desk-state.ts'
import { wordsToStartAgain } from '../read-launch.ts'
import { startedFile } from './desktop-entry.ts'
import { hideWindow } from './show-and-hide.ts'

/**
 * Longer than the ten seconds that running downloads get. Saved documents are safe on disk at every moment, so a hanging
 * server or disk must not keep the computer from shutting down.
 */
const STOP_TIMEOUT_MS = 15_000

export interface Quitting {
  /** True once quitting was requested: closing the window then asks nothing. */
  hasBegun(): boolean
  /** Ends the application; `last` runs when everything is closed. */
  quitTo(last: () => Promise<void>): void
  /**
   * Starts the application once more when it has ended, for somebody who opens it while it is stopping: its window goes away
   * with it. One that ends for something else, which an update is, leaves it to that.
   */
  startAgain(): void
}

/** Lets the application end only after `stop`, whatever made it quit: menu, tray, last window, shutdown. */
export function quitCleanly(stop: () => Promise<void>, clock: Pick<ClockPort, 'wait'>): Quitting {
  const lateError = (): Error => new Error(`the desk did not stop within ${STOP_TIMEOUT_MS / 1000} seconds`)
  let last: (() => Promise<void>) | undefined
  let state: 'at work' | 'stopping' | 'stopped' = 'at work'
  app.on('before-quit', (event) => {
    if (state === 'stopped') return
    event.preventDefault()
    if (state === 'stopping') return
    state = 'stopping'
    for (const window of BrowserWindow.getAllWindows()) hideWindow(window)
    const stopped = withinTime(stop(), { clock, timeMs: STOP_TIMEOUT_MS, lateError }).catch(
      ignoring('saved documents are safe, and there is no window left to show it in'),
    )
    void stopped.then(() => {
      state = 'stopped'
      return (last?.() ?? Promise.resolve()).catch(ignoring('quitting goes on')).finally(() => app.quit())
    })
  })
  // Linux and macOS wait for an application that prevents this event. Electron's types leave the event out.
  powerMonitor.on('shutdown', (event?: Pick<Event, 'preventDefault'>) => {
    event?.preventDefault()
    app.quit()
  })
  return {
    hasBegun: () => state !== 'at work',
    quitTo: (work) => {
      last = work
      app.quit()
    },
    startAgain: () => {
      last ??= relaunch
    },
  }
}

async function relaunch(): Promise<void> {
  const { argv, env, execPath } = process
  const words = wordsToStartAgain(argv)
  const file = startedFile(env, execPath)
  if (file === execPath) {
    app.relaunch({ execPath, args: words })
    return
  }
  // Electron starts itself again from the mount of the AppImage, which is gone by then.
  const { startAppImage } = await import('../../../adapters/updates/install-update.ts')
  await startAppImage(file, words, env)
}

const BUTTONS = ['Keep saving', 'Quit', 'Cancel']
const [KEEP, QUIT] = [0, 1]

interface CloseQuestionOptions {
  jobs: RunningJobs
  state: Pick<DeskState, 'settings'>
  quitting: Quitting
  /** Whether something brings a hidden window back. */
  canHide: boolean
  /** Takes the desk from the screen. */
  putAway: () => void
}

/**
 * Closing the window ends the application, unless the user wants it to stay in the tray and there is one. While documents are
 * being saved the user is asked. On macOS closing a window never ends an application.
 */
export function confirmClose(
  window: BrowserWindow,
  { jobs, state, quitting, canHide, putAway }: CloseQuestionOptions,
): void {
  window.on('close', (event) => {
    if (quitting.hasBegun()) return
    event.preventDefault()
    if (process.platform === 'darwin' || (canHide && state.settings().closesToTray)) putAway()
    else if (jobs.ids().length === 0) app.quit()
    else void ask(window, putAway)
  })
}

async function ask(window: BrowserWindow, putAway: () => void): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: 'Documents are still being saved.',
    detail: 'Keep saving without a window, or quit now and resume the job after the next start.',
    buttons: BUTTONS,
    defaultId: KEEP,
    cancelId: 2,
    noLink: true,
  })
  if (response === KEEP) putAway()
  if (response === QUIT) app.quit()
}

import { app, dialog, type BrowserWindow } from 'electron'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import { type Logger, unexpectedFailure } from '../../../engine/base/logger.ts'

/** A page that is gone again so soon will not come back by loading it once more. */
const SOON_MS = 20_000

/** Loads the page anew when its process was lost: what runs runs in the main process, and a snapshot brings it back. */
export function recoverPage(window: BrowserWindow, logger: Logger): void {
  let lastMs = Number.NEGATIVE_INFINITY
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    logger.error('page.gone', { reason, exitCode })
    const nowMs = performance.now()
    const isAgain = nowMs - lastMs < SOON_MS
    lastMs = nowMs
    if (!isAgain) {
      window.webContents.reload()
      return
    }
    dialog.showErrorBox(
      'The window of Parcel Desk stopped twice',
      `Its process ended (${reason}). Parcel Desk closes now. What was saved is kept, and jobs go on at the next start.`,
    )
    app.quit()
  })
}

/**
 * What nobody caught: it goes into the log, and after an error the application ends cleanly, for nobody knows what it left
 * undone. Electron alone would show a stack and go on.
 */
export function handleUncaughtErrors(logger: Logger): void {
  process.on('uncaughtException', (thrown) => {
    const { message, next } = describeFailure(unexpectedFailure(logger, 'main process', thrown))
    dialog.showErrorBox('Parcel Desk has to close', `${message} What was saved is kept.\n\n${next}`)
    app.quit()
  })
  process.on('unhandledRejection', (thrown) => {
    unexpectedFailure(logger, 'main process, promise', thrown)
  })
}

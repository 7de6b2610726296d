import { app, dialog } from 'electron'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import type { Logger } from '../../../engine/base/logger.ts'
import { unexpectedFailure } from '../../../engine/base/unexpected.ts'

/**
 * What nobody caught: it goes into the log, and after an error the application ends cleanly, for nobody knows what it left
 * undone. Electron alone would show a stack and go on.
 */
export function watchFailures(logger: Logger): void {
  process.on('uncaughtException', (thrown) => {
    const { message, next } = describeFailure(unexpectedFailure(logger, 'main process', thrown))
    dialog.showErrorBox('Parcel Desk has to close', `${message} What was saved is kept.\n\n${next}`)
    app.quit()
  })
  process.on('unhandledRejection', (thrown) => {
    unexpectedFailure(logger, 'main process, promise', thrown)
  })
}

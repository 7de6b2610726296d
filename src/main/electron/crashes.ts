import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { app, type BrowserWindow, crashReporter, dialog, type RenderProcessGoneDetails } from 'electron'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import { unexpectedFailure } from '../../engine/base/logger.ts'
import type { ParcelDesk } from '../../engine/parcel-desk.ts'
import type { PolicyPort } from '../../engine/ports/policy.ts'

/** If the page crashes again this soon, reloading does not help. */
const SOON_MS = 20_000

/** Reloads the page when its process is lost: all work runs in the main process, and a snapshot restores the page. */
export function recoverPage(window: BrowserWindow, { logger, crashes }: Pick<ParcelDesk, 'logger' | 'crashes'>): void {
  let lastMs = Number.NEGATIVE_INFINITY
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    recordLostPage({ logger, crashes }, { where: 'page', reason, exitCode })
    const nowMs = performance.now()
    const isAgain = nowMs - lastMs < SOON_MS
    lastMs = nowMs
    if (!isAgain) {
      window.webContents.reload()
      return
    }
    dialog.showErrorBox(
      'The window of Parcel Desk stopped twice',
      `Its process ended (${reason}). Parcel Desk closes now. Saved documents are kept, and jobs can be resumed after the next start.`,
    )
    app.quit()
  })
}

/** A page whose process ended on its own, for the log and the user. */
export function recordLostPage(
  { logger, crashes }: Pick<ParcelDesk, 'logger' | 'crashes'>,
  { where, reason, exitCode }: LostPage,
): void {
  logger.error('page.gone', { where, reason, exitCode })
  crashes.add(where, new Error(`its process ended: ${reason}, exit code ${exitCode}`))
}

interface LostPage extends Pick<RenderProcessGoneDetails, 'reason' | 'exitCode'> {
  where: string
}

/**
 * Logs what nobody caught, and after an uncaught exception ends the application cleanly, because its state is unknown.
 * Electron's default is to show the stack and go on.
 */
export function handleUncaughtErrors({ logger, crashes }: Pick<ParcelDesk, 'logger' | 'crashes'>): void {
  process.on('uncaughtException', (thrown) => {
    crashes.add('main process', thrown)
    const { message, next } = describeFailure(unexpectedFailure(logger, 'main process', thrown))
    dialog.showErrorBox('Parcel Desk has to close', `${message} Saved documents are kept.\n\n${next}`)
    app.quit()
  })
  process.on('unhandledRejection', (thrown) => {
    crashes.add('main process, promise', thrown)
    unexpectedFailure(logger, 'main process, promise', thrown)
  })
}

const KEPT = 5

/**
 * Lets Chromium keep a dump where a process of it crashes: on this disk, the newest five, never sent, unless the organisation
 * forbids it. A dump has parts of the memory, so it is in no bundle for support.
 *
 * Begun before the first window, but not before the application is ready, as Electron advises: Electron waits for nothing, while
 * the policy is still being read, on Windows by another program, and what was begun cannot be ended again.
 */
export function keepCrashDumps(policy: PolicyPort): void {
  if (!policy.current().values.CrashDumps) return
  crashReporter.start({ uploadToServer: false })
  removeOldDumps(app.getPath('crashDumps'))
}

function removeOldDumps(folder: string): void {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.dmp'))
    const dumps = names.map((name) => ({ path: join(folder, name), atMs: statSync(join(folder, name)).mtimeMs }))
    const old = dumps.toSorted((one, other) => other.atMs - one.atMs).slice(KEPT)
    for (const { path } of old) rmSync(path, { force: true })
  } catch {
    // Without a folder there are no dumps.
  }
}

import { join, resolve } from 'node:path'
import { app, dialog, protocol } from 'electron'
import { userDataFolder } from '../../adapters/data-folder.ts'
import { keepHeapSmall } from '../../engine/base/small-heap.ts'
import { makeFolder } from '../../engine/storage/make-folder.ts'
import { findInstallation } from './installation.ts'
import { PRIVILEGED_SCHEME } from './page/app-scheme.ts'
import { guardPages } from './page/guards.ts'
import { type Launch, readLaunch } from './read-launch.ts'
import { runCommandWords } from './run-command-words.ts'
import { selfCheck } from './self-check.ts'
import { startDesk } from './start-desk.ts'

/** As in electron-builder.yml: Windows shows no notification of a program whose id differs from its Start menu entry. */
const APP_ID = 'desk.parcel.app'

keepHeapSmall()
const launch = readLaunch({ argv: process.argv, isPackaged: app.isPackaged, env: process.env })
const installation = findInstallation()

// All of this must stand before the first await: once the application is ready, it is too late for each of them. Nothing
// here is awaited at the top level either: Electron becomes ready only after this module has been evaluated.
app.enableSandbox()
protocol.registerSchemesAsPrivileged([PRIVILEGED_SCHEME])
if (process.platform === 'win32') app.setAppUserModelId(APP_ID)
guardPages()

if (launch.kind === 'command-line') {
  runCommandWords(launch.words, installation.packageFile).catch(failToStart)
} else if (launch.kind === 'self-check') {
  app
    .whenReady()
    .then(() => selfCheck(installation))
    .catch(failToStart)
} else {
  openDesk(launch)
}

/** One desk a data folder: the lock lies in Chromium's own folder, which is therefore kept inside. */
function openDesk({ dataDir: given, demo, isHidden }: Extract<Launch, { kind: 'desk' }>): void {
  const dataDir = resolve(given ?? userDataFolder())
  try {
    const browserDir = join(dataDir, 'browser')
    makeFolder(browserDir, 0o700)
    app.setPath('userData', browserDir)
  } catch (thrown) {
    failToStart(thrown)
    return
  }
  if (app.requestSingleInstanceLock())
    app
      .whenReady()
      .then(() => startDesk({ dataDir, demo, installation, isHidden }))
      .catch(failToStart)
  else app.quit()
}

function failToStart(reason: unknown): void {
  const message = reason instanceof Error ? reason.message : String(reason)
  dialog.showErrorBox('Parcel Desk cannot start', `${message}\n\nWhat was saved is not touched by this.`)
  app.exit(1)
}

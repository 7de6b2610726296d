import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, dialog, protocol } from 'electron'
import { userDataFolder } from '../../adapters/data-folder.ts'
import { keepHeapSmall } from '../../engine/base/small-heap.ts'
import { makeFolder } from '../../engine/storage/make-folder.ts'
import { findInstallation } from './installation.ts'
import { PRIVILEGED_SCHEME } from './page/app-scheme.ts'
import { guardPages } from './page/guards.ts'
import { type Launch, readLaunch } from './read-launch.ts'
import { selfCheck } from './self-check.ts'
import { startDesk } from './start-desk.ts'

/** As in electron-builder.yml: Windows shows no notifications of a program whose id differs from its Start menu entry. */
const APP_ID = 'desk.parcel.app'

keepHeapSmall()
const launch = readLaunch({ argv: process.argv, isPackaged: app.isPackaged, env: process.env })
const installation = findInstallation()

// All of this must run synchronously: once the application is ready, it is too late. And nothing here may be awaited at the
// top level: Electron becomes ready only after this module has been evaluated.
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

/** One desk per data folder: Electron's lock lies in Chromium's folder, which is therefore kept inside the data folder. */
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

/** The command line without a window, as `parcel-desk` runs it on plain Node. */
async function runCommandWords(words: readonly string[], packageFile: string): Promise<void> {
  // Loaded on demand: the desk starts without it.
  const [{ runCommandLine }, { createProcessTerminal, drainStreams }] = await Promise.all([
    import('../../cli/run-command-line.ts'),
    import('../../cli/terminal/process-terminal.ts'),
  ])
  const exitCode = await runCommandLine(words, createProcessTerminal(pathToFileURL(packageFile)))
  await drainStreams()
  app.exit(exitCode)
}

function failToStart(reason: unknown): void {
  const message = reason instanceof Error ? reason.message : String(reason)
  dialog.showErrorBox('Parcel Desk cannot start', `${message}\n\nSaved documents are not affected.`)
  app.exit(1)
}

import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { app, dialog, protocol } from 'electron'
import { messageOf } from '../../shared/errors/app-error.ts'
import { userDataFolder } from '../../adapters/data-folder.ts'
import { bothInstalled } from '../../adapters/both-installed.ts'
import { systemPolicy } from '../../adapters/policy/system-policy.ts'
import { createSystemClock } from '../../adapters/system-clock.ts'
import { forgetPasswords } from '../../engine/base/environment-secrets.ts'
import { keepHeapSmall } from '../../engine/base/small-heap.ts'
import { openPolicy } from '../../engine/policy/open-policy.ts'
import { makeFolder } from '../../engine/files/file-system.ts'
import { EXIT_CODES } from '../../shared/errors/exit-code.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import { findInstallation } from './installation.ts'
import { PRIVILEGED_SCHEME } from './page/app-scheme.ts'
import { guardPages } from './page/guards.ts'
import { type Launch, readLaunch } from './read-launch.ts'
import { selfCheck } from './self-check.ts'
import { startDesk } from './start-desk.ts'

/** As in electron-builder.yml: Windows shows no notifications of a program whose id differs from its Start menu entry. */
const APP_ID = 'desk.parcel.app'
/** As in packaging/installer.nsh, which removes what Electron notes under it at the first notification. */
const TOAST_CLASS = '{774D61EA-3107-4CB6-9FFD-7317111BDE94}'

keepHeapSmall()
const { argv, env, platform } = process
const launch = readLaunch({ argv, isPackaged: app.isPackaged, env, platform })
const installation = findInstallation()
// Before anything else: Chromium reads its switches when this module has ended.
if (launch.kind === 'refused') refuseWord(launch.word)
if (launch.kind === 'misplaced') refuseDataFolder(launch)
if (launch.kind === 'command-line') runCommandWords(launch.words)

// All of this must run synchronously: once the application is ready, it is too late. And nothing here may be awaited at the
// top level: Electron becomes ready only after this module has been evaluated.
app.enableSandbox()
protocol.registerSchemesAsPrivileged([PRIVILEGED_SCHEME])
if (process.platform === 'win32' && app.isPackaged) nameForWindows()
guardPages()

if (launch.kind === 'self-check') {
  const dataDir = mkdtempSync(join(app.getPath('temp'), 'parcel-desk-self-check-'))
  keepBrowserIn(dataDir)
  app
    .whenReady()
    .then(() => selfCheck(installation, dataDir))
    .catch(failToStart)
} else if (launch.kind === 'desk') {
  openDesk(launch)
}

/** By its own names, a package does not share what Windows knows of it with an Electron that runs from a checkout. */
function nameForWindows(): void {
  app.setAppUserModelId(APP_ID)
  app.setToastActivatorCLSID(TOAST_CLASS)
}

/** Chromium's folder would otherwise be the user's data folder on macOS, and a second one elsewhere. */
function keepBrowserIn(dataDir: string): void {
  const folder = join(dataDir, 'browser')
  makeFolder(folder, 0o700)
  app.setPath('userData', folder)
}

/** One desk per data folder: Electron's lock lies in Chromium's folder, which is therefore kept inside the data folder. */
function openDesk({ dataDir: given, demo, isHidden }: Extract<Launch, { kind: 'desk' }>): void {
  // Meant for the command line; what the desk starts is not to have them.
  forgetPasswords(process.env)
  const dataDir = resolve(given ?? userDataFolder())
  try {
    keepBrowserIn(dataDir)
  } catch (thrown) {
    failToStart(thrown)
    return
  }
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return
  }
  const readingPolicy = openPolicy(systemPolicy(process.env), createSystemClock())
  const readingNotice = app.isPackaged ? bothInstalled() : Promise.resolve(undefined)
  app
    .whenReady()
    .then(() => startDesk({ dataDir, demo, installation, isHidden, readingPolicy, readingNotice }))
    .catch(failToStart)
}

/**
 * Lets the command line that lies beside the desk do it, and ends with its exit code. Synchronously: no page is ever opened, so
 * whatever of the words Chromium takes for a switch opens nothing. Where the system allows Chromium no sandbox, and no
 * `--no-sandbox` comes first, it ends the process before this.
 */
function runCommandWords(words: readonly string[]): void {
  const { program, script } = installation.commandLine
  // As its launchers do: these are meant for other programs, and would load their scripts into this one, or print what it sends.
  delete process.env['NODE_OPTIONS']
  delete process.env['NODE_PATH']
  delete process.env['NODE_DEBUG']
  const { status, error } = spawnSync(program, [script, ...words], { stdio: 'inherit', windowsHide: true })
  if (error === undefined) app.exit(status ?? 1)
  else failToStart(error)
}

function refuseWord(word: string): void {
  const [name = ''] = word.split('=', 1)
  const what = `Parcel Desk does not start with “${plainText(name, 80)}”: the installed program takes only switches of its own.`
  refuseToStart(what, 'Take it out of the shortcut or command that starts the program.')
}

function refuseDataFolder({ dataDir, flaw }: Extract<Launch, { kind: 'misplaced' }>): void {
  refuseToStart(`The data folder cannot be “${plainText(dataDir, 200)}”: it ${flaw.reason}.`, flaw.next)
}

/** Says so in a window, because most such starts come from a shortcut, and on the terminal. */
function refuseToStart(what: string, next: string): void {
  process.stderr.write(`${what} ${next}\n`)
  dialog.showErrorBox('Parcel Desk cannot start', `${what}\n\n${next}`)
  app.exit(EXIT_CODES['bad-usage'])
}

function failToStart(reason: unknown): void {
  const message = messageOf(reason)
  dialog.showErrorBox('Parcel Desk cannot start', `${message}\n\nSaved documents are not affected.`)
  app.exit(1)
}

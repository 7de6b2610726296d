import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { app, session, type BrowserWindow } from 'electron'
import { messageOf } from '../../shared/errors/app-error.ts'
import { bothInstalled } from '../../adapters/both-installed.ts'
import { loadKeytar } from '../../adapters/keychain/native-module.ts'
import { createSystemCertificates } from '../../adapters/network/system-certificates.ts'
import { systemPolicy } from '../../adapters/policy/system-policy.ts'
import { createSystemClock } from '../../adapters/system-clock.ts'
import { openPolicy } from '../../engine/policy/open-policy.ts'
import { startDiskThread } from '../../engine/saving/disk/disk-thread.ts'
import { createDesk } from '../desk/create-desk.ts'
import type { Installation } from './installation.ts'
import { START_PAGE, answerScheme } from './page/app-scheme.ts'
import { guardSession } from './page/guards.ts'
import { connectPages } from './page/ipc.ts'
import { createElectronPorts, versions } from './ports/electron-ports.ts'
import { createDeskWindow } from './window/desk-window.ts'
import { createReaderWindow } from './window/reader-window.ts'

const CHECK_TIMEOUT_MS = 60_000

/** Each returns what it found; one that throws has failed. */
type Checks = Record<string, () => unknown>

/**
 * Starts the desk on its own temporary folder, which it removes, checks every part that a package may lack, and prints one
 * JSON object.
 */
export async function selfCheck(installation: Installation, dataDir: string): Promise<void> {
  guardSession(session.defaultSession)
  let window: BrowserWindow | undefined
  const placeFile = join(dataDir, 'reader-window.json')
  const reader = createReaderWindow({ installation, placeFile, onLost: () => undefined })
  const policy = await openPolicy(systemPolicy(process.env), createSystemClock())
  const pageWindow = (): BrowserWindow | undefined => window
  const desk = createDesk(
    createElectronPorts({ dataDir, demo: null, installation, window: pageWindow, reader, policy }),
  )
  answerScheme(desk.serve)
  connectPages(desk, () => (window === undefined ? [] : [window]))
  const page = createDeskWindow({ installation, placeFile: join(dataDir, 'window.json') })
  window = page
  const results = await runChecks({
    desk: () => desk.start(),
    page: () => page.loadURL(START_PAGE),
    ...pageChecks(page),
    keychain: async () => typeof (await loadKeytar()).getPassword,
    sqlite: () => new DatabaseSync(':memory:').prepare('select sqlite_version() as version').get(),
    diskThread: () => checkDiskThread(installation.diskProgram),
    systemCertificates: () => countCertificates(installation.certificatesProgram),
    commandLine: () => checkCommandLine(installation.commandLine),
    installedOnce: async () => (await bothInstalled()) ?? 'yes',
  })
  await desk.stop()
  removeFolder(dataDir)
  const isOk = Object.values(results).every((result) => result.isOk)
  process.stdout.write(`${JSON.stringify({ isOk, checks: results, versions: versions() })}\n`, () => {
    app.exit(isOk ? 0 : 1)
  })
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    // Windows keeps what Chromium still has open until this process has ended; it stays in the folder for temporary files.
  }
}

/** Checked because saving works without the disk thread, so nobody would notice that it never starts. */
async function checkDiskThread(program: URL): Promise<string> {
  const thread = startDiskThread(program)
  while (!thread.isReady()) await pause(5)
  await thread.stop()
  return 'started'
}

/** By their thread, without which nothing that needs them connects. */
async function countCertificates(program: URL): Promise<number> {
  return (await createSystemCertificates({ program, clock: createSystemClock() }).read()).length
}

/** Its own Node starts it; a package that lacks one of the two saves nothing at night. */
async function checkCommandLine({ program, script }: Installation['commandLine']): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [script, '--version'], { windowsHide: true })
  return stdout.trim()
}

/** Checks in the page's own world, which must hold nothing but what the preload put there. */
function pageChecks({ webContents }: BrowserWindow): Checks {
  const ask = async (script: string, expected: unknown): Promise<unknown> => {
    const found: unknown = await webContents.executeJavaScript(script)
    if (found !== expected) throw new Error(`${String(found)} instead of ${String(expected)}`)
    return found
  }
  return {
    preload: () => ask("Object.keys(window.parcelDesk ?? {}).sort().join(' ')", 'call listen'),
    withoutNode: () =>
      ask("[typeof require, typeof process, typeof module].join(' ')", 'undefined undefined undefined'),
    call: () => ask("window.parcelDesk.call('desk.snapshot', {}).then((reply) => reply.isOk)", true),
    policy: () =>
      ask(
        "fetch(location.href).then((answer) => answer.headers.get('content-security-policy').includes(\"default-src 'none'\"))",
        true,
      ),
  }
}

/** Runs them one after another: a failed check often explains the next failure. */
async function runChecks(checks: Checks): Promise<Record<string, { isOk: boolean; found: string }>> {
  const results: Record<string, { isOk: boolean; found: string }> = {}
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), CHECK_TIMEOUT_MS)
  for (const [name, check] of Object.entries(checks)) {
    try {
      const found = await Promise.race([Promise.resolve().then(check), late.promise])
      results[name] = { isOk: true, found: JSON.stringify(found ?? 'done') }
    } catch (thrown) {
      results[name] = { isOk: false, found: messageOf(thrown) }
    }
  }
  clearTimeout(timer)
  return results
}

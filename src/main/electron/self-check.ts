import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates } from 'node:tls'
import { app, session, type BrowserWindow } from 'electron'
import { loadKeytar } from '../../adapters/keychain.ts'
import { startDiskThread } from '../../engine/saving/disk/disk-thread.ts'
import { createDesk } from '../desk/create-desk.ts'
import type { Installation } from './installation.ts'
import { START_PAGE, answerScheme } from './page/app-scheme.ts'
import { guardSession } from './page/guards.ts'
import { connectPage } from './page/ipc.ts'
import { createElectronPorts, versions } from './ports/electron-ports.ts'
import { createDeskWindow } from './window/desk-window.ts'

const CHECK_TIMEOUT_MS = 60_000

/** Each says what it found; one that throws has failed. */
type Checks = Record<string, () => unknown>

/** Starts the desk on a folder of its own, looks at every part that a package can lack, and prints one JSON object. */
export async function selfCheck(installation: Installation): Promise<void> {
  const dataDir = mkdtempSync(join(app.getPath('temp'), 'parcel-desk-self-check-'))
  guardSession(session.defaultSession)
  let window: BrowserWindow | undefined
  const desk = createDesk(createElectronPorts({ dataDir, demo: null, installation, window: () => window }))
  answerScheme(desk.serve)
  connectPage(desk, () => window)
  const page = createDeskWindow({ installation, placeFile: join(dataDir, 'window.json') })
  window = page
  const results = await runChecks({
    desk: () => desk.start(),
    page: () => page.loadURL(START_PAGE),
    ...pageChecks(page),
    keychain: async () => typeof (await loadKeytar()).getPassword,
    sqlite: () => new DatabaseSync(':memory:').prepare('select sqlite_version() as version').get(),
    diskThread: () => checkDiskThread(installation.diskProgram),
    systemCertificates: () => getCACertificates('system').length,
  })
  await desk.stop()
  rmSync(dataDir, { recursive: true, force: true })
  const isOk = Object.values(results).every((result) => result.isOk)
  process.stdout.write(`${JSON.stringify({ isOk, checks: results, versions: versions() })}\n`, () => {
    app.exit(isOk ? 0 : 1)
  })
}

/** Saving does without it where it does not start, and then nobody would notice that it never does. */
async function checkDiskThread(program: URL): Promise<string> {
  const thread = startDiskThread(program)
  while (!thread.isReady()) await pause(5)
  await thread.stop()
  return 'started'
}

/** What the page itself sees: asked in its own world, where nothing but the preload may have left anything. */
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

/** One after the other: a check that fails tells why the next one does. */
async function runChecks(checks: Checks): Promise<Record<string, { isOk: boolean; found: string }>> {
  const results: Record<string, { isOk: boolean; found: string }> = {}
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), CHECK_TIMEOUT_MS)
  for (const [name, check] of Object.entries(checks)) {
    try {
      const found = await Promise.race([Promise.resolve().then(check), late.promise])
      results[name] = { isOk: true, found: JSON.stringify(found ?? 'done') }
    } catch (thrown) {
      results[name] = { isOk: false, found: thrown instanceof Error ? thrown.message : String(thrown) }
    }
  }
  clearTimeout(timer)
  return results
}

import { app, BrowserWindow, dialog, protocol, session, type WebContents } from 'electron'
import path from 'node:path'
import { servePage } from '../hosting/serve-page.ts'

const RENDERER_ROOT = path.join(import.meta.dirname, '../renderer')
const PRELOAD = path.join(import.meta.dirname, '../preload/preload.cjs')

// All of this must stand before the first await: once the application is ready, it is too late for each of them.
app.enableSandbox()
protocol.registerSchemesAsPrivileged([
  {
    scheme: 'app',
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
  },
])
// Windows shows no notification of a program whose id differs from the one of its Start menu entry.
if (process.platform === 'win32') app.setAppUserModelId('desk.parcel.app')
app.on('web-contents-created', (_event, contents) => keepOnPage(contents))
app.on('window-all-closed', () => app.quit())

if (app.requestSingleInstanceLock()) {
  app.on('second-instance', showWindow)
  // Never awaited at the top level: Electron becomes ready only after this module has been evaluated.
  app.whenReady().then(openDesk).catch(failToStart)
} else {
  app.quit()
}

async function openDesk(): Promise<void> {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.defaultSession.setPermissionCheckHandler(() => false)
  protocol.handle('app', (request) => servePage(RENDERER_ROOT, request))

  const window = new BrowserWindow({
    title: app.getName(),
    show: false,
    // Sandbox, isolation and no Node are Electron's defaults; written down, so that a default cannot take them away.
    webPreferences: { preload: PRELOAD, sandbox: true, contextIsolation: true, nodeIntegration: false },
  })
  window.once('ready-to-show', () => window.show())
  await window.loadURL('app://desk/index.html')
}

/** The page shows our own files and nothing else: it neither leads elsewhere nor opens or embeds anything. */
function keepOnPage(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/** A second start brings the first one to the front: two desks would contend for one data folder. */
function showWindow(): void {
  const [window] = BrowserWindow.getAllWindows()
  if (window?.isMinimized() === true) window.restore()
  window?.focus()
}

function failToStart(reason: unknown): void {
  dialog.showErrorBox('Parcel Desk cannot start', reason instanceof Error ? reason.message : String(reason))
  app.exit(1)
}

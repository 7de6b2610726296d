import { join } from 'node:path'
import { app, Menu, session, type BrowserWindow, type Tray } from 'electron'
import type { DeskCommand } from '../../shared/contract/contract.ts'
import type { PolicyPort } from '../../engine/ports/policy.ts'
import type { Desk } from '../desk/desk.ts'
import { createDesk } from '../desk/create-desk.ts'
import type { HostFacts } from '../desk/desk-ports.ts'
import { handleUncaughtErrors, keepCrashDumps, recordLostPage, recoverPage } from './crashes.ts'
import { followDesk, followJobs } from './desk-state.ts'
import type { Installation } from './installation.ts'
import { answerScheme, START_PAGE } from './page/app-scheme.ts'
import { guardSession } from './page/guards.ts'
import { connectPages } from './page/ipc.ts'
import { createElectronPorts } from './ports/electron-ports.ts'
import { keepAwake } from './ports/power.ts'
import { createNativeUpdater } from './native-updater.ts'
import { createDeskWindow } from './window/desk-window.ts'
import { followSettings, wasStartedAtLogin } from './window/login-item.ts'
import { menuTemplate } from './window/menu-template.ts'
import { confirmClose, quitCleanly } from './window/quitting.ts'
import { createReaderWindow } from './window/reader-window.ts'
import { hideWindow, openPage, showWindow } from './window/show-and-hide.ts'
import { createTray } from './window/tray.ts'

interface DeskStart {
  dataDir: string
  demo: HostFacts['demo']
  installation: Installation
  /** Asked to stay in the tray until the user opens it, as when the system starts it at login. */
  isHidden: boolean
  /** Begun before the application is ready: on Windows it waits for another program. */
  readingPolicy: Promise<PolicyPort>
  /** What to say of the installation itself. */
  readingNotice: Promise<string | undefined>
}

/** Builds the desk and its window, top to bottom. Only once the application is ready; ends with the page loaded. */
export async function startDesk({ dataDir, demo, installation, isHidden, ...reading }: DeskStart): Promise<void> {
  let window: BrowserWindow | undefined
  const pageWindow = (): BrowserWindow | undefined => window
  guardSession(session.defaultSession)
  const reader = createReaderWindow({
    installation,
    placeFile: join(dataDir, 'reader-window.json'),
    onLost: (details) => recordLostPage(desk.engine, { where: 'second window', ...details }),
  })
  const [policy, notice] = await Promise.all([reading.readingPolicy, reading.readingNotice])
  keepCrashDumps(policy)
  const updater = createNativeUpdater({ dataDir, quitting: () => quitting })
  const ports = createElectronPorts({
    dataDir,
    demo,
    installation,
    window: pageWindow,
    reader,
    policy,
    notice,
    updater,
    tell: (told) => desk.tell(told),
  })
  const desk = createDesk(ports)
  handleUncaughtErrors(desk.engine)
  const jobs = followJobs(desk.events)
  const quitting = quitCleanly(() => desk.stop(), ports.clock)
  keepAwake(jobs)
  answerScheme(desk.serve)
  connectPages(desk, () => [window, reader.window()].filter((one) => one !== undefined))
  await desk.start()

  const opened = createDeskWindow({ installation, placeFile: join(dataDir, 'window.json') })
  window = opened
  const open = (): void => (quitting.hasBegun() ? quitting.startAgain() : showWindow(opened))
  // A second start brings the first one to the front: two desks would contend for one data folder.
  app.on('second-instance', open)
  app.on('activate', open)
  recoverPage(opened, desk.engine)
  // Windows asks nobody when a user logs off: what is under way comes to its end as far as there is time (W-B18).
  opened.on('session-end', () => app.quit())
  const state = await followDesk(desk)
  await followSettings(state, { router: desk.router, logger: desk.engine.logger })
  app.setAboutPanelOptions({ applicationName: app.getName(), applicationVersion: app.getVersion() })
  const send = (command: DeskCommand): void => desk.events.emit('desk.commanded', { command })
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ isMac: process.platform === 'darwin', send })))
  const openInbox = (): void => {
    open()
    send('go-inbox')
  }
  desk.events.listen((event) => {
    const isForDialog = event.name === 'desk.commanded' && event.payload.command === 'save-set'
    if (event.name === 'alerts.opened' || isForDialog) open()
  })
  const hasTray = holdTray(
    () => createTray({ icon: installation.trayIcon, jobs, state, router: desk.router, open, openInbox }),
    desk,
  )
  // The Dock of macOS brings a hidden window back as well.
  const canHide = hasTray || process.platform === 'darwin'
  const putAway = (): void => {
    if (canHide) hideWindow(opened)
    else opened.minimize()
    // There is nothing left for it to follow. Not on the event: macOS sends that of a window that another one covers, too.
    void reader.close()
  }
  confirmClose(opened, { jobs, state, quitting, canHide, putAway })
  await openPage(opened, START_PAGE, canHide && (isHidden || wasStartedAtLogin()))
}

/** Keeps the tray icon until the end: one that nothing holds is collected, and vanishes. False where the system shows none. */
function holdTray(create: () => Tray, { tell, engine }: Pick<Desk, 'tell' | 'engine'>): boolean {
  try {
    const tray = create()
    app.once('quit', () => tray.destroy())
    return true
  } catch (thrown) {
    engine.logger.warn('tray.not-shown', { thrown })
    tell({ where: 'Tray', message: NO_TRAY })
    return false
  }
}

const NO_TRAY =
  'This system shows no tray icon, so closing the window ends Parcel Desk. Minimise the window to keep Parcel Desk running.'

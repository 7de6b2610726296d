import { app, Menu, session, type BrowserWindow } from 'electron'
import { join } from 'node:path'
import type { DeskCommand } from '../../shared/contract/contract.ts'
import { createDesk } from '../core/compose-desk.ts'
import type { HostFacts } from '../ports/desk-ports.ts'
import { askBeforeClose } from './ask-before-close.ts'
import { createDeskWindow, openPage, showWindow } from './desk-window.ts'
import { createElectronPorts } from './electron-ports.ts'
import { followDesk } from './desk-state.ts'
import { followSettings } from './follow-settings.ts'
import { guardSession } from './guards.ts'
import type { Installation } from './installation.ts'
import { connectPage } from './ipc.ts'
import { keepAwake } from './keep-awake.ts'
import { menuTemplate } from './menu-template.ts'
import { answerScheme } from './protocol.ts'
import { quitCleanly } from './quit-cleanly.ts'
import { recoverPage } from './recover-page.ts'
import { followJobs } from './running-jobs.ts'
import { createTray } from './tray.ts'
import { watchFailures } from './watch-failures.ts'

interface DeskStart {
  dataDir: string
  demo: HostFacts['demo']
  installation: Installation
  /** Started by the system at login: it stays in the tray until it is asked for. */
  isHidden: boolean
}

/** Builds the desk and its window, top to bottom. Only once the application is ready; ends with the page loaded. */
export async function startDesk({ dataDir, demo, installation, isHidden }: DeskStart): Promise<void> {
  let window: BrowserWindow | undefined
  const pageWindow = (): BrowserWindow | undefined => window
  guardSession(session.defaultSession)
  const desk = createDesk(createElectronPorts({ dataDir, demo, installation, window: pageWindow }))
  watchFailures(desk.engine.logger)
  const jobs = followJobs(desk.events)
  const quitting = quitCleanly(() => desk.stop())
  keepAwake(jobs)
  answerScheme(desk.serve)
  connectPage(desk, pageWindow)
  await desk.start()

  const opened = createDeskWindow({ installation, placeFile: join(dataDir, 'window.json') })
  window = opened
  const open = (): void => showWindow(opened)
  // A second start brings the first one to the front: two desks would contend for one data folder.
  app.on('second-instance', open)
  app.on('activate', open)
  recoverPage(opened, desk.engine.logger)
  // Windows asks nobody when a user logs off: what is under way comes to its end as far as there is time (W-B18).
  opened.on('session-end', () => app.quit())
  const state = await followDesk(desk)
  askBeforeClose(opened, { jobs, state, quitting })
  await followSettings(state, desk.router)
  app.setAboutPanelOptions({ applicationName: app.getName(), applicationVersion: app.getVersion() })
  const send = (command: DeskCommand): void => desk.events.emit('desk.commanded', { command })
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ isMac: process.platform === 'darwin', send })))
  const openInbox = (): void => {
    open()
    send('go-inbox')
  }
  desk.events.listen(({ name }) => {
    if (name === 'alerts.opened') open()
  })
  const tray = createTray({ icon: installation.trayIcon, jobs, state, router: desk.router, open, openInbox })
  // An icon that nothing holds is collected, and vanishes from the screen.
  app.once('quit', () => tray.destroy())
  await openPage(opened, isHidden)
}

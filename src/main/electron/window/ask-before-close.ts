import { app, dialog, type BrowserWindow } from 'electron'
import type { DeskState } from '../desk-state.ts'
import type { Quitting } from './quitting.ts'
import type { RunningJobs } from '../running-jobs.ts'

const BUTTONS = ['Keep saving', 'Quit', 'Cancel']
const [KEEP, QUIT] = [0, 1]

interface Parts {
  jobs: RunningJobs
  state: Pick<DeskState, 'settings'>
  quitting: Quitting
}

/**
 * Closing the window ends the application, unless the user wants it to stay in the tray, or documents are being saved: then
 * the user says which of the two it is to be. On macOS a closed window never ends an application.
 */
export function askBeforeClose(window: BrowserWindow, { jobs, state, quitting }: Parts): void {
  window.on('close', (event) => {
    if (quitting.hasBegun()) return
    event.preventDefault()
    if (process.platform === 'darwin' || state.settings().closesToTray) window.hide()
    else if (jobs.ids().length === 0) app.quit()
    else void ask(window)
  })
}

async function ask(window: BrowserWindow): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: 'Documents are still being saved.',
    detail: 'Keep saving without a window, or quit now: then the job goes on when you resume it after the next start.',
    buttons: BUTTONS,
    defaultId: KEEP,
    cancelId: 2,
    noLink: true,
  })
  if (response === KEEP) window.hide()
  if (response === QUIT) app.quit()
}

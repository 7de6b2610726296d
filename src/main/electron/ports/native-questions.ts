import { dialog, type BrowserWindow, type MessageBoxOptions } from 'electron'
import type { ConfirmPort } from '../../desk/desk-ports.ts'

/** Questions in a system message box, over the window if there is one. Closing it, and Return, decline. */
export function createNativeQuestions(window: () => BrowserWindow | undefined): ConfirmPort {
  return async ({ message, detail, action }) => {
    const box: MessageBoxOptions = {
      type: 'question',
      message,
      detail,
      buttons: [action, 'Cancel'],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    }
    const owner = window()
    const { response } =
      owner === undefined ? await dialog.showMessageBox(box) : await dialog.showMessageBox(owner, box)
    return response === 0
  }
}

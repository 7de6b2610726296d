import { app } from 'electron'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../../engine/storage/make-folder.ts'
import { desktopEntry } from './desktop-entry.ts'

/** Starts into the tray: nobody asked for a window yet. */
const WORDS = ['--hidden']

/**
 * Whether the system starts the application at login, as far as it says: in the task manager of Windows or the settings of
 * macOS a user may have forbidden it since. Undefined in a checkout.
 */
export function isLoginItem(): boolean | undefined {
  if (!app.isPackaged) return undefined
  if (process.platform === 'linux') return existsSync(autostartFile())
  const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings({ args: WORDS })
  return process.platform === 'win32' ? executableWillLaunchAtLogin : openAtLogin
}

/** Has the system start the application at login, or not. Only a packaged one: in a checkout it would start a bare Electron. */
export function setLoginItem(startsAtLogin: boolean): void {
  if (!app.isPackaged) return
  if (process.platform === 'linux') setAutostart(startsAtLogin)
  else app.setLoginItemSettings({ openAtLogin: startsAtLogin, args: WORDS })
}

/** Electron knows login items of Windows and macOS alone; desktops of Linux read a folder of entries. */
function setAutostart(startsAtLogin: boolean): void {
  const file = autostartFile()
  if (!startsAtLogin) {
    rmSync(file, { force: true })
    return
  }
  makeFolder(dirname(file), 0o700)
  writeFileSync(file, desktopEntry([process.env['APPIMAGE'] ?? process.execPath, ...WORDS]))
}

function autostartFile(): string {
  return join(process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'autostart', 'parcel-desk.desktop')
}

import { app } from 'electron'
import { rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from '../storage/make-folder.ts'
import { desktopEntry } from './desktop-entry.ts'

/** Starts into the tray: nobody asked for a window yet. */
const WORDS = ['--hidden']

/** Has the system start the application at login, or not. Only a packaged one: in a checkout it would start a bare Electron. */
export function setLoginItem(startsAtLogin: boolean): void {
  if (!app.isPackaged) return
  if (process.platform === 'linux') setAutostart(startsAtLogin)
  else app.setLoginItemSettings({ openAtLogin: startsAtLogin, args: WORDS })
}

/** Electron knows login items of Windows and macOS alone; desktops of Linux read a folder of entries. */
function setAutostart(startsAtLogin: boolean): void {
  const folder = join(process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'autostart')
  const file = join(folder, 'parcel-desk.desktop')
  if (!startsAtLogin) {
    rmSync(file, { force: true })
    return
  }
  makeFolder(folder, 0o700)
  writeFileSync(file, desktopEntry([process.env['APPIMAGE'] ?? process.execPath, ...WORDS]))
}

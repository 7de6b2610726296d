import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { app, nativeTheme } from 'electron'
import type { Logger } from '../../../engine/base/logger.ts'
import { makeFolder } from '../../../engine/files/file-system.ts'
import type { Router } from '../../desk/router.ts'
import type { DeskState } from '../desk-state.ts'
import { HIDDEN } from '../read-launch.ts'
import { desktopEntry, startedFile } from './desktop-entry.ts'

/** For Windows and Linux: a login item of macOS has no words. */
const WORDS = [HIDDEN]

/** Whether macOS has started it at login. Only once the application is ready. */
export function wasStartedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
}

/**
 * Whether the system starts the application at login: the user may have switched it off in the Task Manager of Windows or the
 * settings of macOS. Undefined in a checkout.
 */
function isLoginItem(): boolean | undefined {
  if (!app.isPackaged) return undefined
  if (process.platform === 'linux') return existsSync(autostartFile())
  const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings({ args: WORDS })
  return process.platform === 'win32' ? executableWillLaunchAtLogin : openAtLogin
}

/** Sets whether the system starts the application at login. Not in a checkout, where it would start a bare Electron. */
function setLoginItem(startsAtLogin: boolean): void {
  if (!app.isPackaged) return
  if (process.platform === 'linux') setAutostart(startsAtLogin)
  else app.setLoginItemSettings({ openAtLogin: startsAtLogin, args: WORDS })
}

/** Electron supports login items only on Windows and macOS; Linux desktops read a folder of entries. */
function setAutostart(startsAtLogin: boolean): void {
  const file = autostartFile()
  if (!startsAtLogin) {
    rmSync(file, { force: true })
    return
  }
  makeFolder(dirname(file), 0o700)
  writeFileSync(file, desktopEntry([startedFile(process.env, process.execPath), ...WORDS]))
}

function autostartFile(): string {
  return join(process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'autostart', 'parcel-desk.desktop')
}

/**
 * Applies two settings to the system: light or dark for menus, dialogs and title bar, and whether to start at login. At start
 * the system's own login setting wins over ours, so that switching it off there lasts (W-B17), and loses to the organisation's.
 */
export async function followSettings(
  state: DeskState,
  { router, logger }: { router: Pick<Router, 'answer'>; logger: Logger },
): Promise<void> {
  let known = await startingAtLogin(state, router)
  const follow = (): void => {
    const settings = state.settings()
    nativeTheme.themeSource = settings.appearance
    if (settings.startsAtLogin === known) return
    known = settings.startsAtLogin
    setLoginItem(known)
  }
  state.onChange(follow)
  try {
    follow()
  } catch (thrown) {
    // Nobody asked for it just now, and the desk works without.
    logger.warn('login-item.not-set', { thrown })
  }
}

/**
 * Whether the system starts the application, which becomes the user's setting unless the organisation has set it. Where the
 * setting cannot be written, the setting itself, so that it is not applied against the system's.
 */
async function startingAtLogin(state: DeskState, router: Pick<Router, 'answer'>): Promise<boolean> {
  const { startsAtLogin } = state.settings()
  const onSystem = isLoginItem() ?? startsAtLogin
  if (onSystem === startsAtLogin) return onSystem
  const reply = await router.answer('settings.change', { startsAtLogin: onSystem })
  const isKnown = reply.isOk || reply.failure.tag === 'set-by-organisation'
  return isKnown ? onSystem : startsAtLogin
}

import { nativeTheme } from 'electron'
import type { DeskState } from './desk-state.ts'
import { setLoginItem } from './login-item.ts'

/** Menus, dialogs and title bar in the light or dark of the page; started at login or not, as the user wishes. */
export function followSettings(state: DeskState): void {
  let startsAtLogin: boolean | undefined
  const follow = (): void => {
    const settings = state.settings()
    nativeTheme.themeSource = settings.appearance
    if (settings.startsAtLogin === startsAtLogin) return
    startsAtLogin = settings.startsAtLogin
    setLoginItem(startsAtLogin)
  }
  state.onChange(follow)
  follow()
}

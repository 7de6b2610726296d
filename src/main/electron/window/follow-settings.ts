import { nativeTheme } from 'electron'
import type { Router } from '../../desk/router.ts'
import type { DeskState } from '../desk-state.ts'
import { isLoginItem, setLoginItem } from './login-item.ts'

/**
 * Menus, dialogs and title bar in the light or dark of the page; started at login or not, as the user wishes. What the system
 * says at the start comes before what was wished once: who switched it off there is not overruled (W-B17).
 */
export async function followSettings(state: DeskState, router: Pick<Router, 'answer'>): Promise<void> {
  const startsAtLogin = isLoginItem()
  if (startsAtLogin !== undefined && startsAtLogin !== state.settings().startsAtLogin) {
    await router.answer('settings.change', { startsAtLogin })
  }
  let known = state.settings().startsAtLogin
  const follow = (): void => {
    const settings = state.settings()
    nativeTheme.themeSource = settings.appearance
    if (settings.startsAtLogin === known) return
    known = settings.startsAtLogin
    setLoginItem(known)
  }
  state.onChange(follow)
  follow()
}

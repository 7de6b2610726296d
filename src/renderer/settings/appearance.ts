import { type Settings, deskStore } from '../client/desk-store.ts'
import { settingsStore } from './section/settings-store.ts'

/** Shows it without waiting; what could not be kept does not hold. */
export async function chooseAppearance(wanted: Settings['appearance']): Promise<void> {
  const before = deskStore.getState().desk?.settings.appearance ?? 'system'
  applyAppearance(wanted)
  if (!(await settingsStore.actions.change('appearance', { appearance: wanted }))) applyAppearance(before)
}

type Appearance = 'system' | 'light' | 'dark'

/** Light, dark, or as the system has it: tokens.css follows `data-theme` on `<html>`, and the system where there is none. */
export function applyAppearance(appearance: Appearance): void {
  const { dataset } = document.documentElement
  if (appearance === 'system') delete dataset['theme']
  else dataset['theme'] = appearance
}

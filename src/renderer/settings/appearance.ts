import { type Settings, deskStore } from '../client/desk-store.ts'
import { settingsStore } from './section/settings-store.ts'

/** Applies it at once; if it cannot be stored, the old one returns. */
export async function chooseAppearance(next: Settings['appearance']): Promise<void> {
  const before = deskStore.getState().desk?.settings.appearance ?? 'system'
  applyAppearance(next)
  if (!(await settingsStore.actions.change('appearance', { appearance: next }))) applyAppearance(before)
}

type Appearance = 'system' | 'light' | 'dark'

/** Light, dark, or as the system: tokens.css follows `data-theme` on `<html>`, or the system without it. */
export function applyAppearance(appearance: Appearance): void {
  const { dataset } = document.documentElement
  if (appearance === 'system') delete dataset['theme']
  else dataset['theme'] = appearance
}

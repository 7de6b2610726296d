import type { Settings } from '../client/desk-store.ts'
import { settingsStore } from '../client/settings-store.ts'

export const COLOURS = [
  { id: 'system', title: 'Same as the system' },
  { id: 'light', title: 'Light' },
  { id: 'dark', title: 'Dark' },
] as const
export const DENSITIES = [
  { id: 'compact', title: 'Compact' },
  { id: 'usual', title: 'Usual' },
  { id: 'roomy', title: 'Roomy' },
] as const

export function changeAppearance(change: Partial<Settings>): void {
  void settingsStore.actions.change('appearance', change)
}

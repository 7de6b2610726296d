import type { Settings } from '../client/desk-store.ts'
import { deskStore } from '../client/desk-store.ts'
import { applyAppearance } from './apply-appearance.ts'
import { settingsStore } from './section/settings-store.ts'

/** Shows it without waiting; what could not be kept does not hold. */
export async function chooseAppearance(wanted: Settings['appearance']): Promise<void> {
  const before = deskStore.getState().desk?.settings.appearance ?? 'system'
  applyAppearance(wanted)
  if (!(await settingsStore.actions.change('appearance', { appearance: wanted }))) applyAppearance(before)
}

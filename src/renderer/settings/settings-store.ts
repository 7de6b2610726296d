import { call, failureIn } from '../desk.ts'
import { createSettingsStore } from './create-settings-store.ts'

export const settingsStore = createSettingsStore({ call, failureIn })

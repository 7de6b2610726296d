import { call, failureIn } from '../../client/desk-client.ts'
import { createSettingsStore } from './create-settings-store.ts'

export const settingsStore = createSettingsStore({ call, failureIn })

import { tellSaved } from '../client/notify.ts'
import { settingsStore } from './section/settings-store.ts'

/** Writes the bundle where the user says. */
export async function saveSupportBundle(): Promise<void> {
  await settingsStore.actions.attempt('diagnostics', async (call) => {
    const { file } = await call('diagnostics.saveSupportBundle', {})
    if (file !== null) tellSaved('Support bundle saved', file)
  })
}

export async function openLogFolder(): Promise<void> {
  await settingsStore.actions.attempt('diagnostics', async (call) => {
    await call('diagnostics.openLogFolder', {})
  })
}

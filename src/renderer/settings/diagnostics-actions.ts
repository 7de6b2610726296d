import { showToast } from '../ui/toast-queue.ts'
import { settingsStore } from './settings-store.ts'

/** Writes the bundle where the user says. */
export async function saveSupportBundle(): Promise<void> {
  await settingsStore.actions.attempt('diagnostics', async (call) => {
    const { isSaved } = await call('diagnostics.saveSupportBundle', {})
    if (isSaved) showToast({ text: 'The support bundle is saved.' })
  })
}

export async function openLogFolder(): Promise<void> {
  await settingsStore.actions.attempt('diagnostics', async (call) => {
    await call('diagnostics.openLogFolder', {})
  })
}

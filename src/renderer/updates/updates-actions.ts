import { call } from '../client/desk-client.ts'
import { toastIfFailed } from '../client/notify.ts'
import { showToast } from '../ui/feedback/toast-queue.ts'

/** Says what was found, also where nothing is new. */
export async function checkForUpdates(): Promise<void> {
  await toastIfFailed(call('updates.check', {}).then(({ sentence }) => showToast({ text: sentence })))
}

export async function downloadUpdate(): Promise<void> {
  await toastIfFailed(call('updates.download', {}))
}

/** Refused in words while documents are saved. */
export async function installUpdate(): Promise<void> {
  await toastIfFailed(call('updates.install', {}))
}

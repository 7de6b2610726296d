import type { Output } from '../../shared/contract/contract.ts'
import { isolated } from '../../shared/text/plain-text.ts'
import { showToast } from '../ui/feedback/toast-queue.ts'
import { call, failureIn } from './desk-client.ts'

type SavedFile = NonNullable<Output<'search.export'>['file']>

/** Waits for work and shows in passing why it failed, if that belongs to no place on the screen. */
export async function toastIfFailed(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (thrown) {
    const { message, next } = failureIn(thrown)
    showToast({ text: `${message} ${next}` })
  }
}

/** Says under which name and where a file was written, and offers to open it: “56 rows exported: found.csv in D:\Trade”. */
export function showSavedFile(what: string, { fileId, name, folder }: SavedFile): void {
  const open = (): void => void toastIfFailed(call('files.open', { fileId }))
  showToast({ text: `${what}: ${isolated(name)} in ${isolated(folder)}`, action: { title: 'Open', run: open } })
}

/**
 * Writes the bundle for support to a place that the user chooses, and says where it is. Returns whether it is saved: not if
 * they chose no place. Rejects with DeskFailure.
 */
export async function saveSupportBundle(): Promise<boolean> {
  const { file } = await call('diagnostics.saveSupportBundle', {})
  if (file !== null) showSavedFile('Support bundle saved', file)
  return file !== null
}

import type { Output } from '../../shared/contract/contract.ts'
import { call, failureIn } from './desk-client.ts'
import { showToast } from '../ui/feedback/toast-queue.ts'

type SavedFile = NonNullable<Output<'files.saveText'>['file']>

/** Says under which name and where something was written, and opens it on demand: “56 rows exported: found.csv in D:\Trade”. */
export function tellSaved(what: string, { fileId, name, folder }: SavedFile): void {
  showToast({ text: `${what}: ${name} in ${folder}`, action: { title: 'Open', run: () => void open(fileId) } })
}

async function open(fileId: string): Promise<void> {
  try {
    await call('files.open', { fileId })
  } catch (thrown) {
    const { message, next } = failureIn(thrown)
    showToast({ text: `${message} ${next}` })
  }
}

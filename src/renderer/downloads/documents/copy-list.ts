import { countOf } from '../../ui/base/count-of.ts'
import { showToast } from '../../ui/feedback/toast-queue.ts'
import { documentTable } from './document-table.ts'
import { downloadsStore } from '../downloads-store.ts'

/** The documents of the filter, all of them, to the clipboard for a spreadsheet. */
export async function copyList(jobId: string): Promise<void> {
  try {
    const documents = await downloadsStore.documents.readAll()
    await navigator.clipboard.writeText(documentTable(documents))
    showToast({ text: `${countOf(documents.length, 'line')} copied. Paste them into a spreadsheet.` })
  } catch (thrown) {
    downloadsStore.actions.noteFailure(jobId, thrown)
  }
}

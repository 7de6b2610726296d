import { call } from '../../client/desk-client.ts'
import { deskStore } from '../../client/desk-store.ts'
import { toTabSeparated } from '../../grid/store/write-rows.ts'
import { countOf } from '../../ui/base/words.ts'
import { showToast } from '../../ui/feedback/toast-queue.ts'
import { downloadsStore } from '../downloads-store.ts'
import { DOCUMENT_STATES, type JobDocument } from '../job-words.ts'

/** Opens or shows a saved document; a failure is shown in the job’s view. */
export async function runDocumentAction(
  method: 'documents.openInReader' | 'documents.showInFolder',
  document: JobDocument | undefined,
): Promise<void> {
  const session = deskStore.getState().desk?.session
  const { jobId } = downloadsStore.documents.store.getState()
  if (document === undefined || session === undefined || session === null || jobId === undefined) return
  if (document.state !== 'saved' && document.state !== 'skipped') return
  const { setId, documentId } = document
  try {
    await call(method, { sessionId: session.sessionId, setId, documentId })
  } catch (thrown) {
    downloadsStore.actions.setFailure(jobId, thrown)
  }
}

/** Saves a document that was refused because it is damaged, by resuming its job. */
export async function saveAsItIs({ documentId }: JobDocument): Promise<void> {
  const { jobId } = downloadsStore.documents.store.getState()
  if (jobId === undefined) return
  try {
    await call('jobs.resume', { jobId, acceptsDamaged: [documentId] })
  } catch (thrown) {
    downloadsStore.actions.setFailure(jobId, thrown)
  }
}

/** Copies all documents of the filter to the clipboard, for a spreadsheet. */
export async function copyList(jobId: string): Promise<void> {
  try {
    const documents = await downloadsStore.documents.readAll()
    await navigator.clipboard.writeText(documentTable(documents))
    showToast({ text: `${countOf(documents.length, 'line')} copied. Paste them into a spreadsheet.` })
  } catch (thrown) {
    downloadsStore.actions.setFailure(jobId, thrown)
  }
}

interface Column {
  readonly title: string
  value(row: JobDocument): string | number | null
}

const COLUMNS: readonly Column[] = [
  { title: 'Document', value: ({ name }) => name },
  { title: 'Parcel', value: ({ parcelRef }) => parcelRef },
  { title: 'Shipment', value: ({ shipmentRef }) => shipmentRef },
  { title: 'Customer', value: ({ customerName }) => customerName },
  { title: 'State', value: ({ state }) => DOCUMENT_STATES[state].title },
  { title: 'File', value: ({ path }) => path },
  { title: 'Bytes', value: ({ bytes }) => bytes },
  { title: 'SHA-256', value: ({ sha256 }) => sha256 },
  { title: 'Why not, or remark', value: ({ failure, remark }) => failure?.message ?? remark },
  { title: 'What next', value: ({ failure }) => failure?.next ?? null },
  { title: 'Set id', value: ({ setId }) => setId },
  { title: 'Document id', value: ({ documentId }) => documentId },
]

/** Documents of a job for a spreadsheet, a header line first. */
export function documentTable(documents: readonly JobDocument[]): string {
  return toTabSeparated(documents, COLUMNS)
}

import { call } from '../../client/desk-client.ts'
import { deskStore } from '../../client/desk-store.ts'
import { downloadsStore } from '../downloads-store.ts'
import type { JobDocument } from '../job-words.ts'

/** Opens or shows a saved document; says in the job's view why it could not. */
export async function askDocument(
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
    downloadsStore.actions.noteFailure(jobId, thrown)
  }
}

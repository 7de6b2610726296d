import type { Input } from '../../shared/contract/contract.ts'
import { call } from '../client/desk-client.ts'
import { deskStore } from '../client/desk-store.ts'
import { toastIfFailed } from '../client/notify.ts'
import { showToast } from '../ui/feedback/toast-queue.ts'

/** Has the system open a document or show its file. */
export function runDocumentAction(
  method: 'documents.openInReader' | 'documents.showInFolder',
  document: Input<'documents.openInReader'>,
): void {
  void toastIfFailed(call(method, document))
}

/** Has the host drag saved documents out of the window, and says why nothing is dragged. */
export function dragOut(documents: Input<'documents.drag'>): void {
  const drag = async (): Promise<void> => {
    const { files } = await call('documents.drag', documents)
    if (files === 0) showToast({ text: 'Nothing to drag: none of these documents is saved here. Save them first.' })
    else if (deskStore.getState().desk?.host === 'shell') showToast({ text: NOT_IN_A_BROWSER })
  }
  void toastIfFailed(drag())
}

const NOT_IN_A_BROWSER =
  'A browser cannot drag files out of a page; the desktop application can. “Show in folder” leads to the files.'

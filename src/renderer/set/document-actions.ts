import type { Input } from '../../shared/contract/contract.ts'
import { call } from '../client/desk-client.ts'
import { toastIfFailed } from '../client/notify.ts'

/** Has the system open a document or show its file. */
export function runDocumentAction(
  method: 'documents.openInReader' | 'documents.showInFolder',
  document: Input<'documents.openInReader'>,
): void {
  void toastIfFailed(call(method, document))
}

/** Has the host drag saved documents out of the window. */
export function dragOut(documents: Input<'documents.drag'>): void {
  void toastIfFailed(call('documents.drag', documents))
}

import type { Input } from '../../shared/contract/contract.ts'
import { call, failureIn } from '../client/desk-client.ts'
import { showToast } from '../ui/feedback/toast-queue.ts'

/** Has the system open a document or show its file; says so where it could not. */
export async function askForDocument(
  method: 'documents.openInReader' | 'documents.showInFolder',
  document: Input<'documents.openInReader'>,
): Promise<void> {
  await sayingWhyNot(call(method, document))
}

/** Has the host drag saved documents out of the window. */
export async function dragOut(documents: Input<'documents.drag'>): Promise<void> {
  await sayingWhyNot(call('documents.drag', documents))
}

async function sayingWhyNot(asked: Promise<unknown>): Promise<void> {
  try {
    await asked
  } catch (thrown) {
    const { message, next } = failureIn(thrown)
    showToast({ text: `${message} ${next}` })
  }
}

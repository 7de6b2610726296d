import { useStore } from 'zustand'
import { MAX_ATTACHMENT_CHARS } from '../../../shared/model/size-limits.ts'
import type { Input } from '../../../shared/contract/contract.ts'
import { isolated } from '../../../shared/text/plain-text.ts'
import { base64Of } from '../../client/base64-of.ts'
import { call } from '../../client/desk-client.ts'
import { deskStore, useDesk } from '../../client/desk-store.ts'
import { toastIfFailed } from '../../client/notify.ts'
import { useCommandsIn } from '../../commands/use-commands.ts'
import type { AttachedFile } from '../../preview/preview-store.ts'
import { copyText, showToast } from '../../ui/feedback/toast-queue.ts'
import { type SetPlace, setStore, type SetView } from '../set-store.ts'

/** The menu of a document in the list. */
export const DOCUMENT_MENU = [
  'read.compare',
  'compare.earlier',
  'preview.print',
  'separator',
  'documents.openInReader',
  'documents.showInFolder',
  'documents.copyPath',
]

/** What can be done with the shown document, whether its pages are on this screen or not. */
export function useDocumentCommands(place: SetPlace, set: SetView): void {
  const sessionId = useDesk(({ session }) => session?.sessionId) ?? ''
  const documentId = useStore(setStore, (sets) => sets[place].documentId)
  const path = set.documents?.find((one) => one.documentId === documentId)?.saved.find((one) => one.isThere)?.path
  const target = { sessionId, setId: set.row.setId, documentId: documentId ?? '' }
  useCommandsIn('Document', [
    {
      id: 'documents.openInReader',
      title: 'Open in the system’s reader',
      // The preview offers the same in the palette.
      isHidden: true,
      isEnabled: documentId !== null,
      run: () => runDocumentAction('documents.openInReader', target),
    },
    {
      id: 'documents.showInFolder',
      title: 'Show the document in its folder',
      isEnabled: path !== undefined,
      run: () => runDocumentAction('documents.showInFolder', target),
    },
    {
      id: 'documents.copyPath',
      title: 'Copy the path of the saved document',
      isEnabled: path !== undefined,
      run: () => void copyText(path ?? '', 'Path copied'),
    },
  ])
}

/** Has the system open a document or show its file. */
export function runDocumentAction(
  method: 'documents.openInReader' | 'documents.showInFolder',
  document: Input<'documents.openInReader'>,
): void {
  void toastIfFailed(call(method, document))
}

/** Saves a file that is attached to a document where the user wants it, and says where it is. It is not opened. */
export function saveAttachment({ name, bytes }: AttachedFile): void {
  const save = async (): Promise<void> => {
    if (bytes === null || bytes.length > MAX_ATTACHMENT_BYTES) {
      showToast({ text: NOT_SAVED })
      return
    }
    const { saved } = await call('attachments.save', { name, base64: await base64Of(new Blob([bytes.slice()])) })
    if (saved !== null) showToast({ text: `Attachment saved: ${isolated(saved.name)} in ${isolated(saved.folder)}` })
  }
  void toastIfFailed(save())
}

const MAX_ATTACHMENT_BYTES = Math.floor((MAX_ATTACHMENT_CHARS / 4) * 3)
const NOT_SAVED = 'The attachment could not be read here, or is too large. Save it with the system’s reader.'

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

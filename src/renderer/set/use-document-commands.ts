import { useStore } from 'zustand'
import { useDesk } from '../client/desk-store.ts'
import { useCommands } from '../commands/use-commands.ts'
import { copyText } from '../ui/feedback/copy-text.ts'
import { runDocumentAction } from './document-actions.ts'
import { type SetPlace, setStore, type SetView } from './set-store.ts'

/** The menu of a document in the list. */
export const DOCUMENT_MENU = [
  'read.compare',
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
  useCommands([
    {
      id: 'documents.openInReader',
      title: 'Open in the system’s reader',
      group: 'Document',
      // The preview offers the same in the palette.
      isHidden: true,
      isEnabled: documentId !== null,
      run: () => runDocumentAction('documents.openInReader', target),
    },
    {
      id: 'documents.showInFolder',
      title: 'Show the document in its folder',
      group: 'Document',
      isEnabled: path !== undefined,
      run: () => runDocumentAction('documents.showInFolder', target),
    },
    {
      id: 'documents.copyPath',
      title: 'Copy the path of the saved document',
      group: 'Document',
      isEnabled: path !== undefined,
      run: () => void copyText(path ?? '', 'Path copied'),
    },
  ])
}

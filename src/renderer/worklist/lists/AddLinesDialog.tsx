import { FolderOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/actions/Button.tsx'
import { TextArea } from '../../ui/fields/TextField.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { worklistStore } from '../store/worklist-store.ts'

/** Further lines for the list on the screen; only they are looked up. */
export function AddLinesDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [text, setText] = useState('')
  const add = (source: Parameters<typeof worklistStore.actions.addLines>[0]): void => {
    onClose()
    void worklistStore.actions.addLines(source)
  }
  return (
    <Dialog
      title="Add lines"
      size="small"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button icon={FolderOpen} onPress={() => add({ kind: 'dialog' })}>
            Choose a file…
          </Button>
          <Button variant="primary" isDisabled={text.trim() === ''} onPress={() => add({ kind: 'text', text })}>
            Add lines
          </Button>
        </>
      }
    >
      <TextArea
        label="Shipment references"
        description="One per line, added at the end. Columns with the same heading become one."
        value={text}
        onChange={setText}
        isMono
      />
    </Dialog>
  )
}

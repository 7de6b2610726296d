import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/actions/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { worklistStore } from '../store/worklist-store.ts'

interface RenameDialogProps {
  readonly name: string
  readonly onClose: () => void
}

export function RenameDialog({ name: before, onClose }: RenameDialogProps): ReactNode {
  const [name, setName] = useState(before)
  const isEmpty = name.trim() === ''
  const rename = (): void => {
    onClose()
    if (name.trim() !== before) void worklistStore.actions.rename(name.trim())
  }
  return (
    <Dialog
      title="Rename the worklist"
      size="small"
      isOpen
      onClose={onClose}
      footer={
        <Button variant="primary" isDisabled={isEmpty} onPress={rename}>
          Rename worklist
        </Button>
      }
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isEmpty) rename()
        }}
      />
    </Dialog>
  )
}

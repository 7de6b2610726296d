import { type ReactNode, useState } from 'react'
import { Button } from '../actions/Button.tsx'
import { TextField } from '../fields/TextField.tsx'
import { Dialog } from './Dialog.tsx'

interface NameDialogProps {
  readonly title: string
  /** The button: “Rename worklist”. */
  readonly confirm: string
  /** In the field at first. */
  readonly firstName: string
  /** The trimmed name, which is not empty. The dialog stays until it is closed. */
  readonly onConfirm: (name: string) => void
  readonly onClose: () => void
  /** Above the field: why it failed. */
  readonly children?: ReactNode
}

/** Asks for a name. Enter gives it. */
export function NameDialog({ title, confirm, firstName, onConfirm, onClose, children }: NameDialogProps): ReactNode {
  const [name, setName] = useState(firstName)
  const isEmpty = name.trim() === ''
  const take = (): void => onConfirm(name.trim())
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      footer={
        <Button variant="primary" isDisabled={isEmpty} onPress={take}>
          {confirm}
        </Button>
      }
    >
      {children}
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isEmpty) take()
        }}
      />
    </Dialog>
  )
}

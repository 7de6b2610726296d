import type { ReactNode } from 'react'
import { Button } from '../../ui/actions/Button.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'

interface RemoveDialogProps {
  /** Undefined while nothing is asked. */
  readonly name: string | undefined
  /** “connection”, “rule”. */
  readonly what: string
  readonly onRemove: () => void
  readonly onClose: () => void
  /** What goes, and what stays. */
  readonly children: ReactNode
}

/** Asks before something goes that would have to be typed again. */
export function RemoveDialog({ name, what, onRemove, onClose, children }: RemoveDialogProps): ReactNode {
  const remove = (): void => {
    onRemove()
    onClose()
  }
  return (
    <Dialog
      title={`Remove the ${what} “${name ?? ''}”?`}
      size="small"
      isAlert
      isOpen={name !== undefined}
      onClose={onClose}
      footer={
        <>
          <Button variant="danger" onPress={remove}>
            Remove the {what}
          </Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a question starts at the answer that harms nothing */}
          <Button variant="primary" autoFocus onPress={onClose}>
            Keep the {what}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

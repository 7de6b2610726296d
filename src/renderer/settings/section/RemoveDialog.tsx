import type { ReactNode } from 'react'
import { isolated } from '../../../shared/text/plain-text.ts'
import { ConfirmDialog } from '../../ui/layout/Dialog.tsx'

interface RemoveDialogProps {
  /** Undefined while nothing is to be removed. */
  readonly name: string | undefined
  /** “profile”, “connection”, “rule”. */
  readonly kind: string
  readonly onRemove: () => void
  readonly onClose: () => void
  /** What goes and what stays. */
  readonly children: ReactNode
}

/** Asks before removing something that would have to be typed again. */
export function RemoveDialog({ name, kind, onRemove, onClose, children }: RemoveDialogProps): ReactNode {
  return (
    <ConfirmDialog
      title={`Remove the ${kind} “${isolated(name ?? '')}”?`}
      isOpen={name !== undefined}
      confirm={`Remove the ${kind}`}
      keep={`Keep the ${kind}`}
      onConfirm={() => {
        onRemove()
        onClose()
      }}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  )
}

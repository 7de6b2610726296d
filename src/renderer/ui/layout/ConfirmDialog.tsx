import type { ReactNode } from 'react'
import { Button } from '../actions/Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  /** The question. */
  readonly title: string
  readonly isOpen: boolean
  /** The answer that acts: “Remove the rule”. */
  readonly confirm: string
  /** The answer that changes nothing: “Keep the rule”. */
  readonly keep: string
  readonly onConfirm: () => void
  readonly onClose: () => void
  /** What it does cannot be undone; so it is, unless it says otherwise. */
  readonly isDanger?: boolean
  /** What goes and what stays. */
  readonly children: ReactNode
}

/** Asks before something that cannot be taken back. Enter and Esc give the answer that changes nothing. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { title, isOpen, confirm, keep, onConfirm, onClose, isDanger = true, children } = props
  return (
    <Dialog
      title={title}
      size="small"
      isAlert
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button variant={isDanger ? 'danger' : 'plain'} onPress={onConfirm}>
            {confirm}
          </Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a question starts at the answer that harms nothing */}
          <Button variant="primary" autoFocus onPress={onClose}>
            {keep}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

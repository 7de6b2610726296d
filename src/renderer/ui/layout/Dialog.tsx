import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from '../actions/Button.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import { classes } from '../base/classes.ts'
import styles from './Dialog.module.css'

interface DialogProps {
  readonly title: string
  /** False for one that is drawn also while it is closed. */
  readonly isOpen?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** The buttons; the default one is last, and never destructive. */
  readonly footer?: ReactNode
  readonly size?: 'small' | 'medium' | 'large' | 'wide'
  /** For a question that needs an answer, such as replacing a file. */
  readonly isAlert?: boolean
  /** What it was opened for is under way: it stays, so that a failure is shown in it. */
  readonly isBusy?: boolean
}

/** A window over the desk. Esc closes it; the focus stays inside and then returns to where it was. */
export function Dialog(props: DialogProps): ReactNode {
  const { title, isOpen = true, onClose, children, footer, size = 'medium', isAlert = false, isBusy = false } = props
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && !isBusy && onClose()}
      className={classes(styles.scrim)}
    >
      <Modal className={classes(styles.modal, styles[size])}>
        <AriaDialog role={isAlert ? 'alertdialog' : 'dialog'} className={classes(styles.dialog)}>
          <header className={styles.header}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <IconButton label="Close" icon={X} shortcut="Escape" isDisabled={isBusy} onPress={onClose} />
          </header>
          <div className={styles.body}>{children}</div>
          {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

interface ConfirmDialogProps {
  /** The question. */
  readonly title: string
  /** The answer that acts: “Remove the rule”. */
  readonly confirm: string
  /** The answer that changes nothing: “Keep the rule”. */
  readonly keep: string
  readonly onConfirm: () => void
  /** What the first answer says while it acts; undefined while it does not. */
  readonly underWay?: string | undefined
  readonly onClose: () => void
  /** What it does cannot be undone; so it is, unless it says otherwise. */
  readonly isDanger?: boolean
  /** What goes and what stays. */
  readonly children: ReactNode
}

/** Asks before something that cannot be taken back. Enter and Esc give the answer that changes nothing. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { title, confirm, keep, onConfirm, underWay, onClose, isDanger = true, children } = props
  const isBusy = underWay !== undefined
  return (
    <Dialog
      title={title}
      size="small"
      isAlert
      isBusy={isBusy}
      onClose={onClose}
      footer={
        <>
          <Button variant={isDanger ? 'danger' : 'plain'} isPending={isBusy} onPress={onConfirm}>
            {underWay ?? confirm}
          </Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a question starts at the answer that harms nothing */}
          <Button variant="primary" autoFocus isDisabled={isBusy} onPress={onClose}>
            {keep}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

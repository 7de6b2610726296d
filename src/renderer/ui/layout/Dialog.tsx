import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton } from '../actions/IconButton.tsx'
import { classes } from '../base/classes.ts'
import styles from './Dialog.module.css'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** The buttons; the default one is last, and never destructive. */
  readonly footer?: ReactNode
  readonly size?: 'small' | 'medium' | 'large' | 'wide'
  /** For a question that needs an answer, such as replacing a file. */
  readonly isAlert?: boolean
}

/** A window over the desk. Esc closes it; the focus stays inside and then returns to where it was. */
export function Dialog(props: DialogProps): ReactNode {
  const { title, isOpen, onClose, children, footer, size = 'medium', isAlert = false } = props
  return (
    <ModalOverlay isOpen={isOpen} onOpenChange={(open) => !open && onClose()} className={classes(styles.scrim)}>
      <Modal className={classes(styles.modal, styles[size])}>
        <AriaDialog role={isAlert ? 'alertdialog' : 'dialog'} className={classes(styles.dialog)}>
          <header className={styles.header}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <IconButton label="Close" icon={X} shortcut="Escape" onPress={onClose} />
          </header>
          <div className={styles.body}>{children}</div>
          {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

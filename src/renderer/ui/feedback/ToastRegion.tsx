import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from 'react-aria-components'
import { Glyph } from '../actions/Glyph.tsx'
import { classes } from '../base/classes.ts'
import { type ToastContent as Content, toastQueue } from './toast-queue.ts'
import styles from './ToastRegion.module.css'

// React Aria’s own role, alert, would interrupt the screen reader.
const POLITE = { role: 'status' } as const

/** Where toasts appear; the frame has one. F6 goes there and back. */
export function ToastRegion(): ReactNode {
  return (
    <AriaToastRegion queue={toastQueue} aria-label="Notices" className={classes(styles.region)}>
      {({ toast }) => (
        <Toast toast={toast} className={classes(styles.toast)}>
          <ToastContent {...POLITE} className={classes(styles.content)}>
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          <Action content={toast.content} onDone={() => toastQueue.close(toast.key)} />
          <Button slot="close" aria-label="Close" className={classes(styles.button, styles.close)}>
            <Glyph icon={X} size="small" />
          </Button>
        </Toast>
      )}
    </AriaToastRegion>
  )
}

function Action({ content, onDone }: { readonly content: Content; readonly onDone: () => void }): ReactNode {
  const action = content.undo === undefined ? content.action : { title: 'Undo', run: content.undo }
  if (action === undefined) return null
  const run = (): void => {
    action.run()
    onDone()
  }
  return (
    <Button className={classes(styles.button)} onPress={run}>
      {action.title}
    </Button>
  )
}

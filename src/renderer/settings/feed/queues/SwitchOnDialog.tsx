import { type ReactNode, useState } from 'react'
import { call } from '../../../client/desk-client.ts'
import type { ShownFailure } from '../../../client/caller.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import { FailureNotice } from '../../../ui/feedback/FailureNotice.tsx'
import { tryFeed } from '../change-feed.ts'
import styles from '../feeds.module.css'

/** Says before the first message is taken what taking it means (T36). Its default answer does nothing. */
export function SwitchOnDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [failure, setFailure] = useState<ShownFailure>()
  const switchOn = async (): Promise<void> => {
    const failed = await tryFeed((sessionId) => call('feeds.switchOn', { sessionId, hasReadWarning: true }))
    if (failed === undefined) onClose()
    else setFailure(failed)
  }
  return (
    <Dialog
      title="Messages taken here reach no other program"
      size="small"
      isAlert
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={() => void switchOn()}>Take messages on this desk</Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a question starts at the answer that harms nothing */}
          <Button variant="primary" autoFocus onPress={onClose}>
            Leave it off
          </Button>
        </>
      }
    >
      <div className={styles.paragraphs}>
        {failure !== undefined && <FailureNotice failure={failure} />}
        <p>
          A queue gives each message to one program only. If another desk or a system of your company reads the same
          queue, it will miss what this desk takes.
        </p>
        <p>
          Ask whoever runs the queue before you switch it on. Several desks can share one queue: one collects, the
          others follow (“Sharing a queue”).
        </p>
      </div>
    </Dialog>
  )
}

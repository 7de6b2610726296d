import type { ReactNode } from 'react'
import { useDesk } from '../../client/desk-store.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { downloadsStore } from '../downloads-store.ts'
import { cancelMeans } from '../job-words.ts'

interface CancelJobDialogProps {
  readonly jobId: string
  readonly onClose: () => void
}

/** Asks before a job is given up, for it cannot be taken up again. */
export function CancelJobDialog({ jobId, onClose }: CancelJobDialogProps): ReactNode {
  // Its counts go on while the question is on the screen.
  const job = useDesk(({ jobs }) => jobs.find((one) => one.jobId === jobId))
  const cancel = (): void => {
    onClose()
    void downloadsStore.actions.ask('jobs.cancel', jobId)
  }
  return (
    <Dialog
      title="Cancel this save?"
      size="small"
      isAlert
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button variant="danger" onPress={cancel}>
            Cancel the save
          </Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a question starts at the answer that harms nothing */}
          <Button variant="primary" autoFocus onPress={onClose}>
            Keep the save
          </Button>
        </>
      }
    >
      {job !== undefined && <p>{cancelMeans(job)}</p>}
    </Dialog>
  )
}

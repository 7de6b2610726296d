import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { downloadsStore } from './downloads-store.ts'
import { cancelMeans, type Job } from './job-words.ts'

interface CancelJobDialogProps {
  readonly job: Job
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks before a job is given up, for it cannot be taken up again. */
export function CancelJobDialog({ job, isOpen, onClose }: CancelJobDialogProps): ReactNode {
  const cancel = (): void => {
    onClose()
    void downloadsStore.actions.ask('jobs.cancel', job.jobId)
  }
  return (
    <Dialog
      title="Cancel this save?"
      size="small"
      isAlert
      isOpen={isOpen}
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
      <p>{cancelMeans(job)}</p>
    </Dialog>
  )
}

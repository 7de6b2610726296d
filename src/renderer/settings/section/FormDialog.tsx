import { type FormEvent, type ReactNode, useId } from 'react'
import { useAttempt } from '../../client/use-attempt.ts'
import { Button } from '../../ui/actions/Button.tsx'
import base from '../../ui/base/base.module.css'
import { FailureNotice } from '../../ui/feedback/Banner.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'

interface FormDialogProps {
  readonly title: string
  /** The button that keeps what was typed: “Save the rule”. */
  readonly keep: string
  /** What keeps it, rejecting with DeskFailure; undefined while something has to be corrected. */
  readonly onKeep: () => (() => Promise<unknown>) | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Fields with Cancel and a button that keeps them. It closes once they are kept, and shows why they were not. */
export function FormDialog({ title, keep, onKeep, onClose, children }: FormDialogProps): ReactNode {
  const formId = useId()
  const { attempt, isBusy, failure } = useAttempt()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const work = onKeep()
    if (work === undefined) return
    attempt(async () => {
      await work()
      onClose()
    })
  }
  return (
    <Dialog
      title={title}
      isBusy={isBusy}
      onClose={onClose}
      footer={
        <>
          <Button isDisabled={isBusy} onPress={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={formId} isPending={isBusy}>
            {isBusy ? 'Keeping…' : keep}
          </Button>
        </>
      }
    >
      <form noValidate id={formId} className={base.column} onSubmit={submit}>
        {failure !== undefined && <FailureNotice failure={failure} />}
        {children}
      </form>
    </Dialog>
  )
}

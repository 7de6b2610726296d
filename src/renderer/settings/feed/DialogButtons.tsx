import type { ReactNode } from 'react'
import { Button } from '../../ui/actions/Button.tsx'

interface DialogButtonsProps {
  /** What the form of this id is about: “Keep the rule”. */
  readonly keep: string
  readonly formId: string
  readonly onClose: () => void
}

/** Cancel, and the button that sends the form of a dialog. */
export function DialogButtons({ keep, formId, onClose }: DialogButtonsProps): ReactNode {
  return (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button variant="primary" type="submit" form={formId}>
        {keep}
      </Button>
    </>
  )
}

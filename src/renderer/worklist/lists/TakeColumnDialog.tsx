import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/actions/Button.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { columnTitle } from '../store/worklist-columns.ts'
import type { Worklist } from '../store/worklist-state.ts'
import { worklistStore } from '../store/worklist-store.ts'

interface TakeColumnDialogProps {
  readonly list: Worklist
  readonly onClose: () => void
}

/** Where the guess was wrong: the same lines, with the references of another column. */
export function TakeColumnDialog({ list: { headings, referenceColumn }, onClose }: TakeColumnDialogProps): ReactNode {
  const [column, setColumn] = useState(String(referenceColumn))
  const take = (): void => {
    onClose()
    void worklistStore.actions.takeColumn(Number(column))
  }
  return (
    <Dialog
      title="Column of the references"
      size="small"
      onClose={onClose}
      footer={
        <Button variant="primary" isDisabled={column === String(referenceColumn)} onPress={take}>
          Look them up
        </Button>
      }
    >
      <Select
        label="References are in"
        options={headings.map((_, at) => ({ id: String(at), title: columnTitle(headings, at) }))}
        value={column}
        onChange={setColumn}
      />
    </Dialog>
  )
}

import { type ReactNode, useState } from 'react'
import type { DescribedFailure } from '../../../shared/errors/failure.ts'
import { failureIn } from '../../client/desk-client.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { FailureNotice } from '../../ui/feedback/Banner.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { describeSearch } from '../describe-search.ts'
import type { SearchForm } from '../search-state.ts'
import { searchStore } from '../search-store.ts'

interface SaveSearchDialogProps {
  readonly form: SearchForm
  readonly onClose: () => void
}

/** Names and saves the search in the form. */
export function SaveSearchDialog({ form, onClose }: SaveSearchDialogProps): ReactNode {
  const [name, setName] = useState(() => describeSearch(form, searchStore.getState().customers))
  const [failure, setFailure] = useState<DescribedFailure>()
  const save = (): void => {
    searchStore.actions.saveSearch(name.trim(), form).then(onClose, (thrown: unknown) => setFailure(failureIn(thrown)))
  }
  return (
    <Dialog
      title="Save this search"
      size="small"
      isOpen
      onClose={onClose}
      footer={
        <Button variant="primary" isDisabled={name.trim() === ''} onPress={save}>
          Save search
        </Button>
      }
    >
      {failure !== undefined && <FailureNotice failure={failure} />}
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && name.trim() !== '') save()
        }}
      />
    </Dialog>
  )
}

import { FolderOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDesk, useLocked } from '../client/desk-store.ts'
import { Button, type ButtonProps } from '../ui/actions/Button.tsx'
import { LockedField, setByText } from '../ui/fields/LockedField.tsx'
import { NumberSelect } from '../ui/fields/NumberSelect.tsx'
import { type Choice, RadioGroup } from '../ui/fields/RadioGroup.tsx'
import { type Option, Select } from '../ui/fields/Select.tsx'
import type { ChosenFolder, Conflict } from './store/save-state.ts'

const STEPS = [1, 2, 4, 8, 16, 32] as const

interface ConcurrencySelectProps {
  readonly value: number
  readonly onChange: (concurrency: number) => void
}

/** How many documents are fetched at the same time. */
export function ConcurrencySelect({ value, onChange }: ConcurrencySelectProps): ReactNode {
  const by = useLocked('concurrency')
  const most = useDesk(({ organisation }) => organisation.mostConcurrency)
  const limit = by === undefined ? '' : ` At most ${most}, set by ${by}.`
  return (
    <NumberSelect
      label="At most so many documents at once"
      description={`How many it is follows what the service bears, up to this.${limit}`}
      steps={[...STEPS.filter((step) => step < most), most]}
      titleOf={(step) => (step === 32 ? '32 (usual)' : String(step))}
      value={Math.min(value, most)}
      onChange={onChange}
    />
  )
}

/** What to do with an existing file; the safe choice first. */
const CONFLICT_CHOICES: readonly (Choice<Conflict> & Option<Conflict>)[] = [
  {
    id: 'keep-both',
    title: 'Keep both versions',
    description: 'Different contents are saved beside the existing file. The same contents are not saved twice.',
  },
  {
    id: 'skip',
    title: 'Leave the existing file',
    description: 'The document is not fetched, whatever the file holds.',
  },
  {
    id: 'replace',
    title: 'Replace the existing file',
    description: 'What the file held is gone for good.',
  },
]

interface ConflictChoiceProps {
  readonly value: Conflict
  readonly onChange: (conflict: Conflict) => void
}

const CONFLICT_LABEL = 'If a file already exists'

/** What happens to a file that has the name already, each choice with its meaning. */
export function ConflictChoice({ value, onChange }: ConflictChoiceProps): ReactNode {
  const by = useLocked('conflict')
  const locked = by === undefined ? {} : { isReadOnly: true, description: setByText(by) }
  return <RadioGroup label={CONFLICT_LABEL} choices={CONFLICT_CHOICES} value={value} onChange={onChange} {...locked} />
}

/** The same on one line; the meanings are in its list. */
export function ConflictSelect({ value, onChange }: ConflictChoiceProps): ReactNode {
  const by = useLocked('conflict')
  if (by === undefined)
    return <Select isInline label={CONFLICT_LABEL} options={CONFLICT_CHOICES} value={value} onChange={onChange} />
  const title = CONFLICT_CHOICES.find(({ id }) => id === value)?.title ?? ''
  return <LockedField label={CONFLICT_LABEL} value={title} by={by} />
}

interface FolderSelectProps {
  readonly label: string
  /** Undefined until they are read. */
  readonly folders: readonly ChosenFolder[] | undefined
  readonly value: string | undefined
  readonly placeholder: string
  readonly error: string | undefined
  readonly onChange: (folderId: string) => void
}

/** One of the folders chosen before. */
export function FolderSelect({ label, folders, value, placeholder, error, onChange }: FolderSelectProps): ReactNode {
  return (
    <Select
      label={label}
      value={value}
      placeholder={placeholder}
      isDisabled={folders === undefined}
      options={(folders ?? []).map(({ folderId, path, isThere }) => ({
        id: folderId,
        title: path,
        ...(isThere ? {} : { more: 'not there now' }),
      }))}
      error={error}
      onChange={onChange}
    />
  )
}

/** Another folder, from the dialog of the system. */
export function ChooseFolderButton(props: Pick<ButtonProps, 'variant' | 'onPress'>): ReactNode {
  return (
    <Button {...props} icon={FolderOpen}>
      Choose a folder…
    </Button>
  )
}

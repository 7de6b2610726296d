import { type ReactNode, useId } from 'react'
import { type Organisation, useLocked } from '../../client/desk-store.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { LockedNote } from '../../ui/fields/LockedField.tsx'

interface ManagedCheckboxProps {
  readonly setting: keyof Organisation['locked']
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
  readonly children: ReactNode
}

/** A box to tick that an organisation may have set: it then says who, and can be reached but not changed. */
export function ManagedCheckbox({ setting, isSelected, onChange, children }: ManagedCheckboxProps): ReactNode {
  const by = useLocked(setting)
  const noteId = useId()
  if (by === undefined) {
    return (
      <Checkbox isSelected={isSelected} onChange={onChange}>
        {children}
      </Checkbox>
    )
  }
  return (
    <div>
      <Checkbox isReadOnly isSelected={isSelected} aria-describedby={noteId}>
        {children}
      </Checkbox>
      <LockedNote id={noteId} by={by} />
    </div>
  )
}

import { type ReactNode, useState } from 'react'
import { docTypeLabel } from '../../../../shared/text/doc-type-label.ts'
import { ReferenceField } from '../../../parcel/ReferenceField.tsx'

interface DocTypesFieldProps {
  readonly label: string
  /** As the service names them; none stands for every type. */
  readonly docTypes: readonly string[]
  readonly onChange: (docTypes: string[]) => void
}

/** The types of documents that a rule or a schedule saves. */
export function DocTypesField({ label, docTypes, onChange }: DocTypesFieldProps): ReactNode {
  const [typed, setTyped] = useState('')
  return (
    <ReferenceField
      label={label}
      placeholder="Every type"
      description="As the service names them, such as Bill of Lading."
      references={docTypes}
      onChange={(references) => onChange([...references])}
      titleOf={docTypeLabel}
      typed={typed}
      onType={setTyped}
    />
  )
}

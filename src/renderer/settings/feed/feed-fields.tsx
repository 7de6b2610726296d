import { type ReactNode, useState } from 'react'
import { docTypeLabel, foldState, KNOWN_STATES, stateLabel } from '../../../shared/text/set-fields.ts'
import { ReferenceField } from '../../parcel/ReferenceField.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import styles from './feeds.module.css'

interface StatesFieldProps {
  readonly label: string
  readonly states: readonly string[]
  readonly onChange: (states: string[]) => void
  readonly error?: string | undefined
}

/** The states of a set as check boxes; a chosen state that is not known here stays (T12). */
export function StatesField({ label, states, onChange, error }: StatesFieldProps): ReactNode {
  const folded = states.map(foldState)
  const known = KNOWN_STATES.map(({ state }) => foldState(state))
  const all = [...known, ...folded.filter((state) => !known.includes(state))]
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      <div className={styles.ticks}>
        {all.map((state) => (
          <Checkbox
            key={state}
            isSelected={folded.includes(state)}
            onChange={(isOn) => onChange(isOn ? [...folded, state] : folded.filter((one) => one !== state))}
          >
            {stateLabel(state)}
          </Checkbox>
        ))}
      </div>
      {error !== undefined && <p className={styles.error}>{error}</p>}
    </fieldset>
  )
}

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

import { type ReactNode, useState } from 'react'
import { docTypeLabel, foldState, KNOWN_STATES, stateLabel } from '../../../shared/text/set-fields.ts'
import { ReferenceField } from '../../parcel/ReferenceField.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import styles from './feeds.module.css'

interface TicksProps<Id extends string> {
  readonly legend: string
  readonly choices: readonly { readonly id: Id; readonly title: string }[]
  readonly ticked: readonly Id[]
  readonly onChange: (ticked: Id[]) => void
  readonly error?: string | undefined
}

/** Any number of a few choices, as check boxes. */
export function Ticks<Id extends string>({ legend, choices, ticked, onChange, error }: TicksProps<Id>): ReactNode {
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      <div className={styles.ticks}>
        {choices.map(({ id, title }) => (
          <Checkbox
            key={id}
            isSelected={ticked.includes(id)}
            onChange={(isOn) => onChange(isOn ? [...ticked, id] : ticked.filter((one) => one !== id))}
          >
            {title}
          </Checkbox>
        ))}
      </div>
      {error !== undefined && <p className={styles.error}>{error}</p>}
    </fieldset>
  )
}

interface StatesFieldProps extends Pick<TicksProps<string>, 'onChange' | 'error'> {
  readonly label: string
  readonly states: readonly string[]
}

/** The states of a set; a chosen state that is not known here stays (T12). */
export function StatesField({ label, states, ...rest }: StatesFieldProps): ReactNode {
  const ticked = states.map(foldState)
  const all = new Set([...KNOWN_STATES.map(({ state }) => foldState(state)), ...ticked])
  const choices = [...all].map((state) => ({ id: state, title: stateLabel(state) }))
  return <Ticks legend={label} choices={choices} ticked={ticked} {...rest} />
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

import type { ReactNode } from 'react'
import { foldState, KNOWN_STATES, stateLabel } from '../../../shared/text/fold-state.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import styles from './feeds.module.css'

interface StatesFieldProps {
  readonly label: string
  readonly states: readonly string[]
  readonly onChange: (states: string[]) => void
  readonly error?: string | undefined
}

/** The states of a set as boxes to tick; one that the service made up later stays if it was chosen (T12). */
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

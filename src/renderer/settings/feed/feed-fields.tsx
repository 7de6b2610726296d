import type { ReactNode } from 'react'
import { foldState, KNOWN_STATES, stateLabel } from '../../../shared/text/fold-state.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import styles from './feeds.module.css'
import { Button } from '../../ui/actions/Button.tsx'
import settingsStyles from '../SettingsScreen.module.css'

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

interface ChangeableRowProps {
  /** What is changed or removed, for who does not see the row. */
  readonly name: string
  readonly onEdit: () => void
  readonly onRemove: () => void
  readonly children: ReactNode
}

/** Something that was set up, with what can be done to it. */
export function ChangeableRow({ name, onEdit, onRemove, children }: ChangeableRowProps): ReactNode {
  return (
    <li className={settingsStyles.row}>
      <div className={settingsStyles.words}>{children}</div>
      <div className={settingsStyles.actions}>
        <Button variant="quiet" aria-label={`Change ${name}`} onPress={onEdit}>
          Change
        </Button>
        <Button variant="quiet" aria-label={`Remove ${name}`} onPress={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}

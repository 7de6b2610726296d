import type { ReactNode } from 'react'
import { RadioGroup as AriaRadioGroup, Label, Radio } from 'react-aria-components'
import { classes } from '../base/classes.ts'
import styles from './Choice.module.css'
import fieldStyles from './Field.module.css'
import { FieldNotes, type FieldTexts } from './TextField.tsx'
import tickStyles from './TickBox.module.css'

export interface Choice<Id extends string> {
  readonly id: Id
  readonly title: string
  /** What it means, in one line. */
  readonly description?: string
}

interface RadioGroupProps<Id extends string> extends FieldTexts {
  readonly choices: readonly Choice<Id>[]
  /** Null while none is chosen. */
  readonly value: Id | null
  readonly onChange: (id: Id) => void
  readonly isDisabled?: boolean
  /** It can be read and reached, not changed. */
  readonly isReadOnly?: boolean
  /** In the form that it belongs to. */
  readonly name?: string
}

/** One of a few choices, all visible, each with its meaning. */
export function RadioGroup<Id extends string>(props: RadioGroupProps<Id>): ReactNode {
  return (
    <Group {...props} className={classes(styles.group)}>
      <Label className={classes(fieldStyles.label)}>{props.label}</Label>
      {props.choices.map(({ id, title, description }) => (
        <Radio key={id} value={id} className={classes(styles.choice)}>
          <span className={classes(tickStyles.frame, styles.dot)} aria-hidden />
          <span>
            {title}
            {description !== undefined && <span className={styles.description}>{description}</span>}
          </span>
        </Radio>
      ))}
      <FieldNotes description={props.description} error={props.error} />
    </Group>
  )
}

/** One of two to four short words side by side, such as System, Light, Dark. */
export function Segmented<Id extends string>(props: RadioGroupProps<Id>): ReactNode {
  return (
    <Group {...props} className={classes(styles.group)}>
      <Label className={classes(fieldStyles.label)}>{props.label}</Label>
      <div className={styles.segments}>
        {props.choices.map(({ id, title }) => (
          <Radio key={id} value={id} className={classes(styles.segment)}>
            {title}
          </Radio>
        ))}
      </div>
      <FieldNotes description={props.description} error={props.error} />
    </Group>
  )
}

function Group<Id extends string>(
  props: RadioGroupProps<Id> & { readonly className: string; readonly children: ReactNode },
): ReactNode {
  const { choices, value, onChange, isDisabled = false, isReadOnly = false, name = '' } = props
  const { error, className, children } = props
  const choose = (id: string): void => {
    const chosen = choices.find((choice) => choice.id === id)
    if (chosen !== undefined) onChange(chosen.id)
  }
  return (
    <AriaRadioGroup
      value={value}
      onChange={choose}
      isDisabled={isDisabled}
      isReadOnly={isReadOnly}
      isInvalid={error !== undefined}
      {...(name === '' ? {} : { name })}
      className={className}
    >
      {children}
    </AriaRadioGroup>
  )
}

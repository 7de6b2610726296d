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
  /** It can be read and reached, not changed. */
  readonly isReadOnly?: boolean
  /** In the form that it belongs to. */
  readonly name?: string
}

/** One of a few choices, all visible, each with its meaning. */
export function RadioGroup<Id extends string>(props: RadioGroupProps<Id>): ReactNode {
  return (
    <Group {...props}>
      {props.choices.map(({ id, title, description }) => (
        <Radio key={id} value={id} className={classes(styles.choice)}>
          <span className={classes(tickStyles.frame, styles.dot)} aria-hidden />
          <span>
            {title}
            {description !== undefined && <span className={styles.description}>{description}</span>}
          </span>
        </Radio>
      ))}
    </Group>
  )
}

/** One of two to four short words side by side, such as System, Light, Dark. */
export function Segmented<Id extends string>(props: RadioGroupProps<Id>): ReactNode {
  return (
    <Group {...props}>
      <div className={styles.segments}>
        {props.choices.map(({ id, title }) => (
          <Radio key={id} value={id} className={classes(styles.segment)}>
            {title}
          </Radio>
        ))}
      </div>
    </Group>
  )
}

function Group<Id extends string>(props: RadioGroupProps<Id> & { readonly children: ReactNode }): ReactNode {
  const { label, description, error, choices, value, onChange, isReadOnly = false, name = '', children } = props
  const choose = (id: string): void => {
    const chosen = choices.find((choice) => choice.id === id)
    if (chosen !== undefined) onChange(chosen.id)
  }
  return (
    <AriaRadioGroup
      value={value}
      onChange={choose}
      isReadOnly={isReadOnly}
      isInvalid={error !== undefined}
      {...(name === '' ? {} : { name })}
      className={classes(styles.group)}
    >
      <Label className={classes(fieldStyles.label)}>{label}</Label>
      {children}
      <FieldNotes description={description} error={error} />
    </AriaRadioGroup>
  )
}

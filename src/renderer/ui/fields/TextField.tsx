import type { ReactNode } from 'react'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Input,
  Label,
  TextArea as AriaTextArea,
} from 'react-aria-components'
import { classes } from '../base/classes.ts'
import styles from './Field.module.css'
import { FieldNotes, type FieldTexts } from './FieldNotes.tsx'

export interface TextFieldProps
  extends FieldTexts, Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'isInvalid'> {
  readonly placeholder?: string
  /** For references, patterns and hashes. */
  readonly isMono?: boolean
}

/** One line of text under its label. */
export function TextField(props: TextFieldProps): ReactNode {
  const { label, description, error, placeholder = '', isMono = false, ...rest } = props
  return (
    <AriaTextField {...rest} isInvalid={error !== undefined} className={classes(styles.field)}>
      <Label className={classes(styles.label)}>{label}</Label>
      <Input placeholder={placeholder} className={classes(styles.box, isMono && styles.mono)} />
      <FieldNotes description={description} error={error} />
    </AriaTextField>
  )
}

/** Several lines of text; the user may pull it longer. */
export function TextArea(props: TextFieldProps): ReactNode {
  const { label, description, error, placeholder = '', isMono = false, ...rest } = props
  return (
    <AriaTextField {...rest} isInvalid={error !== undefined} className={classes(styles.field)}>
      <Label className={classes(styles.label)}>{label}</Label>
      <AriaTextArea placeholder={placeholder} className={classes(styles.box, styles.area, isMono && styles.mono)} />
      <FieldNotes description={description} error={error} />
    </AriaTextField>
  )
}

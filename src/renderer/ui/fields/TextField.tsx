import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  FieldError,
  Group,
  Input,
  Label,
  Text,
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components'
import { Glyph } from '../actions/Glyph.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import base from '../base/base.module.css'
import { classes } from '../base/classes.ts'
import styles from './Field.module.css'

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
      <Input placeholder={placeholder} className={classes(styles.box, isMono && base.mono)} />
      <FieldNotes description={description} error={error} />
    </AriaTextField>
  )
}

interface TextAreaProps extends TextFieldProps {
  /** A few words of help in the line of the label, where they take no room from what is below. */
  readonly hint?: string
  /** One line high until more is typed; its label is for screen readers, its placeholder for the rest. */
  readonly isGrowing?: boolean
}

/** Several lines of text; the user can make it taller. */
export function TextArea(props: TextAreaProps): ReactNode {
  const { label, hint, description, error, placeholder = '', isMono = false, isGrowing = false, ...rest } = props
  return (
    <AriaTextField
      {...rest}
      isInvalid={error !== undefined}
      className={classes(styles.field, isGrowing && styles.growing)}
    >
      <div className={styles.labelLine}>
        <Label className={classes(styles.label)}>{label}</Label>
        {hint !== undefined && (
          <Text slot="description" className={classes(styles.notes)}>
            {hint}
          </Text>
        )}
      </div>
      <AriaTextArea placeholder={placeholder} className={classes(styles.box, styles.area, isMono && base.mono)} />
      <FieldNotes description={description} error={error} />
    </AriaTextField>
  )
}

export interface FieldTexts {
  readonly label: string
  /** One line of help under the field. */
  readonly description?: string | undefined
  /** What is wrong and how to fix it; while set, the field is invalid. */
  readonly error?: string | undefined
}

type FieldNotesProps = Pick<FieldTexts, 'description' | 'error'>

/** The text under a field; React Aria links it to the input. */
export function FieldNotes({ description, error }: FieldNotesProps): ReactNode {
  return (
    <>
      {description !== undefined && error === undefined && (
        <Text slot="description" className={classes(styles.notes)}>
          {description}
        </Text>
      )}
      <FieldError className={classes(styles.notes, styles.error)}>
        {error !== undefined && (
          <>
            <Glyph icon={CircleAlert} size="small" /> {error}
          </>
        )}
      </FieldError>
    </>
  )
}

type PasswordFieldProps = FieldTexts &
  Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'isInvalid' | 'type'>

/** A password, hidden until the eye is pressed. */
export function PasswordField({ label, description, error, ...rest }: PasswordFieldProps): ReactNode {
  const [isShown, setIsShown] = useState(false)
  return (
    <AriaTextField
      {...rest}
      type={isShown ? 'text' : 'password'}
      spellCheck="false"
      isInvalid={error !== undefined}
      className={classes(styles.field)}
    >
      <Label className={classes(styles.label)}>{label}</Label>
      <Group className={classes(styles.box, styles.withButton)}>
        <Input />
        <IconButton
          label={isShown ? 'Hide password' : 'Show password'}
          icon={isShown ? EyeOff : Eye}
          onPress={() => setIsShown(!isShown)}
        />
      </Group>
      <FieldNotes description={description} error={error} />
    </AriaTextField>
  )
}

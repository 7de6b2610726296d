import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { TextField as AriaTextField, type TextFieldProps, Group, Input, Label } from 'react-aria-components'
import { IconButton } from '../actions/IconButton.tsx'
import { classes } from '../base/classes.ts'
import styles from './Field.module.css'
import { FieldNotes, type FieldTexts } from './TextField.tsx'

type PasswordFieldProps = FieldTexts & Omit<TextFieldProps, 'children' | 'className' | 'style' | 'isInvalid' | 'type'>

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

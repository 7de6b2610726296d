import { type ReactNode, useState } from 'react'
import { TextField, type TextFieldProps } from './TextField.tsx'

interface KeptFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown'> {
  readonly value: string
  /** What is wrong with what is typed: it is then not kept. */
  readonly problemOf?: (typed: string) => string | undefined
  readonly onKeep: (typed: string) => void
}

/** A line of text that counts once the field is left or Enter is pressed. */
export function KeptField({ value, problemOf = () => undefined, onKeep, ...field }: KeptFieldProps): ReactNode {
  const [typed, setTyped] = useState(value)
  const error = problemOf(typed)
  const keep = (): void => {
    if (error === undefined && typed.trim() !== value) onKeep(typed.trim())
  }
  return (
    <TextField
      {...field}
      value={typed}
      error={error}
      onChange={setTyped}
      onBlur={keep}
      onKeyDown={({ key }) => {
        if (key === 'Enter') keep()
      }}
    />
  )
}

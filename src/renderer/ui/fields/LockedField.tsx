import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Glyph } from '../actions/Glyph.tsx'
import { classes } from '../base/classes.ts'
import styles from './Field.module.css'
import { TextField } from './TextField.tsx'

/** Who set what cannot be changed here. */
export function LockedNote({ by, id }: { readonly by: string; readonly id?: string }): ReactNode {
  return (
    <p {...(id === undefined ? {} : { id })} className={classes(styles.notes)}>
      <Glyph icon={Lock} size="small" /> {setByText(by)}
    </p>
  )
}

interface LockedFieldProps {
  readonly label: string
  readonly value: string
  /** Who set it, as the end of a sentence. */
  readonly by: string
  readonly isMono?: boolean
}

/** A value that cannot be changed but read, copied and reached with the keyboard, in place of its control. */
export function LockedField({ label, value, by, isMono = false }: LockedFieldProps): ReactNode {
  return <TextField isReadOnly label={label} value={value} isMono={isMono} description={setByText(by)} />
}

export function setByText(by: string): string {
  return `Set by ${by}.`
}

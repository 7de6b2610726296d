import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FieldError, Text } from 'react-aria-components'
import { classes } from '../base/classes.ts'
import styles from './Field.module.css'
import { Glyph } from '../actions/Glyph.tsx'

export interface FieldTexts {
  readonly label: string
  /** One line under the field that helps to fill it. */
  readonly description?: string | undefined
  /** What is wrong and how to mend it; while there is one the field counts as invalid. */
  readonly error?: string | undefined
}

type FieldNotesProps = Pick<FieldTexts, 'description' | 'error'>

/** What stands under a field; React Aria ties it to the input. */
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

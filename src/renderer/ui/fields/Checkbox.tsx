import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components'
import styles from './Choice.module.css'
import { classes } from '../base/classes.ts'

interface CheckboxProps extends Omit<AriaCheckboxProps, 'children' | 'className' | 'style'> {
  /** Without words the box needs an aria-label, as in the rows of a grid. */
  readonly children?: ReactNode
}

/** A box to tick; its third state is “some of them”. */
export function Checkbox({ children, ...rest }: CheckboxProps): ReactNode {
  return (
    <AriaCheckbox {...rest} className={classes(styles.choice)}>
      {({ isIndeterminate, isSelected }) => (
        <>
          <span className={styles.box} aria-hidden>
            {isIndeterminate ? (
              <Minus size="0.75rem" strokeWidth={3} />
            ) : (
              isSelected && <Check size="0.75rem" strokeWidth={3} />
            )}
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  )
}

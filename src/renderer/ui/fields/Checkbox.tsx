import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components'
import { classes } from '../base/classes.ts'
import styles from './Choice.module.css'
import tickStyles from './TickBox.module.css'

interface CheckboxProps extends Omit<AriaCheckboxProps, 'children' | 'className' | 'style'> {
  /** Without words the box needs an aria-label. */
  readonly children?: ReactNode
}

/** A box to tick; its third state is “some of them”. */
export function Checkbox({ children, ...rest }: CheckboxProps): ReactNode {
  return (
    <AriaCheckbox {...rest} className={classes(styles.choice)}>
      <span className={tickStyles.box} aria-hidden />
      {children}
    </AriaCheckbox>
  )
}

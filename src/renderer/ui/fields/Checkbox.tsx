import { type ReactNode, useId, useState } from 'react'
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

interface HintedCheckboxProps {
  readonly label: string
  /** What it means: shown while the box has the pointer or the keyboard. */
  readonly hint: string
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
}

/**
 * A box to tick on one line, with its explanation below it while it is looked at. `Tooltip` needs a control that can be
 * hovered, and the input of a box is hidden.
 */
export function HintedCheckbox({ label, hint, isSelected, onChange }: HintedCheckboxProps): ReactNode {
  const hintId = useId()
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  return (
    <div className={styles.hinted}>
      <Checkbox
        aria-describedby={hintId}
        isSelected={isSelected}
        onChange={onChange}
        onHoverChange={setIsHovered}
        onFocusChange={setIsFocused}
      >
        {label}
      </Checkbox>
      <span role="tooltip" id={hintId} className={classes(styles.hint, (isHovered || isFocused) && styles.shown)}>
        {hint}
      </span>
    </div>
  )
}

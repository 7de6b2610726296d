import { type ReactNode, useId, useRef, useState } from 'react'
import { Tooltip as AriaTooltip } from 'react-aria-components'
import tooltipStyles from '../actions/Tooltip.module.css'
import { classes } from '../base/classes.ts'
import { Checkbox } from './Checkbox.tsx'

interface HintedCheckboxProps {
  readonly label: string
  /** What it means: shown while the box has the pointer or the keyboard. */
  readonly hint: string
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
}

/** A box to tick on one line; its explanation opens beside it. A `Tooltip` would not, since the box's input is hidden. */
export function HintedCheckbox({ label, hint, isSelected, onChange }: HintedCheckboxProps): ReactNode {
  const hintId = useId()
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div ref={box}>
      <Checkbox
        aria-describedby={hintId}
        isSelected={isSelected}
        onChange={onChange}
        onHoverChange={setIsOpen}
        onFocusChange={setIsOpen}
      >
        {label}
      </Checkbox>
      <span hidden id={hintId}>
        {hint}
      </span>
      <AriaTooltip
        triggerRef={box}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        className={classes(tooltipStyles.tooltip)}
        offset={6}
      >
        {hint}
      </AriaTooltip>
    </div>
  )
}

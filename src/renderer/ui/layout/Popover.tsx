import type { ReactNode } from 'react'
import { Popover as AriaPopover, Dialog, DialogTrigger } from 'react-aria-components'
import styles from '../actions/Menu.module.css'
import { classes } from '../base/classes.ts'

interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactNode
  /** Its name for screen readers. */
  readonly label: string
  readonly children: ReactNode | ((close: () => void) => ReactNode)
}

/** A small form beside its button, such as the choice of columns. Esc and a click outside close it. */
export function Popover({ trigger, label, children }: PopoverProps): ReactNode {
  return (
    <DialogTrigger>
      {trigger}
      <AriaPopover className={classes(styles.popup)} offset={4}>
        <Dialog aria-label={label} className={classes(styles.panel)}>
          {({ close }) => (typeof children === 'function' ? children(close) : children)}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  )
}

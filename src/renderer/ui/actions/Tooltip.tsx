import type { ReactNode } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components'
import { classes } from '../base/classes.ts'
import { Kbd } from './Kbd.tsx'
import styles from './Tooltip.module.css'

interface TooltipProps {
  readonly text: string
  readonly shortcut?: string | undefined
  /** One control that takes focus. */
  readonly children: ReactNode
}

/** Words for a control on hover and on keyboard focus, after a short wait. */
export function Tooltip({ text, shortcut, children }: TooltipProps): ReactNode {
  return (
    <TooltipTrigger delay={500} closeDelay={50}>
      {children}
      <AriaTooltip className={classes(styles.tooltip)} offset={6}>
        {text}
        {shortcut !== undefined && <Kbd shortcut={shortcut} />}
      </AriaTooltip>
    </TooltipTrigger>
  )
}

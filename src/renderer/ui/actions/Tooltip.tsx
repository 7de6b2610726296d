import type { ReactNode } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components'
import { classes } from '../base/classes.ts'
import { Kbd } from './Kbd.tsx'
import styles from './Tooltip.module.css'

interface TooltipProps {
  readonly text: string
  readonly shortcut?: string | undefined
  /** One focusable control. */
  readonly children: ReactNode
}

/** Describes a control on hover and on keyboard focus, after a short delay. */
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

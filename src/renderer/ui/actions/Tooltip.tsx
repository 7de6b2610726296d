import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
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
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return undefined
    // React Aria’s own tooltip takes Esc for itself: under a resting pointer, from the menu or dialog that the key was meant for.
    const close = (): void => flushSync(() => setIsOpen(false))
    globalThis.addEventListener('keydown', close, { capture: true })
    return () => globalThis.removeEventListener('keydown', close, { capture: true })
  }, [isOpen])
  return (
    <TooltipTrigger delay={500} closeDelay={50} isOpen={isOpen} onOpenChange={setIsOpen}>
      {children}
      {/* Not left to its own way out: closed from here it would come back, waiting for an animation that nobody sees. */}
      {isOpen && (
        <AriaTooltip className={classes(styles.tooltip)} offset={6}>
          {text}
          {shortcut !== undefined && <Kbd shortcut={shortcut} />}
        </AriaTooltip>
      )}
    </TooltipTrigger>
  )
}

import type { LucideIcon } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps, VisuallyHidden } from 'react-aria-components'
import { classes } from '../base/classes.ts'
import { announcedShortcut } from '../base/shortcut.ts'
import styles from './Button.module.css'
import { Glyph } from './Glyph.tsx'
import { Kbd } from './Kbd.tsx'

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style' | 'isPending'> {
  readonly ref?: Ref<HTMLButtonElement>
  /** A verb and its object: “Save 74 documents”. */
  readonly children: ReactNode
  /** At most one primary button per view. Quiet is for bars full of buttons, danger for what cannot be undone. */
  readonly variant?: 'primary' | 'plain' | 'quiet' | 'danger'
  readonly icon?: LucideIcon
  /** Shown and announced, such as `Mod+S`; the command registry acts on it. */
  readonly shortcut?: string | undefined
  /** What it does is under way, as its words then say: it keeps the focus and takes no press. */
  readonly isPending?: boolean
}

export function Button({ children, variant = 'plain', icon, shortcut, isPending, ...rest }: ButtonProps): ReactNode {
  return (
    <>
      <AriaButton
        {...rest}
        {...(isPending === true ? PENDING : {})}
        {...announcedShortcut(shortcut)}
        className={classes(styles.button, styles[variant])}
      >
        {icon !== undefined && <Glyph icon={icon} />}
        <span className={styles.label}>{children}</span>
        {shortcut !== undefined && <Kbd shortcut={shortcut} />}
      </AriaButton>
      {isPending !== undefined && <VisuallyHidden elementType="output">{isPending ? children : ''}</VisuallyHidden>}
    </>
  )
}

/**
 * Not React Aria’s own `isPending`: what it announces names the button by its id, for seconds after the dialog has gone with it.
 */
const PENDING = { type: 'button', 'aria-disabled': true, 'data-pending': true, onPress: () => undefined } as const

import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Button as AriaButton,
  ToggleButton as AriaToggleButton,
  type ButtonProps as AriaButtonProps,
  type ToggleButtonProps as AriaToggleButtonProps,
} from 'react-aria-components'
import { classes } from '../base/classes.ts'
import { announcedShortcut } from '../base/shortcut.ts'
import styles from './Button.module.css'
import { Glyph } from './Glyph.tsx'
import { Tooltip } from './Tooltip.tsx'

interface Named {
  /** What it does: the tooltip and the name for screen readers. */
  readonly label: string
  readonly icon: LucideIcon
  readonly shortcut?: string | undefined
}

type Without<Props> = Omit<Props, 'children' | 'className' | 'style' | 'aria-label'>

export type IconButtonProps = Named & Without<AriaButtonProps> & { readonly variant?: 'quiet' | 'plain' }

/** A button with only an icon: words and keys are in the tooltip. */
export function IconButton({ label, icon, shortcut, variant = 'quiet', ...rest }: IconButtonProps): ReactNode {
  return (
    <Tooltip text={label} shortcut={shortcut}>
      <AriaButton
        {...rest}
        {...announcedShortcut(shortcut)}
        aria-label={label}
        className={classes(styles.button, styles[variant], styles.icon)}
      >
        <Glyph icon={icon} />
      </AriaButton>
    </Tooltip>
  )
}

export type ToggleIconButtonProps = Named & Without<AriaToggleButtonProps>

/** An icon that stays pressed while something is switched on, such as the thumbnails. */
export function ToggleIconButton({ label, icon, shortcut, ...rest }: ToggleIconButtonProps): ReactNode {
  return (
    <Tooltip text={label} shortcut={shortcut}>
      <AriaToggleButton
        {...rest}
        {...announcedShortcut(shortcut)}
        aria-label={label}
        className={classes(styles.button, styles.quiet, styles.icon)}
      >
        <Glyph icon={icon} />
      </AriaToggleButton>
    </Tooltip>
  )
}

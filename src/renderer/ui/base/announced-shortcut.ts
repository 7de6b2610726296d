import { IS_MAC } from './platform.ts'
import { ariaShortcut } from './shortcut.ts'

/** Tells screen readers the keys that do what a control does. */
export function announcedShortcut(shortcut: string | undefined): { 'aria-keyshortcuts'?: string } {
  return shortcut === undefined ? {} : { 'aria-keyshortcuts': ariaShortcut(shortcut, IS_MAC) }
}

import { type ReactNode, useRef } from 'react'
import { Popover } from 'react-aria-components'
import { classes } from '../base/classes.ts'
import { type MenuEntry, MenuEntries } from './Menu.tsx'
import styles from './Menu.module.css'

interface ContextMenuProps {
  readonly label: string
  readonly entries: readonly MenuEntry[]
  /** Where in the window, in px, as a `contextmenu` event tells it; undefined while the menu is closed. */
  readonly at: { readonly x: number; readonly y: number } | undefined
  readonly onClose: () => void
}

/** A menu at the pointer, or at the row for which the menu key was pressed. */
export function ContextMenu({ label, entries, at, onClose }: ContextMenuProps): ReactNode {
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={anchor} aria-hidden style={{ position: 'fixed', left: at?.x ?? 0, top: at?.y ?? 0 }} />
      <Popover
        triggerRef={anchor}
        isOpen={at !== undefined}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        placement="bottom start"
        offset={0}
        className={classes(styles.popup)}
      >
        <MenuEntries label={label} entries={entries.map((entry) => closing(entry, onClose))} />
      </Popover>
    </>
  )
}

function closing(entry: MenuEntry, onClose: () => void): MenuEntry {
  if (entry === 'separator' || !('run' in entry)) return entry
  const run = (): void => {
    onClose()
    entry.run()
  }
  return { ...entry, run }
}

import { Check, ChevronRight, type LucideIcon } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import {
  Header,
  Menu as AriaMenu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
  SubmenuTrigger,
} from 'react-aria-components'
import base from '../base/base.module.css'
import { classes } from '../base/classes.ts'
import { announcedShortcut } from '../base/shortcut.ts'
import { Glyph } from './Glyph.tsx'
import { Kbd } from './Kbd.tsx'
import styles from './Menu.module.css'

export interface MenuAction {
  readonly id: string
  /** A verb and its object. */
  readonly title: string
  readonly icon?: LucideIcon
  readonly shortcut?: string | undefined
  readonly isEnabled?: boolean
  /** Set at all, the entry can be ticked. */
  readonly isTicked?: boolean
  readonly isDanger?: boolean
  readonly run: () => void
}

/** Actions under a heading of their own. */
export interface MenuGroup {
  readonly heading: string
  readonly actions: readonly MenuAction[]
}

/** Actions one step further, because they are seldom needed. */
export interface Submenu {
  readonly title: string
  readonly more: readonly MenuAction[]
}

/** `separator` draws a line between groups. */
export type MenuEntry = MenuAction | MenuGroup | Submenu | 'separator'

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactNode
  readonly label: string
  readonly entries: readonly MenuEntry[]
  /** For entries that are made only while it is open. */
  readonly onOpenChange?: (isOpen: boolean) => void
}

/** What can be done, with the keys that do the same. */
export function Menu({ trigger, label, entries, ...opening }: MenuProps): ReactNode {
  return (
    <MenuTrigger {...opening}>
      {trigger}
      <Popover className={classes(styles.popup)} offset={4}>
        <MenuEntries label={label} entries={entries} />
      </Popover>
    </MenuTrigger>
  )
}

interface MenuEntriesProps extends Omit<MenuProps, 'trigger' | 'onOpenChange'> {
  /** Where the focus goes; a menu with a trigger returns it there. */
  readonly autoFocus?: 'first' | true
}

/** The entries alone, for a menu with its own position. */
function MenuEntries({ label, entries, ...focus }: MenuEntriesProps): ReactNode {
  const canTick = entries.some((entry) => entry !== 'separator' && 'isTicked' in entry && entry.isTicked !== undefined)
  return (
    <AriaMenu aria-label={label} className={classes(styles.list)} {...focus}>
      {entries.map((entry, place) => {
        if (entry === 'separator') return <Separator key={`separator ${place}`} className={classes(styles.separator)} />
        if ('heading' in entry) return <Group key={entry.heading} {...entry} />
        if ('more' in entry) return <More key={entry.title} {...entry} />
        return <Entry key={entry.id} entry={entry} canTick={canTick} />
      })}
    </AriaMenu>
  )
}

function Group({ heading, actions }: MenuGroup): ReactNode {
  return (
    <MenuSection>
      <Header className={classes(styles.heading)}>{heading}</Header>
      {actions.map((entry) => (
        <Entry key={entry.id} entry={entry} canTick={false} />
      ))}
    </MenuSection>
  )
}

function More({ title, more }: Submenu): ReactNode {
  return (
    <SubmenuTrigger>
      <MenuItem textValue={title} className={classes(styles.item)}>
        <span className={styles.words}>{title}</span>
        <Glyph icon={ChevronRight} size="small" />
      </MenuItem>
      <Popover className={classes(styles.popup)} offset={-4}>
        <MenuEntries label={title} entries={more} />
      </Popover>
    </SubmenuTrigger>
  )
}

function Entry({ entry, canTick }: { readonly entry: MenuAction; readonly canTick: boolean }): ReactNode {
  const { id, title, icon, shortcut, isEnabled = true, isTicked, isDanger = false, run } = entry
  return (
    <MenuItem
      id={id}
      textValue={title}
      isDisabled={!isEnabled}
      onAction={run}
      {...announcedShortcut(shortcut)}
      {...(isTicked === true ? { 'aria-label': `${title}, on` } : {})}
      className={classes(styles.item, isDanger && base.danger)}
    >
      {canTick && <span className={styles.tick}>{isTicked === true && <Glyph icon={Check} size="small" />}</span>}
      {icon !== undefined && <Glyph icon={icon} />}
      <span className={styles.words}>{title}</span>
      {shortcut !== undefined && <Kbd shortcut={shortcut} />}
    </MenuItem>
  )
}

interface ContextMenuProps {
  readonly label: string
  readonly entries: readonly MenuEntry[]
  /** Undefined while the menu is closed. */
  readonly at: MenuPlace | undefined
  readonly onClose: () => void
}

/** A menu at the pointer, or at the row on which the menu key was pressed. */
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
        <MenuEntries
          label={label}
          entries={entries.map((entry) => closing(entry, onClose))}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the keyboard is in an open menu, and back when it closes
          autoFocus={at?.isByKey === true ? 'first' : true}
        />
      </Popover>
    </>
  )
}

function closing(entry: MenuEntry, onClose: () => void): MenuEntry {
  if (entry === 'separator' || !('run' in entry)) return entry
  // Closed last: until then, commands are about what the menu was opened on.
  const run = (): void => {
    entry.run()
    onClose()
  }
  return { ...entry, run }
}

/** A position in the window, in px. */
export interface MenuPlace {
  readonly x: number
  readonly y: number
  /** Opened by a key: the first entry is focused at once. */
  readonly isByKey?: boolean
}

interface MenuEvent {
  readonly clientX: number
  readonly clientY: number
  readonly button: number
  readonly target: EventTarget
}

const RIGHT_BUTTON = 2

/** Where a menu opens: at the pointer, or, because the menu key has no position, under what has the focus. */
export function menuPlace({ clientX, clientY, button, target }: MenuEvent): MenuPlace {
  if (button === RIGHT_BUTTON || !(target instanceof Element)) return { x: clientX, y: clientY }
  const { left, bottom } = target.getBoundingClientRect()
  return { x: left, y: bottom, isByKey: true }
}

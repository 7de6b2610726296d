import { type MouseEvent, type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { ContextMenu, type MenuEntry, type MenuPlace, menuPlace } from '../ui/actions/Menu.tsx'
import { type Command, commandsStore, findCommand } from './commands-store.ts'

interface CommandMenuOptions {
  /** Names the menu for screen readers: “Parcel set”. */
  readonly label: string
  /** Ids of commands in order, and `separator` between groups. What no screen offers is left out. */
  readonly commands: readonly string[]
  readonly onClose?: () => void
}

interface CommandMenu {
  /** For `onContextMenu` of what it belongs to. Make the row under the event current first: commands act on the current row. */
  readonly open: (event: MouseEvent) => void
  readonly openAt: (place: MenuPlace) => void
  /** Draw it anywhere. */
  readonly menu: ReactNode
}

/**
 * What can be done with a row, as commands of the registry: at the pointer after a right click, under the focused row after
 * Shift+F10 or the Menu key, for which the browser sends the same event. Closed, it returns the focus.
 */
export function useCommandMenu({ label, commands, onClose }: CommandMenuOptions): CommandMenu {
  const [place, setPlace] = useState<MenuPlace>()
  const close = (): void => {
    setPlace(undefined)
    onClose?.()
  }
  return {
    open: (event) => {
      event.preventDefault()
      setPlace(menuPlace(event))
    },
    openAt: setPlace,
    menu: <RowMenu label={label} commands={commands} at={place} onClose={close} />,
  }
}

interface RowMenuProps extends CommandMenuOptions {
  readonly at: MenuPlace | undefined
  readonly onClose: () => void
}

/** A separate part, so that a change of a command draws the open menu again, and not the screen that it belongs to. */
function RowMenu({ commands: ids, at, ...rest }: RowMenuProps): ReactNode {
  return <ContextMenu {...rest} at={at} entries={useCommandEntries(ids, at !== undefined)} />
}

/** The entries of a menu for these commands. It reads them while it is open: a change of any command draws no closed menu. */
export function useCommandEntries(ids: readonly string[], isOpen: boolean): readonly MenuEntry[] {
  const commands = useStore(commandsStore, (state) => (isOpen ? state.commands : undefined))
  return commands === undefined ? [] : commandEntries(commands, ids)
}

/** The offered ones among these commands, without a separator at either end or two in a row. */
export function commandEntries(commands: readonly Command[], ids: readonly string[]): readonly MenuEntry[] {
  const entries: MenuEntry[] = []
  for (const id of ids) {
    const command = findCommand(commands, id)
    if (command !== undefined) entries.push(entryOf(command))
    else if (id === 'separator' && entries.length > 0 && entries.at(-1) !== 'separator') entries.push(id)
  }
  return entries.at(-1) === 'separator' ? entries.slice(0, -1) : entries
}

function entryOf({ id, title, shortcuts, isEnabled, run }: Command): MenuEntry {
  return { id, title, shortcut: shortcuts[0], isEnabled, run }
}

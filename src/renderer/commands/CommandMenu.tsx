import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { Menu, type MenuEntry } from '../ui/actions/Menu.tsx'
import { commandsStore } from './commands-store.ts'
import { commandEntries } from './use-command-menu.tsx'

interface CommandMenuProps {
  readonly label: string
  /** The button that opens it. */
  readonly trigger: ReactNode
  /** Entries that are no commands. */
  readonly before?: readonly MenuEntry[]
  /** Ids of commands in order, and `separator` between groups. What no screen offers is left out. */
  readonly commands: readonly string[]
}

/** Commands of the registry under a button. It reads them while it is open: a change of any command draws no closed menu. */
export function CommandMenu({ label, trigger, before = [], commands: ids }: CommandMenuProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false)
  const commands = useStore(commandsStore, (state) => (isOpen ? state.commands : undefined))
  const offered = commands === undefined ? [] : commandEntries(commands, ids)
  return <Menu label={label} trigger={trigger} entries={[...before, ...offered]} onOpenChange={setIsOpen} />
}

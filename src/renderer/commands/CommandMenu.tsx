import { type ReactNode, useState } from 'react'
import { Menu, type MenuEntry } from '../ui/actions/Menu.tsx'
import { useCommandEntries } from './use-command-menu.tsx'

interface CommandMenuProps {
  readonly label: string
  /** The button that opens it. */
  readonly trigger: ReactNode
  /** Entries that are no commands. */
  readonly before?: readonly MenuEntry[]
  /** Ids of commands in order, and `separator` between groups. What no screen offers is left out. */
  readonly commands: readonly string[]
}

/** Commands of the registry under a button. */
export function CommandMenu({ label, trigger, before = [], commands }: CommandMenuProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false)
  const offered = useCommandEntries(commands, isOpen)
  return <Menu label={label} trigger={trigger} entries={[...before, ...offered]} onOpenChange={setIsOpen} />
}

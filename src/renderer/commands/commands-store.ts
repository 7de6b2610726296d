import { createStore } from 'zustand/vanilla'
import { type KeyPress, matchesShortcut } from '../ui/base/shortcut.ts'

/** Something the user can do, defined once for menus, tooltips, palette, shortcut sheet and keyboard. */
export interface Command {
  /** `save.open`, `preview.nextDocument`. */
  readonly id: string
  /** A verb and its object: “Save documents”. */
  readonly title: string
  /** Where palette and sheet list it: “Search”, “Preview”. */
  readonly group: string
  /** `Mod+S`, `?`, `F5`; the first of several is shown. */
  readonly shortcuts: readonly string[]
  /** False while it cannot act: it stays registered and is not offered. */
  readonly isEnabled: boolean
  /** Not in the palette: it only makes sense where the focus is. */
  readonly isHidden: boolean
  readonly run: () => void
}

interface CommandsState {
  /** In the order of registration. */
  readonly commands: readonly Command[]
  readonly isPaletteOpen: boolean
  readonly isSheetOpen: boolean
}

export const commandsStore = createStore<CommandsState>()(() => ({
  commands: [],
  isPaletteOpen: false,
  isSheetOpen: false,
}))

/** Adds commands until the returned function is called. Of two with the same id or shortcut the later one counts. */
export function registerCommands(added: readonly Command[]): () => void {
  commandsStore.setState(({ commands }) => ({ commands: [...commands, ...added] }))
  return () => {
    const gone = new Set(added)
    commandsStore.setState(({ commands }) => ({ commands: commands.filter((command) => !gone.has(command)) }))
  }
}

/** The effective command with that id, enabled or not. */
export function findCommand(commands: readonly Command[], id: string): Command | undefined {
  return commands.findLast((command) => command.id === id)
}

/** The commands that palette and sheet list: each id once. */
export function listedCommands(commands: readonly Command[]): readonly Command[] {
  return commands.filter((command) => !command.isHidden && findCommand(commands, command.id) === command)
}

/** The command for a key press; a disabled one leaves the keys to an earlier one. */
export function commandFor(commands: readonly Command[], press: KeyPress, isMac: boolean): Command | undefined {
  return commands.findLast(
    ({ isEnabled, shortcuts }) => isEnabled && shortcuts.some((shortcut) => matchesShortcut(shortcut, press, isMac)),
  )
}

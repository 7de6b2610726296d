import { createStore } from 'zustand/vanilla'
import { type KeyPress, matchesShortcut, withoutSingleKeys } from '../ui/base/shortcut.ts'

/** Of the palette, and of the field in the top bar that opens it. */
export const PALETTE_TITLE = 'Find anything, or run a command'

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
  /** The part of the page in which its shortcuts come before those of other commands, as `data-scope` names it. */
  readonly within?: string | undefined
  /** False while it cannot act: it stays registered and is not offered. */
  readonly isEnabled: boolean
  /** Not in the palette: it only makes sense where the focus is. */
  readonly isHidden: boolean
  readonly run: () => void
}

interface CommandsState {
  /** In the order of registration, with the shortcuts that work now. */
  readonly commands: readonly Command[]
  /** Whether single keys are shortcuts. */
  readonly hasSingleKeys: boolean
  readonly isPaletteOpen: boolean
  readonly isSheetOpen: boolean
}

export const commandsStore = createStore<CommandsState>()(() => ({
  commands: [],
  hasSingleKeys: true,
  isPaletteOpen: false,
  isSheetOpen: false,
}))

let registered: readonly Command[] = []

/** Adds commands until the returned function is called. Of two with the same id or shortcut the later one counts. */
export function registerCommands(added: readonly Command[]): () => void {
  showRegistered([...registered, ...added])
  return () => {
    const gone = new Set(added)
    showRegistered(registered.filter((command) => !gone.has(command)))
  }
}

/** Without single keys they are neither obeyed nor shown anywhere. */
export function allowSingleKeys(hasSingleKeys: boolean): void {
  commandsStore.setState({ hasSingleKeys })
  showRegistered(registered)
}

function showRegistered(commands: readonly Command[]): void {
  registered = commands
  const { hasSingleKeys } = commandsStore.getState()
  commandsStore.setState({ commands: hasSingleKeys ? commands : commands.map(withoutSingleKeys) })
}

/** The effective command with that id, enabled or not. */
export function findCommand(commands: readonly Command[], id: string): Command | undefined {
  return commands.findLast((command) => command.id === id)
}

/** The commands that palette and sheet list: each id once. */
export function listedCommands(commands: readonly Command[]): readonly Command[] {
  return commands.filter((command) => !command.isHidden && findCommand(commands, command.id) === command)
}

/** Whether a key alone runs a command now, so that a list must not take it for a letter. */
export function isBareShortcut(key: string): boolean {
  return commandsStore
    .getState()
    .commands.some(
      ({ isEnabled, shortcuts }) =>
        isEnabled && shortcuts.some((shortcut) => shortcut.toLowerCase() === key.toLowerCase()),
    )
}

interface PressContext {
  readonly isMac: boolean
  /** Whether the focus is in the part of the page with this name. */
  readonly isWithin: (scope: string) => boolean
}

/** The command for a key press: one of the part that has the focus, or else the latest; a disabled one leaves it to others. */
export function commandFor(
  commands: readonly Command[],
  press: KeyPress,
  { isMac, isWithin }: PressContext,
): Command | undefined {
  const meant = commands.filter(
    ({ isEnabled, shortcuts, within }) =>
      isEnabled &&
      (within === undefined || isWithin(within)) &&
      shortcuts.some((shortcut) => matchesShortcut(shortcut, press, isMac)),
  )
  return meant.findLast(({ within }) => within !== undefined) ?? meant.at(-1)
}

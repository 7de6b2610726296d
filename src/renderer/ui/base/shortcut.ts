/** The part of a `KeyboardEvent` that matching needs, so that it needs no browser. */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

interface Combination {
  readonly key: string
  readonly mod: boolean
  readonly alt: boolean
  readonly shift: boolean
}

const SHOWN: Readonly<Record<string, string>> = {
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  escape: 'Esc',
  delete: 'Del',
  pageup: 'PgUp',
  pagedown: 'PgDn',
}
const SHOWN_ON_MAC: Readonly<Record<string, string>> = { mod: '⌘', alt: '⌥', shift: '⇧', enter: '↩', backspace: '⌫' }

/** Whether the press is the shortcut, written as `Mod+Shift+S`, `?` or `F5`; Mod is Ctrl, and ⌘ on a Mac. */
export function matchesShortcut(shortcut: string, press: KeyPress, isMac: boolean): boolean {
  const combination = parse(shortcut)
  const mod = isMac ? press.metaKey : press.ctrlKey
  const foreign = isMac ? press.ctrlKey : press.metaKey
  if (mod !== combination.mod || foreign || press.altKey !== combination.alt) return false
  // Which characters need Shift differs by keyboard, so Shift is ignored for them.
  if (!isSign(combination.key) && press.shiftKey !== combination.shift) return false
  return pressedKeys(press).includes(combination.key)
}

/** The keys as printed on the keyboard: `Ctrl`, `Shift`, `S`, or `⌘`, `⇧`, `S`. */
export function shortcutKeys(shortcut: string, isMac: boolean): string[] {
  const { key, mod, alt, shift } = parse(shortcut)
  const names = [mod ? 'mod' : '', alt ? 'alt' : '', shift ? 'shift' : '', key].filter((name) => name !== '')
  return names.map((name) => (isMac ? SHOWN_ON_MAC[name] : undefined) ?? shown(name))
}

/** The form that `aria-keyshortcuts` needs: `Control+Shift+S`. */
export function ariaShortcut(shortcut: string, isMac: boolean): string {
  const { key, mod, alt, shift } = parse(shortcut)
  const names = [mod ? (isMac ? 'Meta' : 'Control') : '', alt ? 'Alt' : '', shift ? 'Shift' : '', capital(key)]
  return names.filter((name) => name !== '').join('+')
}

/** Without letters, digits and signs that act alone, which speech input and a slip of the hand press too (WCAG 2.1.4). */
export function withoutSingleKeys<Command extends { readonly shortcuts: readonly string[] }>(
  command: Command,
): Command {
  return { ...command, shortcuts: command.shortcuts.filter((shortcut) => shortcut.length > 1) }
}

function parse(shortcut: string): Combination {
  const names = shortcut.toLowerCase().split('+')
  // `Mod++` is Mod and the character +.
  const key = shortcut.endsWith('+') ? '+' : (names.at(-1) ?? '')
  return { key, mod: names.includes('mod'), alt: names.includes('alt'), shift: names.includes('shift') }
}

function pressedKeys({ key, code }: KeyPress): string[] {
  // A Cyrillic keyboard sends no Latin letter, and a French one no digit without Shift; the key’s position replaces it.
  const place = /^(?:Key([A-Z])|Digit([0-9])|Numpad([0-9]))$/.exec(code)
  const isLatin = /^[a-z]$/i.test(key)
  const letter = isLatin ? undefined : place?.[1]
  const standIn = letter ?? place?.[2] ?? place?.[3]
  return [key.toLowerCase(), ...(standIn === undefined ? [] : [standIn.toLowerCase()])]
}

function isSign(key: string): boolean {
  return key.length === 1 && !/[a-z0-9]/.test(key)
}

function shown(name: string): string {
  if (name === 'mod') return 'Ctrl'
  return SHOWN[name] ?? capital(name)
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Whether to show and match keys as on a Mac. Only the browser tells the page its platform. */
export const IS_MAC = globalThis.navigator?.platform?.startsWith('Mac') ?? false

/** Announces a control’s shortcut to screen readers. */
export function announcedShortcut(shortcut: string | undefined): { 'aria-keyshortcuts'?: string } {
  return shortcut === undefined ? {} : { 'aria-keyshortcuts': ariaShortcut(shortcut, IS_MAC) }
}

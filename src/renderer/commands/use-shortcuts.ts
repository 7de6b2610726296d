import { useEffect } from 'react'
import { IS_MAC, type KeyPress } from '../ui/base/shortcut.ts'
import { commandFor, commandsStore } from './commands-store.ts'

/** The only listener for shortcuts; the frame uses it once. */
export function useShortcuts(): void {
  useEffect(() => {
    // React Aria’s widgets stop key presses, so combinations are handled before them. Bare keys are handled after them, because
    // a widget has the first claim: Enter on a button, a letter in a list.
    const early = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) runShortcut(event)
    }
    const late = (event: KeyboardEvent): void => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey) runShortcut(event)
    }
    globalThis.addEventListener('keydown', early, { capture: true })
    globalThis.addEventListener('keydown', late)
    return () => {
      globalThis.removeEventListener('keydown', early, { capture: true })
      globalThis.removeEventListener('keydown', late)
    }
  }, [])
}

function runShortcut(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isDeskCovered()) return
  if (!isShortcutAllowed(event, readTarget(event), event.getModifierState('AltGraph'))) return
  const command = commandFor(commandsStore.getState().commands, event, {
    isMac: IS_MAC,
    isWithin: (scope) => event.target instanceof Element && event.target.closest(`[data-scope="${scope}"]`) !== null,
  })
  if (command === undefined) return
  event.preventDefault()
  event.stopPropagation()
  command.run()
}

/** Nothing may move under a dialog or a menu. React Aria marks what lies below; the open list of a field marks only the rest. */
export function isDeskCovered(): boolean {
  return (
    document.querySelector(':is([inert], [aria-hidden="true"]) main, main:is([inert], [aria-hidden="true"])') !== null
  )
}

const TEXT_FIELDS =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="range"]), textarea, [contenteditable]'
const TYPE_AHEAD = '[role="listbox"], [role="menu"], [role="combobox"], select'

function readTarget({ target }: KeyboardEvent): KeyTarget {
  if (!(target instanceof Element)) return { isTyping: false, isText: false }
  const isText = target.closest(TEXT_FIELDS) !== null
  return { isText, isTyping: isText || target.closest(TYPE_AHEAD) !== null }
}

/** Where a key press goes, read from the page’s elements, so that the rules need no browser. */
export interface KeyTarget {
  /** Letters go into it: an input, a list with type-ahead, a menu. */
  readonly isTyping: boolean
  /** Text can be edited in it. */
  readonly isText: boolean
}

/** Not Ctrl with ↑ or ↓: they lead out of a field, to the results. */
const EDITING_KEYS = /^(?:[acvxzy]|arrow(?:left|right)|home|end|backspace|delete|insert)$/i

/**
 * Whether the desk may treat a key as a shortcut, or must leave it to the focused element. Typing is left alone, and so are a
 * field’s own keys (copy, paste, undo, word by word); with AltGr a key types a character and is never a shortcut.
 */
export function isShortcutAllowed(press: KeyPress, target: KeyTarget, isAltGraph: boolean): boolean {
  if (isAltGraph) return false
  const isCombined = press.ctrlKey || press.metaKey || press.altKey
  if (target.isText && isCombined) return !EDITING_KEYS.test(press.key)
  if (target.isTyping) return isCombined || /^F\d+$/.test(press.key)
  return true
}

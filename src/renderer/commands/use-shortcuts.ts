import { useEffect } from 'react'
import { IS_MAC, type KeyPress } from '../ui/base/shortcut.ts'
import { commandFor, commandsStore } from './commands-store.ts'

/** The one place that listens for shortcuts; in the frame, once. */
export function useShortcuts(): void {
  useEffect(() => {
    // Widgets of React Aria keep key presses to themselves, so that combinations are looked at before them; bare keys after
    // them, for those are a widget's first: Enter on a button, a letter in a list.
    const early = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) act(event)
    }
    const late = (event: KeyboardEvent): void => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey) act(event)
    }
    globalThis.addEventListener('keydown', early, { capture: true })
    globalThis.addEventListener('keydown', late)
    return () => {
      globalThis.removeEventListener('keydown', early, { capture: true })
      globalThis.removeEventListener('keydown', late)
    }
  }, [])
}

function act(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isDeskCovered()) return
  if (!isDesksKey(event, readTarget(event), event.getModifierState('AltGraph'))) return
  const command = commandFor(commandsStore.getState().commands, event, IS_MAC)
  if (command === undefined) return
  event.preventDefault()
  event.stopPropagation()
  command.run()
}

/** Under a dialog or a menu nothing may move. React Aria marks what lies below; an open list of a field leaves its place clear. */
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

/** Where a key goes. The page's elements are read into this, so that the rules need no browser. */
export interface KeyTarget {
  /** Letters go into it: an input, a list with type-ahead, a menu. */
  readonly isTyping: boolean
  /** Text can be edited in it. */
  readonly isText: boolean
}

/** Ctrl with ↑ and ↓ is none of them: it leads out of a field, to the results. */
const EDITING_KEYS = /^(?:[acvxzy]|arrow(?:left|right)|home|end|backspace|delete|insert)$/i

/**
 * Whether the desk may take a key as a shortcut, or has to leave it to what has the focus. Typing is left alone, and so are a
 * field's own keys (copy, paste, undo, word by word); with AltGr a key is a sign and no shortcut.
 */
export function isDesksKey(press: KeyPress, target: KeyTarget, isAltGraph: boolean): boolean {
  if (isAltGraph) return false
  const isCombined = press.ctrlKey || press.metaKey || press.altKey
  if (target.isText && isCombined) return !EDITING_KEYS.test(press.key)
  if (target.isTyping) return isCombined || /^F\d+$/.test(press.key)
  return true
}

import type { KeyPress } from '../ui/base/shortcut.ts'

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

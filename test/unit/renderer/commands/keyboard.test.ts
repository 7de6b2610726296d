import { describe, expect, it } from 'vitest'
import { isShortcutAllowed } from '../../../../src/renderer/commands/use-shortcuts.ts'
import type { KeyPress } from '../../../../src/renderer/ui/base/shortcut.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})
const GRID = { isTyping: false, isText: false }
const LIST = { isTyping: true, isText: false }
const FIELD = { isTyping: true, isText: true }

describe('isShortcutAllowed', () => {
  it('allows any key in a grid, which takes no letters', () => {
    expect(isShortcutAllowed(press('1'), GRID, false)).toBe(true)
  })

  it('allows no letter where letters are typed', () => {
    expect(isShortcutAllowed(press('1'), FIELD, false)).toBe(false)
    expect(isShortcutAllowed(press('1'), LIST, false)).toBe(false)
  })

  it('allows combinations and function keys even there', () => {
    expect(isShortcutAllowed(press('k', { ctrlKey: true }), FIELD, false)).toBe(true)
    expect(isShortcutAllowed(press('F5'), FIELD, false)).toBe(true)
  })

  it.each(['a', 'c', 'v', 'x', 'z', 'ArrowLeft', 'Backspace'])('leaves Ctrl+%s to a text, which it edits', (key) => {
    expect(isShortcutAllowed(press(key, { ctrlKey: true }), FIELD, false)).toBe(false)
  })

  it('allows Ctrl+ArrowDown in a text, the only way from a search field to its results', () => {
    expect(isShortcutAllowed(press('ArrowDown', { ctrlKey: true }), FIELD, false)).toBe(true)
  })

  it('allows Ctrl+A in a list, which has no text to select', () => {
    expect(isShortcutAllowed(press('a', { ctrlKey: true }), LIST, false)).toBe(true)
  })

  it('allows nothing with AltGr, which types characters: @ is Ctrl+Alt+Q on a German keyboard', () => {
    expect(isShortcutAllowed(press('@', { ctrlKey: true, altKey: true }), GRID, true)).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import {
  ariaShortcut,
  type KeyPress,
  matchesShortcut,
  shortcutKeys,
} from '../../../../src/renderer/ui/base/shortcut.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})

describe('a key press', () => {
  it.each([
    ['Mod+K', press('k', { ctrlKey: true })],
    ['Mod+K', press('K', { ctrlKey: true })],
    ['Mod+Shift+S', press('S', { ctrlKey: true, shiftKey: true })],
    ['Alt+ArrowLeft', press('ArrowLeft', { altKey: true })],
    ['F5', press('F5')],
    ['1', press('1')],
    ['Mod++', press('+', { ctrlKey: true, shiftKey: true })],
  ])('is %s', (shortcut, pressed) => {
    expect(matchesShortcut(shortcut, pressed, false)).toBe(true)
  })

  it.each([
    ['Mod+K', press('k')],
    ['Mod+K', press('k', { metaKey: true })],
    ['K', press('k', { ctrlKey: true })],
    ['Mod+S', press('S', { ctrlKey: true, shiftKey: true })],
    ['Mod+S', press('s', { ctrlKey: true, altKey: true })],
    ['1', press('2')],
  ])('is not %s', (shortcut, pressed) => {
    expect(matchesShortcut(shortcut, pressed, false)).toBe(false)
  })

  it('with ⌘ is Mod on a Mac, and with Ctrl is not', () => {
    expect(matchesShortcut('Mod+K', press('k', { metaKey: true }), true)).toBe(true)
    expect(matchesShortcut('Mod+K', press('k', { ctrlKey: true }), true)).toBe(false)
  })

  it('on a Cyrillic keyboard counts by the position of its key', () => {
    expect(matchesShortcut('Mod+S', press('ы', { ctrlKey: true, code: 'KeyS' }), false)).toBe(true)
  })

  it('on a French keyboard reaches a digit without Shift', () => {
    expect(matchesShortcut('Mod+1', press('&', { ctrlKey: true, code: 'Digit1' }), false)).toBe(true)
  })

  it('of a Latin letter counts by the letter, because positions differ: Z and Y on a German keyboard', () => {
    expect(matchesShortcut('Mod+Y', press('z', { ctrlKey: true, code: 'KeyY' }), false)).toBe(false)
  })

  it('of a sign counts with and without Shift, because that differs by keyboard', () => {
    expect(matchesShortcut('?', press('?', { shiftKey: true }), false)).toBe(true)
    expect(matchesShortcut('?', press('?'), false)).toBe(true)
  })
})

describe('a shortcut', () => {
  it('is shown with the names printed on the keys', () => {
    expect(shortcutKeys('Mod+Shift+S', false)).toEqual(['Ctrl', 'Shift', 'S'])
    expect(shortcutKeys('Mod+Shift+S', true)).toEqual(['⌘', '⇧', 'S'])
    expect(shortcutKeys('Alt+ArrowDown', false)).toEqual(['Alt', '↓'])
    expect(shortcutKeys('Mod++', false)).toEqual(['Ctrl', '+'])
  })

  it('is announced to screen readers in the form of ARIA', () => {
    expect(ariaShortcut('Mod+K', false)).toBe('Control+K')
    expect(ariaShortcut('Mod+K', true)).toBe('Meta+K')
  })
})

import { describe, expect, it } from 'vitest'
import {
  allowSingleKeys,
  type Command,
  commandFor,
  commandsStore,
  findCommand,
  isBareShortcut,
  listedCommands,
  registerCommands,
} from '../../../../src/renderer/commands/commands-store.ts'

const command = (id: string, more: Partial<Command> = {}): Command => ({
  id,
  title: id,
  group: 'Test',
  shortcuts: [],
  isEnabled: true,
  isHidden: false,
  run: () => undefined,
  ...more,
})
const CTRL_F = { key: 'f', code: 'KeyF', ctrlKey: true, metaKey: false, altKey: false, shiftKey: false }

const NOWHERE = { isMac: false, isWithin: () => false }

describe('the command registry', () => {
  it('removes the commands of a screen with the screen, and nothing else', () => {
    const stay = registerCommands([command('stays')])
    const leave = registerCommands([command('goes'), command('goes too')])
    leave()
    expect(commandsStore.getState().commands.map(({ id }) => id)).toEqual(['stays'])
    stay()
  })

  it('uses the later of two commands with the same id, and lists it once', () => {
    const first = command('save')
    const later = command('save')
    expect(findCommand([first, later], 'save')).toBe(later)
    expect(listedCommands([first, later])).toEqual([later])
  })

  it('does not list hidden commands', () => {
    expect(listedCommands([command('open', { isHidden: true })])).toEqual([])
  })
})

describe('single keys that the user has turned off', () => {
  it('are taken from every command, those that come later too, until they are turned on again', () => {
    const leave = registerCommands([
      command('done', { shortcuts: ['E'] }),
      command('place', { shortcuts: ['Mod+1', '1'] }),
    ])
    allowSingleKeys(false)
    const leaveLater = registerCommands([command('sheet', { shortcuts: ['?', 'F1', 'Mod++'] })])
    const shortcuts = (): unknown => commandsStore.getState().commands.map((one) => one.shortcuts)
    expect(shortcuts()).toEqual([[], ['Mod+1'], ['F1', 'Mod++']])
    expect(isBareShortcut('e'), 'a list may take it for a letter').toBe(false)
    allowSingleKeys(true)
    expect(shortcuts()).toEqual([['E'], ['Mod+1', '1'], ['?', 'F1', 'Mod++']])
    expect(isBareShortcut('e')).toBe(true)
    leave()
    leaveLater()
    expect(shortcuts()).toEqual([])
  })
})

describe('a shortcut shared by two commands', () => {
  const search = command('search.focus', { shortcuts: ['Mod+F'] })
  const preview = command('preview.find', { shortcuts: ['F3', 'Mod+F'] })

  it('runs the later one, because its pane lies on top', () => {
    expect(commandFor([search, preview], CTRL_F, NOWHERE)).toBe(preview)
  })

  it('runs the one of the part that has the focus, and only there', () => {
    const filter = command('list.filter', { shortcuts: ['Mod+F'], within: 'list' })
    const inList = { isMac: false, isWithin: (scope: string) => scope === 'list' }
    expect(commandFor([filter, preview], CTRL_F, inList)).toBe(filter)
    expect(commandFor([preview, filter], CTRL_F, NOWHERE)).toBe(preview)
  })

  it('runs the earlier one while the later is disabled', () => {
    expect(commandFor([search, { ...preview, isEnabled: false }], CTRL_F, NOWHERE)).toBe(search)
  })
})

import { describe, expect, it } from 'vitest'
import type { Command } from '../../../../src/renderer/commands/commands-store.ts'
import { commandEntries } from '../../../../src/renderer/commands/use-command-menu.tsx'

const command = (id: string, isEnabled = true): Command => ({
  id,
  title: `Do ${id}`,
  group: 'Test',
  shortcuts: ['Mod+S', 'F5'],
  isEnabled,
  isHidden: false,
  run: () => undefined,
})

describe('the entries of a menu of commands', () => {
  it('are the offered commands with their first shortcut; those that cannot act now are greyed', () => {
    const entries = commandEntries([command('copy', false), command('save')], ['save', 'copy', 'unknown'])
    expect(entries).toMatchObject([
      { id: 'save', title: 'Do save', shortcut: 'Mod+S', isEnabled: true },
      { id: 'copy', isEnabled: false },
    ])
  })

  it('have a line between groups, and none where a whole group is missing', () => {
    const ids = ['gone', 'separator', 'save', 'separator', 'gone', 'separator', 'copy', 'separator', 'gone']
    const entries = commandEntries([command('save'), command('copy')], ids)
    expect(entries.map((entry) => (typeof entry === 'string' ? entry : 'command'))).toEqual([
      'command',
      'separator',
      'command',
    ])
  })
})

import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { menuTemplate } from '../../../../../src/main/electron/window/menu-template.ts'
import { contract } from '../../../../../src/shared/contract/contract.ts'

const sent: string[] = []
const send = (command: string): void => void sent.push(command)

function itemsOf(template: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])])
}

const commandsOf = (isMac: boolean) =>
  itemsOf(menuTemplate({ isMac, send })).filter(({ registerAccelerator }) => registerAccelerator === false)

describe.each([true, false])('the menu (on macOS: %s)', (isMac) => {
  it('has every command of the contract, once', () => {
    sent.length = 0
    for (const item of commandsOf(isMac)) Reflect.apply(item.click ?? (() => undefined), undefined, [])
    expect(sent.toSorted()).toEqual(contract.events['desk.commanded'].shape.command.options.toSorted())
  })

  it('goes to the five places with the digits', () => {
    const keys = commandsOf(isMac).map(({ label, accelerator }) => `${String(accelerator)} ${label ?? ''}`)
    expect(keys).toEqual(
      expect.arrayContaining([
        'CmdOrCtrl+1 Inbox',
        'CmdOrCtrl+2 Search',
        'CmdOrCtrl+3 Worklist',
        'CmdOrCtrl+4 Downloads',
        'CmdOrCtrl+5 Settings',
      ]),
    )
  })

  it('takes no key on macOS that is also typed, because there every key of the menu counts', () => {
    const keys = itemsOf(menuTemplate({ isMac, send })).flatMap(({ accelerator }) => accelerator ?? [])
    const typed = keys.filter((key) => !/^(?:CmdOrCtrl|Ctrl)\+/.test(key))
    expect(typed).toEqual(isMac ? [] : ['F11', 'J', 'K', 'Shift+?'])
  })

  it('assigns no key twice', () => {
    const keys = itemsOf(menuTemplate({ isMac, send })).flatMap(({ accelerator }) =>
      accelerator === undefined ? [] : [accelerator],
    )
    expect(new Set(keys).size).toBe(keys.length)
  })
})

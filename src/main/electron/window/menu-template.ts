import type { MenuItemConstructorOptions } from 'electron'
import type { DeskCommand } from '../../../shared/contract/contract.ts'

interface MenuOptions {
  isMac: boolean
  send: (command: DeskCommand) => void
}

const PLACES = [
  ['Inbox', 'go-inbox'],
  ['Search', 'go-search'],
  ['Worklist', 'go-worklist'],
  ['Downloads', 'go-downloads'],
  ['Settings', 'go-settings'],
] as const satisfies [string, DeskCommand][]

/** The menu bar: commands of the page, and Electron's own roles. */
export function menuTemplate({ isMac, send }: MenuOptions): MenuItemConstructorOptions[] {
  const command = (label: string, accelerator: string | undefined, id: DeskCommand): MenuItemConstructorOptions => ({
    label,
    // macOS takes every key of its menu that the page leaves alone, and the page leaves letters to the field they are typed in.
    ...(accelerator === undefined || (isMac && !accelerator.startsWith('CmdOrCtrl+')) ? {} : { accelerator }),
    // Display only, on the other systems: the page handles the keys itself, and would otherwise run each command twice.
    registerAccelerator: false,
    click: () => send(id),
  })
  const separator: MenuItemConstructorOptions = { type: 'separator' }
  const places = PLACES.map(([label, id], at) => command(label, `CmdOrCtrl+${at + 1}`, id))
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        command('Save documents…', 'CmdOrCtrl+S', 'save'),
        command('Save this set…', undefined, 'save-set'),
        separator,
        isMac ? { role: 'close' } : { role: 'quit', accelerator: 'Ctrl+Q' },
      ],
    },
    { label: '&Edit', submenu: [...EDIT, separator, command('Find', 'CmdOrCtrl+F', 'find')] },
    {
      label: '&View',
      submenu: [
        command('Read on the whole window', 'F11', 'read-whole'),
        command('Next set', 'J', 'next-set'),
        command('Previous set', 'K', 'previous-set'),
        separator,
        ...ZOOM,
        separator,
        // Not F11, which the page uses; macOS has its own key.
        { role: 'togglefullscreen', ...(isMac ? {} : { accelerator: 'Ctrl+Shift+F11' }) },
        { role: 'reload' },
      ],
    },
    { label: '&Go', submenu: [...places, separator, command('Run a command…', 'CmdOrCtrl+K', 'open-palette')] },
    ...(isMac ? [{ role: 'windowMenu' } as const] : []),
    {
      role: 'help',
      submenu: [
        command('Keyboard shortcuts', 'Shift+?', 'show-shortcuts'),
        ...(isMac ? [] : [separator, { role: 'about' } as const]),
      ],
    },
  ]
}

const EDIT: readonly MenuItemConstructorOptions[] = [
  { role: 'undo' },
  { role: 'redo' },
  { type: 'separator' },
  { role: 'cut' },
  { role: 'copy' },
  { role: 'paste' },
  { role: 'selectAll' },
]

const ZOOM: readonly MenuItemConstructorOptions[] = [
  { role: 'zoomIn' },
  // Also without Shift, for keyboards where “+” needs it.
  { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true },
  { role: 'zoomOut' },
  { role: 'resetZoom' },
]

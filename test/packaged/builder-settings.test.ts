import { FuseV1Options } from '@electron/fuses'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { FUSES } from '../../electron-fuses.config.ts'
import { PROJECT_ROOT, projectFile } from '../support/project-files.ts'
import { parseSettings, readSettings, schemaErrors } from './builder-settings.ts'

const read = readSettings()
const settings = parseSettings(read)

describe('electron-builder.yml', () => {
  it('is what electron-builder’s own schema allows', () => {
    expect(schemaErrors(read)).toEqual([])
  })

  it('would be refused with an unknown setting, such as a typing error makes', () => {
    expect(schemaErrors({ appId: 'a', asarUnpak: ['x'] })).toEqual([expect.stringContaining('asarUnpak')])
  })

  it('makes an installer for every kind of user', () => {
    expect([settings.win.target, settings.mac.target, settings.linux.target]).toEqual([
      ['nsis', 'msi'],
      ['dmg', 'zip'],
      ['AppImage', 'deb'],
    ])
  })

  it('packs the AppImage with the runtime that needs no FUSE 2, which today’s distributions no longer have', () => {
    const [major] = settings.toolsets.appimage.split('.')
    expect(Number(major)).toBeGreaterThan(0)
  })

  it('names icons that exist', () => {
    const icons = [settings.win.icon, settings.mac.icon, settings.linux.icon]
    expect(icons.filter((icon) => !existsSync(path.join(PROJECT_ROOT, icon)))).toEqual([])
  })

  it('keeps its ids, without which an installer would install a second program beside the first', () => {
    expect([settings.appId, settings.msi.upgradeCode, settings.nsis.guid]).toEqual([
      'desk.parcel.app',
      '5f351af9-7d99-4aa9-bbcc-0ea40258be07',
      '7f0da5dd-49ed-415e-8f94-dd5bc52b1eac',
    ])
  })

  it('has the id that the program registers with Windows, without which no notification is shown', () => {
    expect(projectFile('src/main/electron/main.ts')).toContain(`'${settings.appId}'`)
  })
})

describe('the uninstaller of one user', () => {
  const installer = projectFile('packaging/installer.nsh')

  it('takes away what the program has noted for the start at sign-in and for clicks on notifications', () => {
    const [toastClass = 'none'] = /\{[\dA-F-]{36}\}/.exec(projectFile('src/main/electron/main.ts')) ?? []
    expect(installer).toContain(`!define TOAST_CLASS "${toastClass}"`)
    for (const line of [
      /DeleteRegValue HKCU "Software\\Microsoft\\Windows\\CurrentVersion\\Run" "\$\{APP_ID\}"/,
      /DeleteRegValue HKCU "[^"]*\\CurrentVersion\\Explorer\\StartupApproved\\Run" "\$\{APP_ID\}"/,
      /DeleteRegKey HKCU "Software\\Classes\\CLSID\\\$\{TOAST_CLASS\}"/,
    ])
      expect(uninstallation(installer)).toMatch(line)
  })

  it('leaves it where a newer version is being installed, which the user wants started as before', () => {
    expect(uninstallation(installer)).toMatch(/^ *\$\{IfNot\} \$\{isUpdated\}.*\$\{EndIf\}$/s)
  })
})

function uninstallation(installer: string): string {
  const [, lines = ''] = /!macro customUnInstall\n(.*?)\n *!macroend/s.exec(installer) ?? []
  return lines.replace(/^ *#.*\n/, '')
}

describe('the fuses', () => {
  it('are all decided, so that a new one stops the packaging', () => {
    const known = Object.values(FuseV1Options).filter((value) => typeof value === 'number')
    expect(known).toHaveLength(9)
    for (const fuse of known) expect(FUSES).toHaveProperty(String(fuse), expect.any(Boolean))
    expect(FUSES.strictlyRequireAllFuses).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import { installedKind } from '../../../../src/adapters/updates/installed-kind.ts'

const WINDOWS = { platform: 'win32', env: {} } as const
const LINUX = { platform: 'linux', program: '/tmp/.mount_x/parcel-desk' } as const
const BY_OTHERS = { why: expect.stringContaining('rolled out by whoever installed it') }

describe('how this copy was installed', () => {
  it('is by NSIS on Windows only where that left its uninstaller, else by an MSI', () => {
    const own = String.raw`C:\Users\ops\AppData\Local\Programs\Parcel Desk`
    const all = String.raw`C:\Program Files\Parcel Desk`
    const kindIn = (folder: string, found: string[]) =>
      installedKind({
        ...WINDOWS,
        program: `${folder}\\Parcel Desk.exe`,
        exists: (file) => found.includes(file),
      })
    expect(kindIn(own, [`${own}\\Uninstall Parcel Desk.exe`])).toEqual({ form: 'nsis', isInProgramFiles: false })
    expect(kindIn(all, [`${all}\\Uninstall Parcel Desk.exe`])).toEqual({ form: 'nsis', isInProgramFiles: true })
    expect(kindIn(all, [])).toEqual(BY_OTHERS)
  })

  it('is as an AppImage on Linux only where the program itself runs from its mount, else by the system', () => {
    const env = { APPIMAGE: '/home/ops/Parcel Desk.AppImage', APPDIR: '/tmp/.mount_x' }
    const exists = (): boolean => true
    expect(installedKind({ ...LINUX, env, exists })).toEqual({ form: 'app-image', file: env.APPIMAGE })
    for (const other of [
      {},
      { APPIMAGE: env.APPIMAGE },
      { ...env, APPDIR: '/tmp/.mount_other' },
      { ...env, APPDIR: '/tmp/.mount' },
      { ...env, APPIMAGE: 'relative' },
    ]) {
      expect(installedKind({ ...LINUX, env: other, exists })).toEqual(BY_OTHERS)
    }
    expect(installedKind({ ...LINUX, env, exists: () => false })).toEqual(BY_OTHERS)
  })
})

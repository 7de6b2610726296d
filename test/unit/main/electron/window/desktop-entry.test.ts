import { describe, expect, it } from 'vitest'
import { desktopEntry, startedFile } from '../../../../../src/main/electron/window/desktop-entry.ts'

describe('an entry for starting at login', () => {
  it('keeps a path with spaces, quotes and placeholders one word', () => {
    const entry = desktopEntry(['/opt/Parcel "Desk" 100%/$HOME', '--hidden'])
    expect(entry.split('\n')).toContain(String.raw`Exec="/opt/Parcel \\"Desk\\" 100%%/\\$HOME" "--hidden"`)
  })

  it('has no line that a path could begin', () => {
    const entry = desktopEntry(['/opt/a\nExec=/bin/evil\r\t/desk'])
    expect(entry.split('\n')).toHaveLength(6)
    expect(entry.split('\n')).toContain(String.raw`Exec="/opt/a\nExec=/bin/evil\r\t/desk"`)
  })
})

describe('the file that a login starts', () => {
  const APPIMAGE = '/home/ops/parcel-desk.AppImage'
  const own = '/tmp/.mount_parcelX1/parcel-desk'

  it.runIf(process.platform === 'linux')('is the AppImage, whose program lies in a folder that vanishes', () => {
    expect(startedFile({ APPIMAGE, APPDIR: '/tmp/.mount_parcelX1' }, own)).toBe(APPIMAGE)
    expect(startedFile({ APPIMAGE, APPDIR: '/tmp/.mount_parcelX1/' }, own)).toBe(APPIMAGE)
  })

  it.each([
    ['another AppImage started this one', { APPIMAGE: '/home/ops/other.AppImage', APPDIR: '/tmp/.mount_otherX2' }],
    ['the folder only begins alike', { APPIMAGE, APPDIR: '/tmp/.mount_parcel' }],
    ['there is no folder', { APPIMAGE }],
    ['there is no AppImage', { APPDIR: '/tmp/.mount_parcelX1' }],
    ['the folder is empty', { APPIMAGE, APPDIR: '' }],
    ['the AppImage is a word and no path', { APPIMAGE: 'evil', APPDIR: '/tmp/.mount_parcelX1' }],
    ['the folder holds the program’s in its name only', { APPIMAGE, APPDIR: '/tmp/.mount_parcelX1/parcel-desk' }],
  ])('is the program itself if %s', (_what, env) => {
    expect(startedFile(env, own)).toBe(own)
  })
})

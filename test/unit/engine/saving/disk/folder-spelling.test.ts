import { mkdir, realpath, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { archiveFolder, isSameFolder } from '../../../../../src/engine/saving/disk/folder-spelling.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'

describe('archiveFolder', () => {
  it('is spelled as on the disk on Windows, as far as it exists, and as typed elsewhere', async () => {
    const base = await realpath(await tempFolder())
    await mkdir(join(base, 'Archive'))
    // A link gives one folder a second spelling on Linux.
    await symlink('Archive', join(base, 'archive'))
    expect(archiveFolder(join(base, 'archive'), 'win32')).toBe(join(base, 'Archive'))
    expect(archiveFolder(join(base, 'archive', 'new', 'one'), 'win32')).toBe(join(base, 'Archive', 'new', 'one'))
    expect(archiveFolder(join(base, 'archive'), 'linux')).toBe(join(base, 'archive'))
  })

  it.each([
    [String.raw`c:\archive`, String.raw`C:\Archive`, 'win32', true],
    [String.raw`C:\Archive` + '\\', String.raw`C:\Archive`, 'win32', true],
    [String.raw`C:\Archive2`, String.raw`C:\Archive`, 'win32', false],
    ['/srv/archive', '/srv/Archive', 'linux', false],
    ['/srv/archive', '/srv/archive', 'linux', true],
  ] as const)('%s and %s on %s are one: %s', (...row) => {
    const [one, other, platform, expected] = row
    expect(isSameFolder(one, other, platform)).toBe(expected)
  })
})

import { mkdir, realpath, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  archiveFolder,
  isSameFolder,
  unifyFolderSpelling,
} from '../../../../../src/engine/saving/disk/folder-spelling.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'
import { openTestLedger, savedVersion } from '../../../../support/test-ledger.ts'

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

describe('unifyFolderSpelling', () => {
  const REAL = String.raw`\\nas\trade\Archive`
  const TYPED = String.raw`S:\archive`
  const [early, late] = ['2026-02-01T08:00:00.000Z', '2026-02-02T08:00:00.000Z']

  it('moves old records to the spelling in use, where the later record of a file wins', async () => {
    const { database, ledger, record } = openTestLedger(await tempFolder())
    record(
      { ...savedVersion(TYPED, 'a.pdf'), documentId: 'a' },
      { ...savedVersion(String.raw`\\NAS\trade\ARCHIVE`, 'b.pdf'), documentId: 'b', seenAt: late, bytes: 2 },
      { ...savedVersion(REAL, 'b.pdf'), documentId: 'b', seenAt: early, bytes: 1 },
      { ...savedVersion(TYPED, 'c.pdf'), documentId: 'c', seenAt: early, bytes: 1 },
      { ...savedVersion(REAL, 'c.pdf'), documentId: 'c', seenAt: late, bytes: 2 },
      savedVersion(String.raw`S:\archive2`, 'd.pdf'),
    )
    unifyFolderSpelling(database, { folder: REAL, typed: TYPED }, 'win32')
    expect([...ledger.inFolder(REAL)].map(({ relativePath }) => relativePath)).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
    expect(['b', 'c'].map((id) => ledger.newest(REAL, [id]).get(id)?.bytes)).toEqual([2, 2])
    expect([...ledger.inFolder(TYPED)]).toEqual([])
    expect([...ledger.inFolder(String.raw`S:\archive2`)]).toHaveLength(1)
  })

  it('changes nothing where folder names are case-sensitive', async () => {
    const { database, ledger, record } = openTestLedger(await tempFolder())
    record(savedVersion('/srv/ARCHIVE', 'a.pdf'))
    unifyFolderSpelling(database, { folder: '/srv/archive', typed: '/srv/archive' }, 'linux')
    expect([...ledger.inFolder('/srv/ARCHIVE')]).toHaveLength(1)
  })
})

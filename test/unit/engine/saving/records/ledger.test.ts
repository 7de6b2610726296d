import { beforeEach, describe, expect, it } from 'vitest'
import { unifyFolderSpelling } from '../../../../../src/engine/saving/records/ledger.ts'
import { failureOf } from '../../../../../src/shared/errors/app-error.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'
import { openTestLedger, savedVersion, type TestLedger } from '../../../../support/test-ledger.ts'

const FOLDER = '/archive'

let store: TestLedger
beforeEach(async () => {
  store = openTestLedger(await tempFolder())
  store.record(savedVersion(FOLDER, 'b.pdf'), savedVersion(FOLDER, 'a.pdf'), savedVersion('/other', 'c.pdf'))
})

describe('what the ledger lists of a folder', () => {
  it('is every version in order of its path, and every name; a reader may stop early', () => {
    expect(Array.from(store.ledger.inFolder(FOLDER), ({ relativePath }) => relativePath)).toEqual(['a.pdf', 'b.pdf'])
    expect(Array.from(store.ledger.namesIn(FOLDER), ({ relativePath }) => relativePath)).toHaveLength(2)
    for (const { relativePath } of store.ledger.inFolder(FOLDER)) {
      expect(relativePath).toBe('a.pdf')
      break
    }
    expect([...store.ledger.inFolder(FOLDER)]).toHaveLength(2)
  })

  it.each(['inFolder', 'namesIn'] as const)('fails with storage-failed where it cannot be read: %s', (list) => {
    store.database.exec('DROP TABLE saved_versions')
    let thrown: unknown
    try {
      for (const _ of store.ledger[list](FOLDER)) expect.unreachable()
    } catch (error) {
      thrown = error
    }
    expect(failureOf(thrown)).toMatchObject({ tag: 'storage-failed' })
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

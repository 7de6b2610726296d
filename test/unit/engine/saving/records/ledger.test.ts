import { beforeEach, describe, expect, it } from 'vitest'
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

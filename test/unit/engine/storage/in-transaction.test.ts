import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { failureOf } from '../../../../src/shared/errors/app-error.ts'
import { guardStorage, inTransaction } from '../../../../src/engine/storage/database.ts'
import { tempFolder } from '../../../support/temp-folder.ts'

let file: string
let database: DatabaseSync
beforeEach(async () => {
  file = join(await tempFolder(), 'notes.sqlite')
  database = new DatabaseSync(file)
  onTestFinished(() => {
    database.close()
  })
  database.exec('CREATE TABLE notes (text TEXT PRIMARY KEY) STRICT')
})

const notes = (): unknown[] =>
  database
    .prepare('SELECT text FROM notes')
    .all()
    .map(({ text }) => text)
function thrownBy(work: () => void): unknown {
  try {
    work()
    return undefined
  } catch (thrown) {
    return thrown
  }
}

describe('a transaction', () => {
  it('stores all of it', () => {
    inTransaction(database, () => database.exec("INSERT INTO notes VALUES ('a'), ('b')"))
    expect(notes()).toEqual(['a', 'b'])
  })

  it('stores nothing when a part fails, and names the file', () => {
    const thrown = thrownBy(() => {
      inTransaction(database, () => {
        database.exec("INSERT INTO notes VALUES ('a')")
        database.exec("INSERT INTO notes VALUES ('a')")
      })
    })
    expect(failureOf(thrown)).toMatchObject({ tag: 'storage-failed', file, reason: expect.stringContaining('UNIQUE') })
    expect(notes()).toEqual([])
    expect(database.isTransaction).toBe(false)
  })

  it('passes on what is no fault of the storage', () => {
    const mistake = new TypeError('a mistake')
    expect(
      thrownBy(() =>
        inTransaction(database, () => {
          throw mistake
        }),
      ),
    ).toBe(mistake)
    expect(database.isTransaction).toBe(false)
  })

  it('survives that SQLite has rolled back by itself, as it does when the disk is full', () => {
    const thrown = thrownBy(() => {
      inTransaction(database, () => {
        database.exec("INSERT OR ROLLBACK INTO notes VALUES ('a')")
        database.exec("INSERT OR ROLLBACK INTO notes VALUES ('a')")
      })
    })
    expect(failureOf(thrown)).toMatchObject({ tag: 'storage-failed' })
    inTransaction(database, () => database.exec("INSERT INTO notes VALUES ('b')"))
    expect(notes()).toEqual(['b'])
  })

  it('fails with a sentence when another one holds the database', () => {
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    expect(failureOf(thrownBy(() => inTransaction(database, () => undefined)))).toMatchObject({
      reason: 'database is locked',
    })
    other.close()
  })
})

describe('guarded storage', () => {
  it('gives back what was read', () => {
    expect(guardStorage(database, () => notes())).toEqual([])
  })
})

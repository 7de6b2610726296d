import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { failureOf } from '../../../../src/shared/errors/app-error.ts'
import type { Failure } from '../../../../src/shared/errors/failure.ts'
import type { Problem } from '../../../../src/shared/model/parcel-set.ts'
import {
  type DatabaseSchema,
  guardStorage,
  inTransaction,
  openDatabase,
} from '../../../../src/engine/storage/database.ts'
import { SCHEDULES_SCHEMA } from '../../../../src/engine/schedules/schedules-schema.ts'
import { WORKLISTS_SCHEMA } from '../../../../src/engine/worklists/worklists-schema.ts'
import { FEED_SCHEMA, LEDGER_SCHEMA, SETS_SCHEMA } from '../../../../src/engine/storage/schema.ts'
import { filesBelow, tempFolder } from '../../../support/temp-folder.ts'

const FIRST: DatabaseSchema = {
  afterLoss: 'Write your notes again.',
  synchronous: 'FULL',
  migrations: ['CREATE TABLE notes (text TEXT NOT NULL) STRICT'],
}
const SECOND: DatabaseSchema = {
  ...FIRST,
  migrations: [...FIRST.migrations, "ALTER TABLE notes ADD COLUMN author TEXT NOT NULL DEFAULT 'nobody'"],
}

describe('a database', () => {
  let folder: string
  let file: string
  let notices: Problem[]
  beforeEach(async () => {
    folder = join(await tempFolder(), 'data/test')
    file = join(folder, 'notes.sqlite')
    notices = []
  })

  function open(design: DatabaseSchema): DatabaseSync {
    const database = openDatabase(file, design, (notice) => void notices.push(notice))
    onTestFinished(() => {
      if (database.isOpen) database.close()
    })
    return database
  }
  function failureOpening(design: DatabaseSchema): Failure | undefined {
    try {
      open(design)
      return undefined
    } catch (thrown) {
      return failureOf(thrown)
    }
  }
  const pragma = (database: DatabaseSync, name: string): unknown => database.prepare(`PRAGMA ${name}`).get()?.[name]

  it('is made with its folder, and survives a power cut when it has to', () => {
    const database = open(FIRST)
    expect(pragma(database, 'journal_mode')).toBe('wal')
    expect(pragma(database, 'synchronous')).toBe(2)
    expect(pragma(database, 'user_version')).toBe(1)
  })

  it('is brought from the first version to the newest, and keeps what it holds', () => {
    const before = open(FIRST)
    before.exec("INSERT INTO notes VALUES ('kept')")
    before.close()
    const database = open(SECOND)
    expect(database.prepare('SELECT * FROM notes').all()).toEqual([{ text: 'kept', author: 'nobody' }])
    expect(pragma(database, 'user_version')).toBe(2)
    database.close()
    expect(pragma(open(SECOND), 'user_version')).toBe(2)
  })

  it('stays at its version when a step to the next one fails, all of the step undone', () => {
    open(FIRST).close()
    const broken = { ...FIRST, migrations: [...FIRST.migrations, 'CREATE TABLE half (id TEXT); CREATE NONSENSE'] }
    expect(failureOpening(broken)).toMatchObject({ tag: 'storage-failed', file })
    const database = open(FIRST)
    expect(pragma(database, 'user_version')).toBe(1)
    expect(database.prepare("SELECT name FROM sqlite_schema WHERE name = 'half'").all()).toEqual([])
  })

  it('is refused when a newer program wrote it, and left as it is', () => {
    open(SECOND).close()
    expect(failureOpening(FIRST)).toMatchObject({
      tag: 'storage-failed',
      reason: expect.stringContaining('newer version'),
    })
    expect(notices).toEqual([])
    expect(pragma(open(SECOND), 'user_version')).toBe(2)
  })

  it.each([
    ['is garbage', () => Buffer.from('this is no database '.repeat(500))],
    ['has lost its beginning', (whole: Buffer) => Buffer.concat([Buffer.alloc(100), whole.subarray(100)])],
    [
      'has lost a page in the middle',
      (whole: Buffer) => Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(4096, 0xff), whole.subarray(8192)]),
    ],
  ])('is set aside with a notice when it %s, never deleted', async (_, damage) => {
    const before = open(FIRST)
    const insert = before.prepare('INSERT INTO notes VALUES (?)')
    before.exec('BEGIN')
    for (let count = 0; count < 500; count += 1) insert.run(`note ${count} `.repeat(10))
    before.exec('COMMIT')
    before.close()
    const damaged = damage(await readFile(file))
    await writeFile(file, damaged)
    const database = open(FIRST)
    expect(database.prepare('SELECT COUNT(*) AS count FROM notes').get()).toEqual({ count: 0 })
    const [aside = ''] = (await filesBelow(folder)).filter((name) => name.includes('unreadable'))
    expect((await readFile(join(folder, aside))).equals(damaged)).toBe(true)
    expect(notices).toEqual([{ where: file, message: expect.stringContaining(join(folder, aside)) }])
  })

  it('says what is gone where its file has been emptied, as a full disk or a copy that broke off leaves it', async () => {
    open(FIRST).close()
    expect(notices).toEqual([])
    await writeFile(file, '')
    expect(pragma(open(FIRST), 'user_version')).toBe(1)
    expect(notices).toEqual([
      { where: file, message: 'It was empty: whatever was in it is lost. Write your notes again.' },
    ])
  })

  it.each([LEDGER_SCHEMA, SETS_SCHEMA, FEED_SCHEMA, WORKLISTS_SCHEMA, SCHEDULES_SCHEMA])(
    'says of each store what is gone with it',
    async (schema) => {
      await mkdir(folder, { recursive: true })
      await writeFile(file, 'not a database at all, and longer than a page of one would have to be'.repeat(100))
      open(schema)
      expect(notices).toEqual([{ where: file, message: expect.stringContaining(schema.afterLoss) }])
    },
  )

  it('fails with a sentence where it cannot be opened at all', async () => {
    await mkdir(file, { recursive: true })
    expect(failureOpening(FIRST)).toMatchObject({ tag: 'storage-failed', file })
  })

  it('fails with a sentence where its folder cannot be made', async () => {
    await mkdir(join(folder, '../..'), { recursive: true })
    await writeFile(join(folder, '../../blocked'), '')
    file = join(folder, '../../blocked/notes.sqlite')
    expect(failureOpening(FIRST)).toMatchObject({ tag: 'storage-failed', file })
  })

  it.each([
    ['jobs and ledger', LEDGER_SCHEMA],
    ['sets', SETS_SCHEMA],
  ])('of %s can be made from its migrations', (_, design) => {
    expect(pragma(open(design), 'user_version')).toBe(design.migrations.length)
  })
})

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

describe('inTransaction', () => {
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

  it('passes on errors that do not come from the database', () => {
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

  it('copes with SQLite having rolled back already, as it does on a full disk', () => {
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

  it('fails with a sentence when another connection holds the database', () => {
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    expect(failureOf(thrownBy(() => inTransaction(database, () => undefined)))).toMatchObject({
      reason: 'database is locked',
    })
    other.close()
  })
})

describe('guardStorage', () => {
  it('returns what was read', () => {
    expect(guardStorage(database, () => notes())).toEqual([])
  })
})

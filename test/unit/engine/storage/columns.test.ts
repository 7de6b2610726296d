import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { column, columnsOf, type ItemOf } from '../../../../src/engine/storage/columns.ts'

const PLACE = columnsOf({ shelf: column.text('shelf'), row: column.numberOrNull('shelf_row') })
const BOOKS = columnsOf({
  bookId: column.number('id'),
  title: column.text('title'),
  isLent: column.flag('is_lent'),
  kind: column.choice('kind', ['novel', 'atlas']),
  tags: column.json('tags', (content) => z.array(z.string()).safeParse(content).data ?? []),
  borrower: column.jsonOrNull('borrower', z.object({ name: z.string() }).parse),
  place: PLACE,
})

const book: ItemOf<typeof BOOKS> = {
  bookId: 7,
  title: 'Emma',
  isLent: true,
  kind: 'novel',
  tags: ['old', 'good'],
  borrower: { name: 'Marta' },
  place: { shelf: 'A', row: null },
}

let database: DatabaseSync
beforeEach(() => {
  database = new DatabaseSync(':memory:')
  database.exec(`
    CREATE TABLE books (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, is_lent INTEGER NOT NULL, kind TEXT NOT NULL, tags TEXT NOT NULL, borrower TEXT,
      shelf TEXT NOT NULL, shelf_row INTEGER
    ) STRICT`)
  database.prepare(`INSERT INTO books (${BOOKS.list}) VALUES (${BOOKS.places})`).run(...BOOKS.cells(book))
  return () => database.close()
})
const stored = (): unknown => BOOKS.read(database.prepare('SELECT * FROM books').get() ?? {})

describe('the columns of a table', () => {
  it('give back what they stored, those of another table within them too', () => {
    expect(stored()).toEqual(book)
  })

  it('change some fields by their columns', () => {
    const lending = BOOKS.only('isLent', 'borrower')
    const update = database.prepare(`UPDATE books SET ${lending.assignments} WHERE id = ?`)
    update.run(...lending.cells({ isLent: false, borrower: null }), book.bookId)
    expect(stored()).toEqual({ ...book, isLent: false, borrower: null })
  })

  it('leave it to the field what JSON that cannot be read is', () => {
    database.exec("UPDATE books SET tags = '{'")
    expect(stored()).toEqual({ ...book, tags: [] })
  })

  it.each(["kind = 'hymnal'", "borrower = '{'"])('refuse what a field cannot be: %s', (change) => {
    database.exec(`UPDATE books SET ${change}`)
    expect(stored).toThrow()
  })
})

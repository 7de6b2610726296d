import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../../src/engine/storage/database.ts'
import { findTerms } from '../../../../src/engine/texts/find-terms.ts'
import { createTextIndex, type TextIndex } from '../../../../src/engine/texts/text-index.ts'
import { TEXTS_SCHEMA } from '../../../../src/engine/texts/texts-schema.ts'
import type { Problem } from '../../../../src/shared/model/parcel-set.ts'
import { filesBelow, tempFolder } from '../../../support/temp-folder.ts'

function openIndex(file: string, notices: Problem[] = []): TextIndex {
  const database = openDatabase(file, TEXTS_SCHEMA, (notice) => void notices.push(notice))
  onTestFinished(() => database.close())
  return createTextIndex(database)
}

const found = (index: TextIndex, query: string): string[] =>
  index.find(findTerms(query), Number.MAX_SAFE_INTEGER, 100).map(({ sha256, page }) => `${sha256} ${page}`)

describe('the index of texts', () => {
  it('finds pages that have all words, newest document first', async () => {
    const index = openIndex(join(await tempFolder(), 'text.sqlite'))
    index.add({ sha256: 'a', pages: ['bill of lading', 'clean on board'], flaw: null })
    index.add({ sha256: 'b', pages: ['Bill: LADING, clean'], flaw: null })
    expect(found(index, 'lading bill')).toEqual(['b 1', 'a 1'])
    expect(found(index, 'clean')).toEqual(['b 1', 'a 2'])
    expect(found(index, '"bill of lading"')).toEqual(['a 1'])
    expect(found(index, 'lad*')).toEqual(['b 1', 'a 1'])
    expect(found(index, 'lad')).toEqual([])
  })

  it.each([
    ['MSKU 123456-5', 'MSKU1234565'],
    ['MSKU1234567', 'MSKU 123456-7'],
    ['MSKU1234567', 'MSKU 123456'],
    ['MSKU 123456-7', 'MSKU 123456'],
    ['MSKU1234565', 'msku 123456 5'],
    ['Nr. INV-2024/001', '2024001'],
    ['Nr. INV-2024/001', 'inv-2024*'],
    ['Nr. INV-2024/001', 'INV 2024 001'],
    ['24,560.00 USD', '24560'],
    ['24 560 kg', '24560'],
    ['Gdańsk (Danzig).', 'gdansk'],
    ['free of inter-\nnational duty', 'international'],
    ['free of inter-\nnational duty', '"inter national"'],
    ['C S Q U 3 0 5 4 3 8 3', 'CSQU 305438-3'],
    ['ＣＳＱＵ３０５４３８３', 'csqu3054383'],
    ['装货港：上海港', '上海'],
    ['부산항', '부산'],
    ['مرحبا بالعالم', 'مرحبا'],
  ])('finds %j by %j', async (text, query) => {
    const index = openIndex(join(await tempFolder(), 'text.sqlite'))
    index.add({ sha256: 'a', pages: ['another', text], flaw: null })
    expect(found(index, query)).toEqual(['a 2'])
  })

  it('is cleared for everybody who has it open, and filled again', async () => {
    const file = join(await tempFolder(), 'text.sqlite')
    const [desk, commandLine] = [openIndex(file), openIndex(file)]
    const document = { sha256: 'a', pages: ['bill INV-77'], flaw: null }
    desk.add(document)
    commandLine.clear()
    expect([found(desk, 'bill'), found(desk, 'v77'), desk.counts().known]).toEqual([[], [], 0])
    commandLine.add(document)
    expect([found(desk, 'bill'), found(desk, 'v77')]).toEqual([['a 1'], ['a 1']])
  })

  it('has a document once, and nothing of one that was removed', async () => {
    const index = openIndex(join(await tempFolder(), 'text.sqlite'))
    for (const pages of [['first INV-77', 'second'], ['only']]) index.add({ sha256: 'a', pages, flaw: null })
    expect([found(index, 'inv77'), found(index, 'only')]).toEqual([[], ['a 1']])
    index.remove('a')
    expect([found(index, 'only'), index.counts().known]).toEqual([[], 0])
  })

  it('counts what has no text, what could not be read, and reads again what was gone', async () => {
    const index = openIndex(join(await tempFolder(), 'text.sqlite'))
    index.add({ sha256: 'scan', pages: [' ', ''], flaw: null })
    index.add({ sha256: 'locked', pages: [], flaw: 'It asks for a password.' })
    index.add({ sha256: 'half', pages: ['text'], flaw: 'It is damaged.' })
    index.add({ sha256: 'gone', pages: [], flaw: null, isGone: true })
    expect(index.counts()).toEqual({ indexed: 3, withoutText: 1, unreadable: 1, known: 4 })
    expect(index.flawed().map(({ sha256 }) => sha256)).toEqual(['locked', 'half'])
    expect(index.unknown(['scan', 'gone', 'new'])).toEqual(['gone', 'new'])
  })

  it('is set aside and begun anew with one notice where a newer version wrote it, or it is damaged', async () => {
    const folder = await tempFolder()
    const [newer, damaged] = [join(folder, 'newer.sqlite'), join(folder, 'damaged.sqlite')]
    const other = new DatabaseSync(newer)
    other.exec('CREATE TABLE x (y); PRAGMA user_version=99')
    other.close()
    await writeFile(damaged, `${(await readFile(newer)).toString('latin1').slice(0, 100)}${'x'.repeat(5_000)}`)
    const notices: Problem[] = []
    for (const file of [newer, damaged]) openIndex(file, notices).add({ sha256: 'a', pages: ['text'], flaw: null })
    expect(notices.map(({ where }) => where)).toEqual([newer, damaged])
    expect(notices[0]?.message).toMatch(/^It was written by a newer version of Parcel Desk and was set aside as /)
    expect((await filesBelow(folder)).filter((file) => file.includes('unreadable'))).toHaveLength(2)
  })
})

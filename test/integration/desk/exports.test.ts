import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSystemClock } from '../../../src/adapters/system-clock.ts'
import { createTables } from '../../../src/engine/tables/table-thread.ts'
import { createTableFiles, type TableFiles } from '../../../src/main/desk/table-files.ts'
import { createTextFiles, type TextFiles } from '../../../src/main/desk/text-files.ts'
import { tempFolder } from '../../support/temp-folder.ts'

let [root, files, lists]: [string, TextFiles, TableFiles] = ['', expect.anything(), expect.anything()]
/** Answers of the dialog, in order; with none left, it is closed. */
let chosen: string[]
let opened: string[]

beforeEach(async () => {
  ;[chosen, opened] = [[], []]
  root = await tempFolder()
  files = createTextFiles({
    chooseNewFile: () => Promise.resolve(chosen.shift()),
    open: (path) => Promise.resolve(void opened.push(path)),
  })
  lists = createTableFiles(files, createTables({ program: undefined, clock: createSystemClock() }))
})

const save = async (format: 'csv' | 'xlsx', ...rows: (string | number)[][]) =>
  await lists.save({ title: 'Save', name: 'rows', sheet: 'Rows', format, rows })

describe('a list that the user exports', () => {
  it('replaces an existing file atomically and leaves nothing else behind', async () => {
    for (const row of ['one', 'Ōsaka; 2']) {
      chosen.push(join(root, 'rows.csv'))
      expect(await save('csv', ['Port'], [row])).toMatchObject({ name: 'rows.csv', folder: root })
    }
    expect(await readdir(root)).toEqual(['rows.csv'])
    expect(await readFile(join(root, 'rows.csv'), 'utf8')).toBe('\uFEFFPort\r\n"Ōsaka; 2"\r\n')
  })

  it('runs nothing as a formula, and is a workbook where that is asked for (T21)', async () => {
    chosen.push(join(root, 'rows.csv'), join(root, 'rows.xlsx'))
    await save('csv', ['=HYPERLINK("x")', -5])
    expect(await readFile(join(root, 'rows.csv'), 'utf8')).toBe(`\uFEFF"'=HYPERLINK(""x"")",-5\r\n`)
    await save('xlsx', ['=HYPERLINK("x")', -5])
    expect((await readFile(join(root, 'rows.xlsx'))).subarray(0, 2).toString()).toBe('PK')
  })

  it('fails in words if it cannot be written, and the existing file stays', async () => {
    await mkdir(join(root, 'rows.csv'))
    chosen.push(join(root, 'rows.csv'), join(root, 'nowhere', 'rows.csv'))
    await expect(save('csv')).rejects.toMatchObject({ failure: { tag: 'file-exists' } })
    await expect(save('csv')).rejects.toMatchObject({ failure: { tag: 'folder-gone' } })
    expect(await readdir(root)).toEqual(['rows.csv'])
  })

  it('is not written if the dialog was closed', async () => {
    expect(await save('csv', ['new'])).toBeNull()
  })

  it('is opened by the id that the page got for it, and no other file is', async () => {
    chosen.push(join(root, 'rows.csv'))
    const file = await save('csv', ['new'])
    await files.open(file?.fileId ?? '')
    expect(opened).toEqual([join(root, 'rows.csv')])
    await expect(files.open(join(root, 'rows.csv'))).rejects.toMatchObject({ failure: { tag: 'bad-usage' } })
    expect(opened).toHaveLength(1)
  })
})

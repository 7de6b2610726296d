import { describe, expect, it } from 'vitest'
import { createSystemClock } from '../../../../src/adapters/system-clock.ts'
import { readTable } from '../../../../src/engine/tables/read-table.ts'
import { createTables } from '../../../../src/engine/tables/table-thread.ts'
import { makeWorkbook } from '../../../support/make-workbook.ts'

const program = new URL('../../../../src/engine/tables/table-worker.ts', import.meta.url)
const onThread = createTables({ program, clock: createSystemClock() })
const direct = createTables({ program: undefined, clock: createSystemClock() })

describe('tables', () => {
  it('reads a workbook on a thread as it does without one', async () => {
    const workbook = makeWorkbook({ sheets: { One: [['SHP-1', 'MV A']] } })
    expect(await onThread.read(workbook, 'list.xlsx')).toEqual({ rows: [['SHP-1', 'MV A']], note: null })
    expect(await direct.read(workbook, 'list.xlsx')).toEqual(await onThread.read(workbook, 'list.xlsx'))
  })

  it('refuses what a thread refuses in the same words', async () => {
    const macro = makeWorkbook({ sheets: { One: [['x']] }, parts: { 'xl/vbaProject.bin': Buffer.from('x') } })
    await expect(onThread.read(macro, 'list.xlsm')).rejects.toThrow('list.xlsm holds a macro. Nothing of it was run.')
  })

  it('gives up a file that takes too long', async () => {
    const clock = { ...createSystemClock(), wait: () => Promise.resolve() }
    const impatient = createTables({ program, clock })
    const workbook = makeWorkbook({ sheets: { One: [['SHP-1']] } })
    await expect(impatient.read(workbook, 'list.xlsx')).rejects.toThrow('it takes longer than a list does')
  })

  it('writes a workbook in which nothing runs and every text is what it was', async () => {
    const texts = ['=1+1', '+44', '007', '"quoted"', 'a\u0000b', '<&>', '漢']
    const bytes = await onThread.write(
      [['Reference', 'Sets'], ...texts.map((text) => [text, 2]), [null, null], ['end', null]],
      'List',
    )
    const { rows } = readTable(Buffer.from(bytes), 'written.xlsx')
    expect(rows).toEqual([['Reference', 'Sets'], ...texts.map((text) => [text.replace('\0', ''), '2']), [''], ['end']])
  })
})

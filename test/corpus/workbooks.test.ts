import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readTable } from '../../src/engine/tables/read-table.ts'
import type { Table } from '../../src/engine/tables/table.ts'
import { failureOf } from '../../src/shared/errors/app-error.ts'
import { hasOpenpyxl } from '../support/system-packages.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { differences, makeSamples, sampleCount } from './corpus.ts'

const samples = z.array(
  z.object({
    rows: z.array(z.array(z.string())),
    hidden: z.array(z.number()),
    formulas: z.number(),
    damaged: z.boolean(),
  }),
)

describe.skipIf(!hasOpenpyxl())('workbooks', () => {
  it('are read as a spreadsheet shows them, however they were put together, or refused as damaged', async () => {
    const folder = await tempFolder()
    const count = sampleCount(500)
    const made = samples.parse(await makeSamples('make-workbooks.py', count, folder))
    const read = await Promise.all(made.map(async (_, at) => readOrRefused(await readFile(join(folder, `${at}.xlsx`)))))
    const right = made.map(({ damaged, rows, hidden, formulas }) => {
      return damaged ? 'refused' : { rows, hidden, saysFormulas: formulas > 0 }
    })
    expect(made).toHaveLength(count)
    expect(differences(read, right)).toEqual([])
  })
})

function readOrRefused(bytes: Buffer): unknown {
  try {
    return shownIn(readTable(bytes, 'list.xlsx'))
  } catch (thrown) {
    if (failureOf(thrown)?.tag === 'bad-usage') return 'refused'
    throw thrown
  }
}

function shownIn({ rows, hiddenRows = [], note }: Table): unknown {
  return { rows, hidden: hiddenRows, saysFormulas: /formula/.test(note ?? '') }
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readTable } from '../../src/engine/tables/read-table.ts'
import { messageOf } from '../../src/shared/errors/app-error.ts'
import { hasOpenpyxl } from '../support/system-packages.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { differences, makeSamples, sampleCount } from './corpus.ts'

describe.skipIf(!hasOpenpyxl())('lists of comma-separated text', () => {
  it('are read as Python’s csv wrote them, whatever its separator, line ends, quotes and letters', async () => {
    const folder = await tempFolder()
    const count = sampleCount(300)
    const right = z.array(z.array(z.array(z.string()))).parse(await makeSamples('make-tables.py', count, folder))
    const read = await Promise.all(right.map(async (_, at) => rowsOrRefusal(await readFile(join(folder, `${at}.csv`)))))
    expect(right).toHaveLength(count)
    expect(differences(read, right)).toEqual([])
  })
})

function rowsOrRefusal(bytes: Buffer): unknown {
  try {
    return readTable(bytes, 'list.csv').rows
  } catch (thrown) {
    return messageOf(thrown)
  }
}

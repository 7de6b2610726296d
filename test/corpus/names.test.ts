import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { documentFileName, folderName } from '../../src/engine/saving/names/file-names.ts'
import { hasOpenpyxl } from '../support/system-packages.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { askPython, makeSamples, sampleCount } from './corpus.ts'

describe.skipIf(!hasOpenpyxl())('names of folders and files', () => {
  it('are such as Python takes for a name on Windows, whatever the service sends', async () => {
    const count = sampleCount(2_000)
    const texts = z.array(z.string()).parse(await makeSamples('judge-names.py', count))
    const made = join(await tempFolder(), 'names.json')
    await writeFile(made, JSON.stringify(texts.flatMap((text) => [folderName(text), documentFileName(text)])))
    expect(texts).toHaveLength(count)
    expect(await askPython('judge-names.py', [made])).toEqual([])
  })
})

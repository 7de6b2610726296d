import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFileLookup } from '../../../../../src/engine/saving/plan/file-lookup.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'
import { CAN_LINK } from '../../../../support/system-abilities.ts'

describe('createFileLookup', () => {
  let root: string
  beforeEach(async () => {
    root = await tempFolder()
    await mkdir(join(root, 'Customer'))
    await writeFile(join(root, 'Customer', 'a.pdf'), '12345')
  })

  it('finds files', () => {
    const look = createFileLookup(root)
    expect(look('Customer/a.pdf')?.size).toBe(5)
    expect(look('Customer/b.pdf')).toBeUndefined()
  })

  it.skipIf(!CAN_LINK)('finds a link without following it', async () => {
    await symlink('a.pdf', join(root, 'Customer', 'link.pdf'))
    expect(createFileLookup(root)('Customer/link.pdf')?.isSymbolicLink()).toBe(true)
  })

  it('finds nothing below what does not exist or is not a folder', () => {
    const look = createFileLookup(root)
    expect(look('Nobody/SHP-1/a.pdf')).toBeUndefined()
    expect(look('Customer/a.pdf/b.pdf')).toBeUndefined()
    expect(createFileLookup(join(root, 'new', 'archive'))('a.pdf')).toBeUndefined()
  })

  it('finds the same files once it has listed a folder with many names', () => {
    const look = createFileLookup(root)
    for (let at = 0; at < 40; at += 1) expect(look(`Customer/${at}.pdf`)).toBeUndefined()
    expect(look('Customer/a.pdf')?.size).toBe(5)
    expect(look('Customer/b.pdf')).toBeUndefined()
  })
})

import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { folderKey } from '../../../../../src/engine/saving/names/file-names.ts'
import { parseNamePattern } from '../../../../../src/engine/saving/names/name-pattern.ts'
import { createFileLookup, namesInArchive } from '../../../../../src/engine/saving/plan/names-in-archive.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'
import type { SavedVersion } from '../../../../../src/engine/saving/records/ledger.ts'
import type { DocumentFacts } from '../../../../../src/shared/model/parcel-set.ts'
import { openTestLedger, savedVersion, type TestLedger } from '../../../../support/test-ledger.ts'
import { CAN_LINK, IS_POSIX } from '../../../../support/system-abilities.ts'

const pattern = parseNamePattern('{customer}/{shipmentRef}/{name}')

describe("the spelling of an archive's folders", () => {
  let folder: string
  let store: TestLedger
  beforeEach(async () => {
    folder = await tempFolder()
    store = openTestLedger(await tempFolder())
  })

  const spelled = async (...folders: string[]): Promise<string | undefined> =>
    (await namesInArchive(folder, { ledger: store.ledger, manifest: undefined, pattern })).knownFolder?.(
      folderKey(folders),
    )

  it('follows the disk where somebody created them before the first save', async () => {
    await mkdir(join(folder, 'AURORA GRAIN SA', 'SHP-1'), { recursive: true })
    expect(await spelled('Aurora Grain SA')).toBe('AURORA GRAIN SA')
    expect(await spelled('Aurora Grain SA', 'shp-1')).toBe('SHP-1')
    expect(await spelled('Aurora Grain SA', 'SHP-2')).toBeUndefined()
  })

  it('follows the disk where somebody has renamed them', async () => {
    store.record(savedVersion(folder, 'Aurora/SHP-1/a.pdf'))
    expect(await spelled('AURORA')).toBe('Aurora')
    await mkdir(join(folder, 'AURORA', 'shp-1'), { recursive: true })
    expect(await spelled('Aurora')).toBe('AURORA')
    expect(await spelled('Aurora', 'SHP-1')).toBe('shp-1')
  })

  it.skipIf(!IS_POSIX)('stays as recorded where a case-sensitive disk has both', async () => {
    store.record(savedVersion(folder, 'Aurora/a.pdf'))
    await mkdir(join(folder, 'AURORA'))
    await mkdir(join(folder, 'Aurora'))
    expect(await spelled('aurora')).toBe('Aurora')
  })

  it('is looked up only inside the archive', async () => {
    await mkdir(join(folder, 'inner'))
    folder = join(folder, 'inner')
    expect(await spelled('INNER')).toBeUndefined()
    expect(await spelled()).toBeUndefined()
  })
})

describe("what an archive's folders were called", () => {
  it('is what their documents say, by the ledger or the manifest, as far as the pattern made the names', async () => {
    const [folder, store] = [await tempFolder(), openTestLedger(await tempFolder())]
    const saved = (path: string, facts: Partial<DocumentFacts>): SavedVersion => {
      const version = savedVersion(folder, path)
      return { ...version, documentId: path, facts: { ...version.facts, ...facts } }
    }
    store.record(
      saved('Aurora Grain/4500-1/a.pdf', { shipmentRef: '4500/1' }),
      saved('Aurora Grain/4500-1/b.pdf', { shipmentRef: '4500/1' }),
      saved('Aurora Grain/by hand/c.pdf', { shipmentRef: 'SHP-3' }),
      saved('PR-1/d.pdf', { shipmentRef: 'SHP-4' }),
    )
    const textsIn = (await namesInArchive(folder, { ledger: store.ledger, manifest: undefined, pattern })).textsIn
    expect(textsIn?.(folderKey(['Aurora Grain']))).toEqual(new Set(['AURORA GRAIN']))
    expect(textsIn?.(folderKey(['Aurora Grain', '4500-1']))).toEqual(new Set(['4500/1']))
    expect(textsIn?.(folderKey(['Aurora Grain', 'by hand']))).toBeUndefined()
    expect(textsIn?.(folderKey(['PR-1']))).toBeUndefined()
  })
})

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

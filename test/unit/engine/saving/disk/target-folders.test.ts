import { mkdirSync, renameSync } from 'node:fs'
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { partName, probeName, removeLeftovers } from '../../../../../src/engine/saving/disk/part-files.ts'
import { openTargetFolders } from '../../../../../src/engine/saving/disk/target-folders.ts'
import { CAN_LINK } from '../../../../support/system-abilities.ts'
import { failureThrown } from '../../../../support/failure-thrown.ts'
import { filesBelow, tempFolder } from '../../../../support/temp-folder.ts'

let base: string
let root: string
beforeEach(async () => {
  base = await tempFolder()
  root = join(base, 'archive')
  await mkdir(root)
})

describe('openTargetFolders', () => {
  it('creates folders below the root, for several documents at once too', async () => {
    const folders = await openTargetFolders(root)
    await Promise.all(Array.from({ length: 20 }, () => folders.make('customer/shipment/a.pdf')))
    await writeFile(join(root, 'customer/shipment/a.pdf'), '')
    await folders.make('flat.pdf')
    expect(await filesBelow(base)).toEqual(['archive/customer/shipment/a.pdf'])
  })

  it.skipIf(!CAN_LINK)('accepts existing folders, and links that stay inside the archive', async () => {
    await mkdir(join(root, 'real/shipment'), { recursive: true })
    await symlink(join(root, 'real'), join(root, 'linked'))
    const folders = await openTargetFolders(root)
    await folders.make('real/shipment/a.pdf')
    await folders.make('linked/other/a.pdf')
    await writeFile(join(root, 'real/other/a.pdf'), '')
  })

  it.skipIf(!CAN_LINK)('refuses a link that leads out of the archive', async () => {
    await mkdir(join(base, 'outside'))
    await symlink(join(base, 'outside'), join(root, 'customer'))
    const folders = await openTargetFolders(root)
    expect(await failureThrown(folders.make('customer/shipment/a.pdf'))).toMatchObject({ tag: 'folder-refused' })
    expect(await filesBelow(join(base, 'outside'))).toEqual([])
  })

  it.skipIf(!CAN_LINK)(
    'checks folders again during the run: one that was swapped for a link out of the archive gets no more files',
    async () => {
      await mkdir(join(base, 'outside'))
      const folders = await openTargetFolders(root)
      const clock = vi.spyOn(performance, 'now')
      onTestFinished(() => clock.mockRestore())
      clock.mockReturnValue(1_000)
      await folders.make('customer/shipment/a.pdf')
      await rename(join(root, 'customer'), join(base, 'moved'))
      await mkdir(join(base, 'outside/shipment'))
      await symlink(join(base, 'outside'), join(root, 'customer'))
      clock.mockReturnValue(2_000)
      const refused = { tag: 'folder-refused', folder: join(root, 'customer') }
      expect(await failureThrown(folders.make('customer/shipment/b.pdf'))).toMatchObject(refused)
      expect(await failureThrown(folders.check(['customer/shipment/a.pdf']))).toMatchObject({ tag: 'folder-refused' })
      await folders.check(['flat.pdf'])
    },
  )

  it('looks after the last of the documents that share a look, so that a swap before it is seen for all', async () => {
    const folders = await openTargetFolders(root)
    await folders.make('customer/a.pdf')
    const first = folders.check(['customer/a.pdf'])
    renameSync(join(root, 'customer'), join(base, 'moved'))
    mkdirSync(join(root, 'customer'))
    const checks = [first, folders.check(['customer/b.pdf']), folders.check(['flat.pdf'])].map(async (check) => {
      await check
    })
    const results = await Promise.allSettled(checks)
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  })

  it('does not replace a file by a folder', async () => {
    await writeFile(join(root, 'customer'), 'of somebody else')
    const folders = await openTargetFolders(root)
    const failure = await failureThrown(folders.make('customer/a.pdf'))
    expect(failure).toEqual({ tag: 'file-exists', path: join(root, 'customer') })
  })

  it.each([
    ['has gone', () => rename(root, join(base, 'moved'))],
    ['is another one now', () => rename(root, join(base, 'moved')).then(() => mkdir(root))],
    ['is a file now', () => rename(root, join(base, 'moved')).then(() => writeFile(root, ''))],
  ])('are not made when the root %s: it may be a mount point without its drive', async (_, change) => {
    const folders = await openTargetFolders(root)
    await change()
    const failure = await failureThrown(folders.make('flat.pdf'))
    expect(['folder-gone', 'folder-refused']).toContain(failure.tag)
    expect((await failureThrown(folders.make('customer/a.pdf'))).tag).toBe(failure.tag)
    expect((await failureThrown(folders.check())).tag).toBe(failure.tag)
  })

  it('refuses a root that is missing or a file', async () => {
    await writeFile(join(base, 'file'), '')
    const missing = join(base, 'missing')
    expect(await failureThrown(openTargetFolders(missing))).toEqual({ tag: 'folder-gone', folder: missing })
    expect(await failureThrown(openTargetFolders(join(base, 'file')))).toMatchObject({ tag: 'folder-refused' })
  })
})

describe('removeLeftovers', () => {
  const job = '20260115T0900-0a1b2c3d'

  it('removes what a killed run of this job left half-written, and nothing else', async () => {
    await mkdir(join(root, 'customer'))
    const kept = ['customer/a.pdf', 'customer/a.pdf.0.ffffffff.part', 'notes.part', '.parcel-desk-x.part']
    const gone = [partName('customer/a.pdf.0', job), partName('manifest.csv', job), probeName()]
    for (const file of [...kept, ...gone]) await writeFile(join(root, file), '')
    await removeLeftovers(root, ['', 'customer', 'missing'], job)
    expect(await filesBelow(root)).toEqual(kept.toSorted())
  })
})

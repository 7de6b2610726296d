import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createDiskReserve, freeBytes } from '../../../../../src/engine/saving/disk/disk-space.ts'
import { failureThrown } from '../../../../support/failure-thrown.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'

describe('freeBytes', () => {
  it('is known of a folder even before it exists', async () => {
    // Not compared with that of its parent: other programs write to the disk meanwhile.
    expect(freeBytes(join(await tempFolder(), 'not/yet'))).toBeGreaterThan(0)
  })
})

describe('createDiskReserve', () => {
  it('accepts what fits, and checks the disk only now and then', async () => {
    const reserve = createDiskReserve(await tempFolder())
    expect(reserve.claim(1_000)).toBeUndefined()
    await expect(reserve.claim(20_000_000)).resolves.toBeUndefined()
  })

  it('refuses what would use up the last space of the disk', async () => {
    const folder = await tempFolder()
    const { bavail, bsize } = await statfs(folder)
    const failure = await failureThrown(createDiskReserve(folder).claim(bavail * bsize) ?? Promise.resolve())
    expect(failure).toMatchObject({ tag: 'disk-full', folder, keptFreeBytes: expect.any(Number) })
  })
})

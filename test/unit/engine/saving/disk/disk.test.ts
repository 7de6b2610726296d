import { createHash } from 'node:crypto'
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { hashFile, isTaken, moveOver, placeNew } from '../../../../../src/engine/saving/disk/disk.ts'
import { CAN_LINK, plantable } from '../../../../support/system-abilities.ts'
import { filesBelow, tempFolder } from '../../../../support/temp-folder.ts'

describe('placeNew', () => {
  let folder: string
  let part: string
  let target: string

  beforeEach(async () => {
    folder = await tempFolder()
    part = join(folder, 'a.part')
    target = join(folder, 'a.pdf')
    await writeFile(part, 'new')
  })

  it('places a file in one step when the name is free', async () => {
    expect(await placeNew(part, target)).toBe(true)
    expect(await filesBelow(folder)).toEqual(['a.pdf'])
    expect((await stat(target)).nlink).toBe(1)
  })

  it.each(
    plantable([
      ['a file', () => writeFile(target, 'old')],
      ['a folder', () => mkdir(target).then(() => undefined)],
      ['a link', () => symlink(join(folder, 'elsewhere'), target)],
    ]),
  )('is not taken from %s', async (_, make) => {
    await make()
    expect(await placeNew(part, target)).toBe(false)
    expect(await readFile(part, 'utf8')).toBe('new')
    expect(await filesBelow(folder)).not.toContain('elsewhere')
  })

  it('places exactly one of many files that want a name at the same moment', async () => {
    const parts = Array.from({ length: 20 }, (_, index) => join(folder, `${index}.part`))
    await Promise.all(parts.map((file) => writeFile(file, file)))
    const placed = await Promise.all(parts.map((file) => placeNew(file, target)))
    expect(placed.filter(Boolean)).toHaveLength(1)
    expect(await readFile(target, 'utf8')).toBe(parts[placed.indexOf(true)])
  })

  it('moveOver says on every system that a folder is in the way', async () => {
    await mkdir(target)
    await expect(moveOver(part, target)).rejects.toMatchObject({ code: 'EISDIR' })
  })

  it('moveOver replaces a file by choice', async () => {
    await writeFile(target, 'old')
    await moveOver(part, target)
    expect(await readFile(target, 'utf8')).toBe('new')
    expect(await filesBelow(folder)).toEqual(['a.pdf'])
  })
})

describe('isTaken', () => {
  it.skipIf(!CAN_LINK)('is true for anything, even a broken link, and false below what is not a folder', async () => {
    const folder = await tempFolder()
    await symlink(join(folder, 'nowhere'), join(folder, 'link'))
    await writeFile(join(folder, 'file'), '')
    expect(await isTaken(join(folder, 'link'))).toBe(true)
    expect(await isTaken(join(folder, 'file'))).toBe(true)
    expect(await isTaken(join(folder, 'free'))).toBe(false)
    expect(await isTaken(join(folder, 'file', 'below'))).toBe(false)
  })
})

describe('hashFile', () => {
  it('hashes the bytes, and returns nothing where there is no regular file', async () => {
    const folder = await tempFolder()
    const file = join(folder, 'file')
    await writeFile(file, 'content')
    await symlink(file, join(folder, 'link'))
    expect(await hashFile(file)).toBe(createHash('sha256').update('content').digest('hex'))
    expect(await hashFile(join(folder, 'link'))).toBeUndefined()
    expect(await hashFile(folder)).toBeUndefined()
    expect(await hashFile(join(folder, 'missing'))).toBeUndefined()
    expect(await hashFile(join(file, 'below'))).toBeUndefined()
  })
})

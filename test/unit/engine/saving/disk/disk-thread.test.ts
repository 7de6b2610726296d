import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { errorCode } from '../../../../../src/engine/files/file-system.ts'
import { type DiskThread, startDiskThread } from '../../../../../src/engine/saving/disk/disk-thread.ts'
import { filesBelow, tempFolder } from '../../../../support/temp-folder.ts'

const PROGRAM = new URL('../../../../../src/engine/saving/disk/disk-worker.ts', import.meta.url)

describe('startDiskThread', () => {
  let folder: string
  let disk: DiskThread

  beforeEach(async () => {
    folder = await tempFolder()
    disk = start(PROGRAM)
  })

  function start(program: URL): DiskThread {
    const thread = startDiskThread(program)
    onTestFinished(thread.stop)
    return thread
  }

  it('is ready once it has started, so that nothing waits for its start', async () => {
    expect(disk.isReady()).toBe(false)
    await expect.poll(() => disk.isReady()).toBe(true)
  })

  it('writes its chunks in order and returns their SHA-256', async () => {
    const file = disk.newFile(join(folder, 'a.part'))
    await file.write([Buffer.from('one '), Buffer.from('two ')])
    await file.write([Buffer.alloc(3_000_000, 'three ')])
    const sha256 = await file.finish([Buffer.from('four')])
    const written = await readFile(join(folder, 'a.part'))
    expect(written.toString()).toBe(`one two ${'three '.repeat(500_000)}four`)
    expect(sha256).toBe(createHash('sha256').update(written).digest('hex'))
  })

  it('takes over the memory of a chunk, so that it is freed without the garbage collector', async () => {
    const chunk = Buffer.from(new ArrayBuffer(100_000))
    await disk.newFile(join(folder, 'a.part')).finish([chunk])
    expect(chunk.length).toBe(0)
  })

  it('copies a chunk that shares its memory with others, which may not be written yet', async () => {
    const body = Buffer.from(new ArrayBuffer(100_000)).fill('x')
    await disk.newFile(join(folder, 'a.part')).finish([body.subarray(0, 50_000)])
    expect(body.toString()).toBe('x'.repeat(100_000))
    expect(await readFile(join(folder, 'a.part'))).toHaveLength(50_000)
  })

  it('keeps files apart that are written at the same time', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `${index}.part`)
    await Promise.all(
      names.map(async (name) => {
        const file = disk.newFile(join(folder, name))
        await file.write([Buffer.from(name)])
        await file.finish([Buffer.from(name)])
      }),
    )
    for (const name of names) expect(await readFile(join(folder, name), 'utf8')).toBe(name + name)
  })

  it('gives a final name only if it is free', async () => {
    await disk.newFile(join(folder, 'a.part')).finish([Buffer.from('new')])
    await writeFile(join(folder, 'taken.pdf'), 'old')
    expect(await disk.placeNew(join(folder, 'a.part'), join(folder, 'taken.pdf'))).toBe(false)
    expect(await disk.placeNew(join(folder, 'a.part'), join(folder, 'a.pdf'))).toBe(true)
    expect(await filesBelow(folder)).toEqual(['a.pdf', 'taken.pdf'])
  })

  it('removes what is discarded', async () => {
    const file = disk.newFile(join(folder, 'a.part'))
    await file.write([Buffer.from('half')])
    await file.discard()
    expect(await filesBelow(folder)).toEqual([])
  })

  it('passes on the error code of the file system, by which the job decides what to do', async () => {
    const refused = disk.newFile(join(folder, 'missing', 'a.part')).finish([Buffer.from('new')])
    expect(errorCode(await refused.catch((thrown: unknown) => thrown))).toBe('ENOENT')
  })

  it('fails all pending requests when it crashes, so that nothing waits forever', async () => {
    const broken = start(pathToFileURL(join(folder, 'missing.js')))
    const file = broken.newFile(join(folder, 'a.part'))
    await expect(file.finish([Buffer.from('new')])).rejects.toThrow('missing.js')
    await expect(file.write([])).rejects.toThrow('missing.js')
    expect(broken.isReady()).toBe(false)
    await file.discard()
  })
})

import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { failureOf } from '../../../../src/shared/errors/app-error.ts'
import type { Failure } from '../../../../src/shared/errors/failure.ts'
import { createSharedLock, isDataDirLocked, lockDataDir, lockDesk } from '../../../../src/engine/storage/data-lock.ts'
import { tempFolder } from '../../../support/temp-folder.ts'

describe('the lock of a data folder', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = join(await tempFolder(), 'data')
  })

  function failureLocking(): Failure | undefined {
    try {
      lockDataDir(dataDir).release()
      return undefined
    } catch (thrown) {
      return failureOf(thrown)
    }
  }

  it('keeps a second one out and names the first', () => {
    const lock = lockDataDir(dataDir)
    onTestFinished(lock.release)
    const failure = failureLocking()
    expect(failure).toMatchObject({
      tag: 'locked',
      dataDir,
      holder: expect.stringMatching(`^process ${process.pid}, since 2`),
    })
  })

  it.skipIf(process.platform === 'win32')('can be held by no other user of a folder that others may read', async () => {
    lockDataDir(dataDir).release()
    const file = join(dataDir, 'lock.sqlite')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    // As somebody may have set it.
    await chmod(file, 0o644)
    lockDataDir(dataDir).release()
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('of a desk keeps out a second desk, and no run of the command line', () => {
    const desk = lockDesk(dataDir)
    onTestFinished(desk.release)
    expect(() => lockDesk(dataDir)).toThrow(`process ${process.pid}, since `)
    expect(failureLocking()).toBeUndefined()
  })

  it('is free again when it is released', () => {
    lockDataDir(dataDir).release()
    expect(failureLocking()).toBeUndefined()
  })

  it('can be looked at without taking it', () => {
    expect(isDataDirLocked(dataDir)).toBe(false)
    const lock = lockDataDir(dataDir)
    expect(isDataDirLocked(dataDir)).toBe(true)
    expect(failureLocking()).toMatchObject({ tag: 'locked' })
    lock.release()
    expect(isDataDirLocked(dataDir)).toBe(false)
  })

  it('still keeps out where the holder’s name was lost', async () => {
    const lock = lockDataDir(dataDir)
    onTestFinished(lock.release)
    await writeFile(join(dataDir, 'lock.json'), '{"pid":')
    expect(failureLocking()).toMatchObject({ holder: 'process not known' })
  })

  it('is made anew when its file is garbage, which is set aside', async () => {
    lockDataDir(dataDir).release()
    await writeFile(join(dataDir, 'lock.sqlite'), 'garbage '.repeat(1000))
    const lock = lockDataDir(dataDir)
    onTestFinished(lock.release)
    expect(failureLocking()).toMatchObject({ tag: 'locked' })
    const [aside = ''] = (await readdir(dataDir)).filter((name) => name.includes('unreadable'))
    expect(await readFile(join(dataDir, aside), 'utf8')).toMatch(/^garbage/)
  })

  it('fails with a sentence where the data folder cannot be made', async () => {
    await writeFile(dataDir, '')
    expect(failureLocking()).toMatchObject({ tag: 'storage-failed' })
  })
})

describe('createSharedLock', () => {
  it('is taken by the first holder and released by the last', async () => {
    const dataDir = await tempFolder()
    const lock = createSharedLock(dataDir)
    const holders = [lock.take(), lock.take()]
    for (const holder of holders) {
      expect(isDataDirLocked(dataDir)).toBe(true)
      holder.release()
    }
    expect(isDataDirLocked(dataDir)).toBe(false)
  })

  it('counts a holder that releases twice only once', async () => {
    const dataDir = await tempFolder()
    const lock = createSharedLock(dataDir)
    const [one, other] = [lock.take(), lock.take()]
    one.release()
    one.release()
    expect(isDataDirLocked(dataDir)).toBe(true)
    other.release()
  })

  it('is refused while another process has it, and can be taken afterwards', async () => {
    const dataDir = await tempFolder()
    const lock = createSharedLock(dataDir)
    const others = lockDataDir(dataDir)
    expect(lock.take).toThrow(/Another Parcel Desk is working with the data folder/)
    others.release()
    lock.take().release()
    expect(isDataDirLocked(dataDir)).toBe(false)
  })
})

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { isDataDirLocked, lockDataDir } from '../../../src/main/storage/data-lock.ts'
import { failureOf } from '../../../src/shared/errors/app-error.ts'
import type { Failure } from '../../../src/shared/errors/failure.ts'
import { tempFolder } from '../../support/temp-folder.ts'

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

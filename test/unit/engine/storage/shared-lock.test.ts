import { describe, expect, it } from 'vitest'
import { isDataDirLocked, lockDataDir, createSharedLock } from '../../../../src/engine/storage/data-lock.ts'
import { tempFolder } from '../../../support/temp-folder.ts'

describe('the lock as one process uses it', () => {
  it('is taken by the first holder and given back by the last', async () => {
    const dataDir = await tempFolder()
    const lock = createSharedLock(dataDir)
    const holders = [lock.take(), lock.take()]
    for (const holder of holders) {
      expect(isDataDirLocked(dataDir)).toBe(true)
      holder.release()
    }
    expect(isDataDirLocked(dataDir)).toBe(false)
  })

  it('is not given back by a holder that lets go twice', async () => {
    const dataDir = await tempFolder()
    const lock = createSharedLock(dataDir)
    const [one, other] = [lock.take(), lock.take()]
    one.release()
    one.release()
    expect(isDataDirLocked(dataDir)).toBe(true)
    other.release()
  })

  it('is refused while somebody else has it, and can be taken afterwards', async () => {
    const dataDir = await tempFolder()
    const lock = createSharedLock(dataDir)
    const others = lockDataDir(dataDir)
    expect(lock.take).toThrow(/Another run works with the data folder/)
    others.release()
    lock.take().release()
    expect(isDataDirLocked(dataDir)).toBe(false)
  })
})

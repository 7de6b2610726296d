import { type DataLock, lockDataDir } from './data-lock.ts'

/** The lock of a data folder, as one process uses it: several jobs of the process hold it together. */
export interface SharedLock {
  /** The first holder takes the lock, the last one gives it back. Fails with locked where another process has it. */
  take(): DataLock
}

export function createSharedLock(dataDir: string): SharedLock {
  let lock: DataLock | undefined
  let holders = 0
  return {
    take: () => {
      lock ??= lockDataDir(dataDir)
      holders += 1
      let isHeld = true
      return {
        release: () => {
          if (!isHeld) return
          isHeld = false
          holders -= 1
          if (holders > 0) return
          lock?.release()
          lock = undefined
        },
      }
    },
  }
}

import { statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { AppError } from '../../../shared/errors/app-error.ts'
import { nearestExisting } from './folder-spelling.ts'

/** Bytes that this user may still write there; null where the system does not say. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(nearestExisting(folder))
    return bavail * bsize
  } catch {
    return null
  }
}

/** Enough for whatever else writes there: databases, a user who is freeing space. */
const KEPT_FREE_BYTES = 200_000_000
/** Less on a small disk, such as a USB stick. */
const KEPT_FREE_PART = 0.02
/** How much may be written between two checks. */
const CHECK_EVERY_BYTES = 16_000_000

export interface DiskReserve {
  /**
   * Announces bytes that are about to be written. Returns undefined, or a promise to await, which fails with disk-full
   * where they would use up the last free space.
   */
  claim(bytes: number): Promise<void> | undefined
}

/** Keeps some space free on the disk of a folder, which must exist by the first check. */
export function createDiskReserve(folder: string): DiskReserve {
  let uncheckedBytes = 0
  const checkSpace = async (bytes: number): Promise<void> => {
    const { bavail, bsize, blocks } = await statfs(folder)
    const keptFreeBytes = Math.min(KEPT_FREE_BYTES, blocks * bsize * KEPT_FREE_PART)
    if (bavail * bsize - bytes < keptFreeBytes) throw new AppError({ tag: 'disk-full', folder, keptFreeBytes })
  }
  return {
    claim: (bytes) => {
      uncheckedBytes += bytes
      if (uncheckedBytes < CHECK_EVERY_BYTES) return undefined
      uncheckedBytes = 0
      return checkSpace(bytes)
    },
  }
}

import { statfs } from 'node:fs/promises'
import { AppError } from '../../../shared/errors/app-error.ts'

/** Enough for what else writes there: databases, a user who wants to free some space. */
const KEPT_FREE_BYTES = 200_000_000
/** Of a small disk, a USB stick say, less. */
const KEPT_FREE_PART = 0.02
/** So much may be written between two looks. */
const LOOK_EVERY_BYTES = 16_000_000

export interface DiskReserve {
  /**
   * Says that so many bytes are about to be written. Undefined, or a promise to wait for: it fails with disk-full where they
   * would take the last free space of the disk.
   */
  claim(bytes: number): Promise<void> | undefined
}

/** Keeps some space free on the disk of a folder, which exists by the time of the first look. */
export function createDiskReserve(folder: string): DiskReserve {
  let sinceLookBytes = 0
  const look = async (bytes: number): Promise<void> => {
    const { bavail, bsize, blocks } = await statfs(folder)
    const keptFreeBytes = Math.min(KEPT_FREE_BYTES, blocks * bsize * KEPT_FREE_PART)
    if (bavail * bsize - bytes < keptFreeBytes) throw new AppError({ tag: 'disk-full', folder, keptFreeBytes })
  }
  return {
    claim: (bytes) => {
      sinceLookBytes += bytes
      if (sinceLookBytes < LOOK_EVERY_BYTES) return undefined
      sinceLookBytes = 0
      return look(bytes)
    },
  }
}

import { randomBytes } from 'node:crypto'
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** More than SQLite’s write-ahead log takes until it is used again. */
const RESERVE_BYTES = 8 * 1024 * 1024

/**
 * Keeps room in a data folder for the day on which its disk is full: undoing a save makes room, but has to be recorded first.
 * Never fails, and takes nothing from a disk that is nearly full already.
 */
export function keepReserve(dataDir: string): void {
  const file = reserveIn(dataDir)
  try {
    if (statSync(file, { throwIfNoEntry: false })?.size === RESERVE_BYTES) return
    const { bavail, bsize } = statfsSync(dataDir)
    // Nothing that a file system could store in less room.
    if (bavail * bsize > 2 * RESERVE_BYTES) writeFileSync(file, randomBytes(RESERVE_BYTES), { mode: 0o600 })
  } catch {
    spendReserve(dataDir)
  }
}

/** Gives that room back. Never fails. */
export function spendReserve(dataDir: string): void {
  try {
    rmSync(reserveIn(dataDir), { force: true })
  } catch {
    // Then the disk stays full, which is told where it matters.
  }
}

function reserveIn(dataDir: string): string {
  return join(dataDir, 'reserve')
}

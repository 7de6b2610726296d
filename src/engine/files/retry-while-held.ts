import { setTimeout as pause } from 'node:timers/promises'
import { mayBeHeld } from './disk-codes.ts'

/** A scanner, an indexer or a backup lets go of a file within moments. In milliseconds; about a second and a half in all. */
export const HELD_WAITS_MS: readonly number[] = [50, 100, 200, 400, 800]
/** Shorter, because nothing else happens in the process meanwhile. */
export const HELD_WAITS_SYNC_MS: readonly number[] = [10, 20, 40, 80, 160, 320]

interface RetryOptions {
  /** Default: this computer's. */
  platform?: NodeJS.Platform
  /** Default: real time. */
  wait?: (ms: number) => unknown
}

/**
 * Does something with a file on the disk, and on Windows again while another program holds it (EBUSY, EPERM, EACCES: finding
 * W-B3). What stays held throws what the last try threw; see `fileFailure` for its words. `act` is repeated as a whole.
 */
export async function retryWhileHeld<T>(
  act: () => Promise<T>,
  { platform, wait = pause }: RetryOptions = {},
): Promise<T> {
  for (const waitMs of HELD_WAITS_MS) {
    try {
      return await act()
    } catch (thrown) {
      if (!mayBeHeld(thrown, platform)) throw thrown
    }
    await wait(waitMs)
  }
  return await act()
}

/** `retryWhileHeld` for small files that are written in one turn; blocks the thread for two thirds of a second at most. */
export function retryWhileHeldSync<T>(act: () => T, { platform, wait = block }: RetryOptions = {}): T {
  for (const waitMs of HELD_WAITS_SYNC_MS) {
    try {
      return act()
    } catch (thrown) {
      if (!mayBeHeld(thrown, platform)) throw thrown
    }
    wait(waitMs)
  }
  return act()
}

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

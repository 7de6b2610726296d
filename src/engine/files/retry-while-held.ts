import { setTimeout as pause } from 'node:timers/promises'
import { mayBeHeld } from './file-system.ts'

/** A scanner, indexer or backup closes a file within moments. In milliseconds; about a second and a half in all. */
export const HELD_WAITS_MS: readonly number[] = [50, 100, 200, 400, 800]
/** Shorter, because they block the process. */
export const HELD_WAITS_SYNC_MS: readonly number[] = [10, 20, 40, 80, 160, 320]

interface RetryOptions {
  /** Default: that of this computer. */
  platform?: NodeJS.Platform
  /** Default: real time. Below the ports there is no clock, and a held file is a matter of real time. */
  wait?: (ms: number) => unknown
}

/**
 * Runs `act` on a file, and on Windows again while another program has the file open (EBUSY, EPERM, EACCES: finding W-B3).
 * If it stays open, throws what the last try threw; `fileFailure` translates it. `act` is repeated as a whole.
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

/** `retryWhileHeld` for small files that are written synchronously; blocks the thread for two thirds of a second at most. */
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

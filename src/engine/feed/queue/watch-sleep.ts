import type { ClockPort } from '../../ports/clock.ts'

const LOOK_EVERY_MS = 5_000
const SLEPT_MS = 10_000

/**
 * Calls `onWake` when the wall clock has run ahead of the monotonic one, which stands still while a computer sleeps: there
 * a link may be dead and nobody says so (T43). A clock set back is no sleep. Ends with the signal.
 */
export async function watchSleep(clock: ClockPort, onWake: () => void, signal: AbortSignal): Promise<void> {
  const aheadMs = (): number => clock.now().getTime() - clock.monotonicMs()
  let before = aheadMs()
  while (!signal.aborted) {
    await clock.wait(LOOK_EVERY_MS, signal).catch(() => undefined)
    if (signal.aborted) return
    const now = aheadMs()
    if (now - before > SLEPT_MS) onWake()
    before = now
  }
}

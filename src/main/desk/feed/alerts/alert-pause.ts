import type { ClockPort } from '../../../../engine/ports/clock.ts'
import type { FeedSettings } from '../../../../engine/feed/feed-settings.ts'

/** The clock on the wall may be set meanwhile. */
const LONGEST_WAIT_MS = 60_000

interface Parts {
  settings: FeedSettings
  clock: ClockPort
  /** The page and the tray say from now on that notifications are shown. */
  onEnded: () => void
}

/** Ends a pause of notifications when its time is over. */
export interface PauseEnd {
  /** Goes by the settings as they are now. */
  watch(): void
  stop(): void
}

export function createPauseEnd(parts: Parts): PauseEnd {
  let watching = new AbortController()
  return {
    watch: () => {
      watching.abort()
      watching = new AbortController()
      // Interrupted by a new look alone, and by the end of the application.
      void endPause(parts, watching.signal).catch(() => undefined)
    },
    stop: () => {
      watching.abort()
    },
  }
}

async function endPause({ settings, clock, onEnded }: Parts, signal: AbortSignal): Promise<void> {
  const { pausedUntil } = settings.read()
  if (pausedUntil === null) return
  const leftMs = (): number => Date.parse(pausedUntil) - clock.now().getTime()
  while (leftMs() > 0) await clock.wait(Math.min(leftMs(), LONGEST_WAIT_MS), signal)
  settings.change({ pausedUntil: null })
  onEnded()
}

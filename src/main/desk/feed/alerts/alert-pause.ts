import type { ClockPort } from '../../../../engine/ports/clock.ts'
import type { FeedSettings } from '../../../../engine/feed/feed-settings.ts'

/** The clock on the wall may be set meanwhile. */
const LONGEST_WAIT_MS = 60_000

interface PauseDependencies {
  settings: FeedSettings
  clock: ClockPort
  /** The page and the tray say from now on that notifications are shown. */
  onEnded: () => void
}

/** Ends a pause of notifications when its time is over. */
export interface PauseTimer {
  /** Goes by the settings as they are now. */
  restart(): void
  stop(): void
}

export function createPauseTimer(parts: PauseDependencies): PauseTimer {
  let watching = new AbortController()
  return {
    restart: () => {
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

async function endPause({ settings, clock, onEnded }: PauseDependencies, signal: AbortSignal): Promise<void> {
  const { pausedUntil } = settings.read()
  if (pausedUntil === null) return
  const leftMs = (): number => Date.parse(pausedUntil) - clock.now().getTime()
  while (leftMs() > 0) await clock.wait(Math.min(leftMs(), LONGEST_WAIT_MS), signal)
  settings.change({ pausedUntil: null })
  onEnded()
}

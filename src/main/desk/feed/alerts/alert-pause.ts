import { ignoring } from '../../../../shared/errors/ignoring.ts'
import type { Logger } from '../../../../engine/base/logger.ts'
import type { FeedSettings } from '../../../../engine/feed/feed-settings.ts'
import type { ClockPort } from '../../../../engine/ports/clock.ts'

/** The wall clock may be set during the wait. */
const MAX_WAIT_MS = 60_000

interface PauseDependencies {
  settings: FeedSettings
  clock: ClockPort
  logger: Pick<Logger, 'error'>
  /** Page and tray must show that notifications are on again. */
  onEnded: () => void
}

/** Ends a pause of notifications at its time. */
export interface PauseTimer {
  /** Restarts the timer with the current settings. */
  restart(): void
  stop(): void
}

export function createPauseTimer(dependencies: PauseDependencies): PauseTimer {
  let timer = new AbortController()
  return {
    restart: () => {
      timer.abort()
      timer = new AbortController()
      void endPause(dependencies, timer.signal).catch(ignoring('only a restart or shutdown interrupts it'))
    },
    stop: () => {
      timer.abort()
    },
  }
}

async function endPause({ settings, clock, logger, onEnded }: PauseDependencies, signal: AbortSignal): Promise<void> {
  const { pausedUntil } = settings.read()
  if (pausedUntil === null) return
  const leftMs = (): number => Date.parse(pausedUntil) - clock.now().getTime()
  while (leftMs() > 0) await clock.wait(Math.min(leftMs(), MAX_WAIT_MS), signal)
  try {
    settings.change({ pausedUntil: null })
  } catch (thrown) {
    // Notifications and the page go by its time, and the next start ends it again.
    logger.error('pause.end-not-stored', { thrown })
  }
  onEnded()
}

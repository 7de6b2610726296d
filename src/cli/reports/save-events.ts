import type { JobDocument, SaveProgress } from '../../shared/model/job.ts'
import type { PlanSummary } from '../../engine/save-as-found.ts'
import type { CommandRun } from '../command-run.ts'
import type { EventOptions } from '../options/option-types.ts'

/** How often the rate is told. */
const RATE_EVERY_MS = 1_000

type Run = Pick<CommandRun<EventOptions>, 'options' | 'screen' | 'terminal'>

/** `planned`: what the save is about to do, once all of it is known. */
export function announcePlan({ options, screen }: Run, { folder, documents, skipped, requests }: PlanSummary): void {
  if (options.jsonEvents !== true) return
  screen.event({ event: 'planned', folder, documents, skipped, calls: requests })
}

export interface SaveEvents {
  recorded(documents: readonly JobDocument[]): void
  progressed(progress: SaveProgress): void
}

/**
 * A line of JSON for every document whose end is recorded (`saved`, `skipped`, `failed`), for every pause (`waiting`), and every second
 * for how fast it goes (`rate`). Undefined where nobody asked.
 */
export function saveEvents({ options, screen, terminal: { clock } }: Run): SaveEvents | undefined {
  if (options.jsonEvents !== true) return undefined
  let waitingUntil: string | null = null
  let ratedMs = Number.NEGATIVE_INFINITY
  return {
    recorded: (documents) => {
      for (const { state, ...document } of documents) screen.event({ event: state, ...document })
    },
    progressed: ({ note, waitingUntil: until, done, planned, bytes, bytesPerSecond, atOnce, etaSeconds }) => {
      if (until !== null && until !== waitingUntil) screen.event({ event: 'waiting', until, why: note })
      waitingUntil = until
      if (clock.monotonicMs() - ratedMs < RATE_EVERY_MS) return
      ratedMs = clock.monotonicMs()
      screen.event({
        event: 'rate',
        done,
        planned,
        bytes,
        bytesPerSecond: Math.round(bytesPerSecond),
        atOnce,
        etaSeconds,
      })
    },
  }
}

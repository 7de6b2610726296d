import type { SaveProgress } from '../../../shared/model/job.ts'
import { repeatEvery } from '../../base/async.ts'
import type { ClockPort } from '../../ports/clock.ts'

const EVERY_MS = 100
/** The rate is measured over the last seconds, so that it follows the network. */
const WINDOW_MS = 5_000
/** So long without a report, the process itself stood still, as after Ctrl+Z: that time says nothing of the network. */
const STOOD_STILL_MS = 2_000

export interface ProgressMeter {
  /** So many more are to be done; the skipped ones among them already are. */
  grown(more: { planned: number; skipped: number }): void
  received(bytes: number): void
  finished(outcome: 'saved' | 'skipped' | 'failed'): void
  /** Reports a last time and stops. */
  end(): void
}

/** What holds a run back, and who else saves there. */
export type RunStatus = Pick<SaveProgress, 'note' | 'isServiceAway' | 'waitingUntil' | 'atOnce' | 'alsoSaving'>

interface MeterOptions {
  job: string
  planned: number
  /** By earlier runs of the job. */
  saved: number
  skipped: number
  clock: ClockPort
  status: () => RunStatus
  onProgress: ((progress: SaveProgress) => void) | undefined
}

/** Counts, and reports ten times a second. */
export function createProgressMeter({ job, clock, status, onProgress, ...before }: MeterOptions): ProgressMeter {
  let { planned, saved, skipped } = before
  let failed = 0
  let bytes = 0
  const marks: { atMs: number; bytes: number; done: number }[] = [
    { atMs: clock.monotonicMs(), bytes: 0, done: saved + skipped },
  ]

  const emit = (): void => {
    const nowMs = clock.monotonicMs()
    const done = saved + skipped
    if (nowMs - (marks.at(-1)?.atMs ?? nowMs) > STOOD_STILL_MS) marks.length = 0
    marks.push({ atMs: nowMs, bytes, done })
    while (marks.length > 2 && nowMs - (marks[0]?.atMs ?? nowMs) > WINDOW_MS) marks.shift()
    const from = marks[0] ?? { atMs: nowMs, bytes, done }
    const seconds = Math.max(0.001, (nowMs - from.atMs) / 1000)
    const donePerSecond = (done - from.done) / seconds
    // By documents: sizes are unknown before they arrive (T24).
    const etaSeconds = donePerSecond > 0 ? (planned - done - failed) / donePerSecond : null
    const bytesPerSecond = (bytes - from.bytes) / seconds
    onProgress?.({ job, planned, done, skipped, failed, bytes, bytesPerSecond, etaSeconds, ...status() })
  }
  const stopReporting = onProgress === undefined ? () => undefined : repeatEvery(clock, EVERY_MS, emit)
  return {
    grown: (more) => {
      planned += more.planned
      skipped += more.skipped
    },
    received: (more) => {
      bytes += more
    },
    finished: (outcome) => {
      if (outcome === 'saved') saved += 1
      else if (outcome === 'skipped') skipped += 1
      else failed += 1
    },
    end: () => {
      stopReporting()
      emit()
    },
  }
}

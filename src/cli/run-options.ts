import type { RunOptions } from '../main/core/parcel-desk.ts'
import type { CommandRun } from './command-run.ts'
import type { RunLimits } from './option-types.ts'
import { saveProgressText } from './progress-text.ts'

/** How a job is to run, as the options say; Ctrl+C stops it, twice drops what is under way. */
export function runOptions({ options, screen, interruption }: CommandRun<RunLimits>): RunOptions {
  const { concurrency, maxMinutes } = options
  return {
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(maxMinutes === undefined ? {} : { maxMinutes }),
    onProgress: (progress) => {
      screen.progress(saveProgressText(progress))
    },
    stop: interruption.stop,
    abort: interruption.abort,
  }
}

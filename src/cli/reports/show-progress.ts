import type { RunOptions, SearchProgress } from '../../engine/parcel-desk.ts'
import type { SaveProgress } from '../../shared/model/job.ts'
import { bytesOfMb } from '../../shared/model/size-limits.ts'
import { counted } from '../../shared/text/counted.ts'
import { formatBytes } from '../../shared/text/format-bytes.ts'
import { formatDuration } from '../../shared/text/format.ts'
import type { CommandRun } from '../command-run.ts'
import type { RunLimits } from '../options/option-types.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import type { Screen } from '../terminal/screen.ts'

const BAR_WIDTH = 20
/** Fewer searches are over before the sentence is read. */
const WORTH_SAYING = 20

/** Shows how far a search has come; how many calls it takes is said before the first of them, where they are many. */
export function showSearch(screen: Screen): (progress: SearchProgress) => void {
  return (progress) => {
    const { requests, expectedRequests } = progress
    if (requests === 0 && expectedRequests >= WORTH_SAYING)
      screen.note(`This takes about ${expectedRequests} searches.`)
    screen.progress(searchProgressText(progress))
  }
}

/** How a job is to run, as the options say; Ctrl+C stops it, twice drops what is under way. */
export function runOptions({ options, screen, interruption }: CommandRun<RunLimits>): RunOptions {
  const { concurrency, maxMinutes, maxDocumentMb } = options
  let wasAway = false
  return {
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(maxMinutes === undefined ? {} : { maxMinutes }),
    ...(maxDocumentMb === undefined ? {} : { largestDocumentBytes: bytesOfMb(maxDocumentMb) }),
    onProgress: (progress) => {
      const { isServiceAway, note } = progress
      // A pipe has no progress line; that nothing comes must be told there too.
      if (isServiceAway && !wasAway) screen.note(`The service does not answer: ${note ?? 'waiting for it'}.`)
      if (wasAway && !isServiceAway) screen.note('The service answers again; saving goes on.')
      wasAway = isServiceAway
      screen.progress(saveProgressText(progress))
    },
    stop: interruption.stop,
    abort: interruption.abort,
  }
}

/** How far a save has come, as one line: bar, documents, what holds it back, bytes, rate, time left. */
export function saveProgressText(progress: SaveProgress): string {
  const { done, planned, failed, bytes, bytesPerSecond, etaSeconds, note } = progress
  const filled = planned === 0 ? 0 : Math.min(BAR_WIDTH, Math.floor((done / planned) * BAR_WIDTH))
  const parts = [`[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${done}/${planned}`]
  // First what must be seen: a narrow terminal cuts the end off.
  if (failed > 0) parts.push(`${failed} failed`)
  if (note !== null) parts.push(plainText(note))
  parts.push(formatBytes(bytes), `${formatBytes(bytesPerSecond)}/s`)
  if (etaSeconds !== null) parts.push(`${formatDuration(etaSeconds * 1000)} left`)
  return parts.join('  ')
}

/** How far a search has come, as one line. */
export function searchProgressText({ loaded, total, requests, expectedRequests }: SearchProgress): string {
  const calls = `${requests} of ${counted(expectedRequests, 'call')}`
  // Before the first answer nobody knows how many there are.
  return requests === 0 ? `Searching: ${calls}` : `Searching: ${loaded} of ${total} sets, ${calls}`
}

import type { SearchProgress } from '../main/core/parcel-desk.ts'
import type { SaveProgress } from '../shared/model/job.ts'
import { formatBytes } from '../shared/text/format-bytes.ts'
import { formatDuration } from '../shared/text/format-duration.ts'
import { counted } from './counted.ts'
import { plainLine } from './plain-line.ts'

const BAR_WIDTH = 20

/** How far a save has come, as one line: bar, documents, bytes, rate, time left, and what holds it back. */
export function saveProgressText(progress: SaveProgress): string {
  const { done, planned, failed, bytes, bytesPerSecond, etaSeconds, note } = progress
  const filled = planned === 0 ? 0 : Math.min(BAR_WIDTH, Math.floor((done / planned) * BAR_WIDTH))
  const parts = [
    `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${done}/${planned}`,
    formatBytes(bytes),
    `${formatBytes(bytesPerSecond)}/s`,
  ]
  if (etaSeconds !== null) parts.push(`${formatDuration(etaSeconds * 1000)} left`)
  if (failed > 0) parts.push(`${failed} failed`)
  if (note !== null) parts.push(plainLine(note))
  return parts.join('  ')
}

/** How far a search has come, as one line. */
export function searchProgressText({ loaded, total, requests, expectedRequests }: SearchProgress): string {
  return `Searching: ${loaded} of ${total} sets, ${requests} of ${counted(expectedRequests, 'call')}`
}

/** A duration in its two largest units: `0 s`, `45 s`, `3 min 20 s`, `2 h 5 min`; `unknown` if it is not a valid one. */
export function formatDuration(durationMs: number): string {
  if (!Number.isFinite(durationMs) || durationMs < 0) return 'unknown'
  const seconds = Math.round(durationMs / 1000)
  if (seconds < 3600) return joined(Math.floor(seconds / 60), 'min', `${seconds % 60} s`)
  const minutes = Math.round(seconds / 60)
  if (minutes < 24 * 60) return joined(Math.floor(minutes / 60), 'h', `${minutes % 60} min`)
  const hours = Math.round(minutes / 60)
  return joined(Math.floor(hours / 24), 'd', `${hours % 24} h`)
}

function joined(amount: number, unit: string, rest: string): string {
  if (amount === 0) return rest
  return rest.startsWith('0 ') ? `${amount} ${unit}` : `${amount} ${unit} ${rest}`
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** A size in powers of 1000: `0 B`, `1.5 kB`, `12 MB`; `unknown` if it is not a valid one. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return 'unknown'
  let amount = Math.round(bytes)
  let text = String(amount)
  let unit = 0
  // Decided by the rounded text, so that 999,960 bytes are 1.0 MB and not 1000 kB.
  while (Number(text) >= 1000 && unit < UNITS.length - 1) {
    amount /= 1000
    unit += 1
    text = amount < 9.95 ? amount.toFixed(1) : amount.toFixed(0)
  }
  return `${text} ${UNITS[unit] ?? ''}`
}

/** A number with its noun: `1 call`, `2 calls`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

interface SpaceEstimate {
  /** Null if the system does not say. */
  readonly freeBytes: number | null
  /** An estimate, because the service reports no sizes (T24). */
  readonly likelyBytes: number
}

/** True only if the documents clearly do not fit, because an estimate must not raise false alarms. */
export function isShortOfSpace({ freeBytes, likelyBytes }: SpaceEstimate): boolean {
  return freeBytes !== null && likelyBytes > freeBytes
}

/** Says how much is free, how much the documents will likely take, and what to do. */
export function spaceWarning({ freeBytes, likelyBytes }: SpaceEstimate): string {
  const free = freeBytes ?? 0
  return `${formatBytes(free)} are free where the folder is, and these documents will take about ${formatBytes(likelyBytes)}. Free about ${formatBytes(likelyBytes - free)} first, or choose another folder.`
}

/** Suggested file names for lists that the desk exports. */
export const SETS_LIST = 'parcel-sets'
export const LIST_FILES = [`${SETS_LIST}.csv`, `${SETS_LIST}.xlsx`, 'worklist.csv', 'worklist.xlsx'] as const

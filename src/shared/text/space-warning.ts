import { formatBytes } from './format.ts'

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

import { formatBytes } from './format.ts'

interface SpaceEstimate {
  /** Null where the system does not say. */
  readonly freeBytes: number | null
  /** A judgement, for the service tells no sizes (T24). */
  readonly likelyBytes: number
}

/** True where what is to be saved clearly does not fit: a judgement must not warn where it may be wrong. */
export function isShortOfSpace({ freeBytes, likelyBytes }: SpaceEstimate): boolean {
  return freeBytes !== null && likelyBytes > freeBytes
}

/** How much is free, how much these documents will likely take, and what to do. */
export function spaceWarning({ freeBytes, likelyBytes }: SpaceEstimate): string {
  const free = freeBytes ?? 0
  return `${formatBytes(free)} are free where the folder is, and these documents will take about ${formatBytes(likelyBytes)}. Free about ${formatBytes(likelyBytes - free)} first, or choose another folder.`
}

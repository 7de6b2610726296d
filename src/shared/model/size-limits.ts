const BYTES_OF_MB = 1_000_000

/** What a user may set a largest size to, in MB (1,000,000 bytes). */
interface SizeLimit {
  readonly least: number
  readonly most: number
  readonly usual: number
}

/**
 * The largest things that are taken from outside. What is larger is refused and said to be, so that no service and no queue
 * fills a disk or the memory.
 */
export const SIZE_LIMITS = {
  /** One document that is saved or opened in the reader of the system. */
  largestDocumentMb: { least: 1, most: 100_000, usual: 1_000 },
  /** One document that is shown: it is also kept in the data folder for a while. */
  largestPreviewMb: { least: 1, most: 2_000, usual: 512 },
  /** One message of a queue. A message has less than a kilobyte. */
  largestMessageMb: { least: 1, most: 16, usual: 1 },
} as const satisfies Record<string, SizeLimit>

export type SizeLimitName = keyof typeof SIZE_LIMITS

/** Where nobody set anything else. */
export const USUAL_SIZES = {
  largestDocumentMb: SIZE_LIMITS.largestDocumentMb.usual,
  largestPreviewMb: SIZE_LIMITS.largestPreviewMb.usual,
  largestMessageMb: SIZE_LIMITS.largestMessageMb.usual,
}

export function bytesOfMb(mb: number): number {
  return mb * BYTES_OF_MB
}

export function usualBytes(name: SizeLimitName): number {
  return bytesOfMb(USUAL_SIZES[name])
}

const BYTES_OF_MB = 1_000_000

/** The range of a size setting, in MB (1,000,000 bytes). */
interface SizeLimit {
  readonly min: number
  readonly max: number
  readonly default: number
}

/**
 * The largest things accepted from outside. Anything larger is refused with a message, so that no service or queue can fill
 * the disk or the memory.
 */
export const SIZE_LIMITS = {
  /** One document that is saved, or opened in the system's reader. */
  largestDocumentMb: { min: 1, max: 100_000, default: 1_000 },
  /** One document in the preview; it is also kept in the data folder for a while. */
  largestPreviewMb: { min: 1, max: 2_000, default: 512 },
  /** One queue message. A normal one has less than a kilobyte. */
  largestMessageMb: { min: 1, max: 16, default: 1 },
} as const satisfies Record<string, SizeLimit>

export type SizeLimitName = keyof typeof SIZE_LIMITS

/** Sets whose saved files are looked up in one call. */
export const MAX_SETS_OF_FILES = 500

/** A note about an entry of the inbox. */
export const MAX_NOTE_CHARS = 2_000

/** A file that was attached to a document, in base64. */
export const MAX_ATTACHMENT_CHARS = 96 * 1024 * 1024

/** Used unless the settings say otherwise. */
export const DEFAULT_SIZES = {
  largestDocumentMb: SIZE_LIMITS.largestDocumentMb.default,
  largestPreviewMb: SIZE_LIMITS.largestPreviewMb.default,
  largestMessageMb: SIZE_LIMITS.largestMessageMb.default,
}

export function bytesOfMb(mb: number): number {
  return mb * BYTES_OF_MB
}

export function defaultBytes(name: SizeLimitName): number {
  return bytesOfMb(DEFAULT_SIZES[name])
}

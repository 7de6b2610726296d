/** How a save names its files where nobody chose otherwise, on the desk and on the command line. */
export const DEFAULT_NAME_PATTERN = '{customer}/{shipmentRef}/{parcelRef} {title}'

/** The longest pattern that is accepted; a name is cut far below. */
const MAX_PATTERN_CHARS = 1_000

/** What is wrong with a pattern that is too long, and what to do; undefined for any other. */
export function patternLengthFlaw(pattern: string): { message: string; next: string } | undefined {
  if (pattern.length <= MAX_PATTERN_CHARS) return undefined
  const [length, most] = [pattern.length, MAX_PATTERN_CHARS].map((count) => count.toLocaleString('en'))
  return {
    message: `The name pattern has ${length} characters; ${most} are allowed.`,
    next: 'Shorten it: each folder and file name is cut to about 120 characters anyway.',
  }
}

/** What is wrong with a pattern before its tokens are looked at, as one sentence; undefined where nothing is. */
export function patternFlaw(pattern: string): string | undefined {
  if (pattern.trim() === '') return `Write a pattern, such as ${DEFAULT_NAME_PATTERN}.`
  const tooLong = patternLengthFlaw(pattern)
  return tooLong === undefined ? undefined : `${tooLong.message} ${tooLong.next}`
}

export interface PatternPreset {
  readonly title: string
  readonly pattern: string
  /** What it gives, for a reader who does not read patterns. */
  readonly description: string
}

/** Ready-made patterns; the default first. Each file says its parcel, so that it can be told apart wherever it is moved. */
export const PATTERN_PRESETS: readonly PatternPreset[] = [
  {
    title: 'By shipment',
    pattern: DEFAULT_NAME_PATTERN,
    description: 'A folder for each customer, in it one for each shipment',
  },
  {
    title: 'Flat, by date',
    pattern: '{billOfLadingDate} {parcelRef} {title}',
    description: 'No folders; every name begins with the date of the bill of lading',
  },
  {
    title: 'By parcel',
    pattern: '{customer}/{parcelRef}/{parcelRef} {title}',
    description: 'A folder for each customer, in it one for each parcel',
  },
]

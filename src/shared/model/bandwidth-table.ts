/** Bytes a second by the time of day, sorted by it; undefined is no limit. */
export type BandwidthTable = readonly { fromMinute: number; bytesPerSecond: number | undefined }[]

const UNITS: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000, g: 1_000_000_000 }
const RATE = /^(\d{1,6}(?:\.\d{1,3})?)([kmg])$/i
const TIME = /^([01]?\d|2[0-3]):([0-5]\d)$/

/**
 * Reads a limit such as `2M`, or a timetable such as `08:00,2M 18:00,off`: from each time to the next, over midnight too. Undefined
 * where it is neither.
 */
export function parseBandwidth(text: string): BandwidthTable | undefined {
  const entries = text.trim().split(/\s+/)
  const [only] = entries
  if (entries.length === 1 && only !== undefined && !only.includes(',')) {
    const rate = rateIn(only)
    return rate && [{ fromMinute: 0, ...rate }]
  }
  const table = entries.map((entry) => {
    const [time = '', rateText = '', ...rest] = entry.split(',')
    const [, hours, minutes] = TIME.exec(time) ?? []
    const rate = rest.length === 0 ? rateIn(rateText) : undefined
    return hours === undefined || rate === undefined
      ? undefined
      : { fromMinute: Number(hours) * 60 + Number(minutes), ...rate }
  })
  const read = table.filter((entry) => entry !== undefined).toSorted((one, other) => one.fromMinute - other.fromMinute)
  const times = new Set(read.map(({ fromMinute }) => fromMinute))
  return read.length === entries.length && times.size === read.length ? read : undefined
}

function rateIn(text: string): { bytesPerSecond: number | undefined } | undefined {
  if (text.toLowerCase() === 'off') return { bytesPerSecond: undefined }
  const [, number, unit = ''] = RATE.exec(text) ?? []
  const bytesPerSecond = Number(number) * (UNITS[unit.toLowerCase()] ?? 0)
  return bytesPerSecond >= 1_000 ? { bytesPerSecond } : undefined
}

export const BANDWIDTH_ADVICE =
  'It takes bytes a second with k, M or G, such as 500k or 2M, or a timetable such as “08:00,2M 18:00,off”: in each entry a time, a comma and a limit or “off”, no time twice.'

/** What counts at a moment, by the clock of this computer. */
export function bandwidthAt(table: BandwidthTable, at: Date): number | undefined {
  const minute = at.getHours() * 60 + at.getMinutes()
  // Before the first time of a day the last of the day before counts.
  return (table.findLast(({ fromMinute }) => fromMinute <= minute) ?? table.at(-1))?.bytesPerSecond
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** A number of bytes for people, in powers of 1000: `0 B`, `1.5 kB`, `12 MB`; `unknown` for what is no size. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return 'unknown'
  let amount = Math.round(bytes)
  let text = String(amount)
  let unit = 0
  // The rounded text decides, so that 999,960 bytes are 1.0 MB and not 1000 kB.
  while (Number(text) >= 1000 && unit < UNITS.length - 1) {
    amount /= 1000
    unit += 1
    text = amount < 9.95 ? amount.toFixed(1) : amount.toFixed(0)
  }
  return `${text} ${UNITS[unit] ?? ''}`
}

/** A duration for people in its two largest units: `0 s`, `45 s`, `3 min 20 s`, `2 h 5 min`; `unknown` for what is none. */
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

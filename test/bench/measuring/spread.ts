export interface Spread {
  median: number
  min: number
  max: number
}

/** Median and range of at least one value; of an even number the mean of the two in the middle. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const lower = sorted[Math.floor(middle)]
  const upper = sorted[Math.ceil(middle)]
  if (lower === undefined || upper === undefined) throw new Error('A spread needs at least one value.')
  return { median: (lower + upper) / 2, min: Math.min(...sorted), max: Math.max(...sorted) }
}

/** The value that this share of the values does not pass; 1 gives the greatest. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

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

/** Of one bucket. */
const STEP_MS = 0.5
const LONGEST_MS = 60_000

/** Times of millions of messages in the same little memory, to half a millisecond. */
export interface Latencies {
  add(ms: number): void
  /** Pairs of bucket and count, for another process. */
  toPairs(): [bucket: number, count: number][]
  addPairs(pairs: readonly (readonly [number, number])[]): void
  /** The time that this share of all does not pass; 1 gives the longest. */
  quantile(share: number): number
  readonly count: number
}

export function createLatencies(): Latencies {
  const buckets = new Uint32Array(LONGEST_MS / STEP_MS + 1)
  let count = 0
  const addTo = (bucket: number, more: number): void => {
    buckets[bucket] = (buckets[bucket] ?? 0) + more
    count += more
  }
  return {
    add: (ms) => addTo(Math.min(buckets.length - 1, Math.max(0, Math.floor(ms / STEP_MS))), 1),
    toPairs: () => [...buckets.entries()].filter(([, some]) => some > 0),
    addPairs: (pairs) => {
      for (const [bucket, some] of pairs) addTo(bucket, some)
    },
    quantile: (share) => {
      const wanted = Math.max(1, Math.ceil(count * share))
      let below = 0
      const bucket = buckets.findIndex((some) => (below += some) >= wanted)
      return bucket === -1 ? Number.NaN : (bucket + 1) * STEP_MS
    },
    get count() {
      return count
    },
  }
}

import { describe, expect, it } from 'vitest'
import { BARE, OURS, type FeedResult } from '../../bench/feed/feed-bench.ts'
import { feedMisses, feedTables } from '../../bench/feed/feed-tables.ts'

const run = (seconds: number, peakBytes = 100e6) => ({ seconds, cpuSeconds: 1, peakBytes, acknowledgedAtMs: [] })

/** At the limits: 0.9 of the bare rate, just under 10 ms, just under 250 MB. */
function resultOf({ oursSeconds = 10, tailMs = 9.9, peakBytes = 249e6 } = {}): FeedResult {
  const times = (tail: number): number[][] => [[...Array.from({ length: 99 }, () => 1), tail]]
  return {
    sizes: { rounds: 3, messages: 9_000, paced: 100, backlog: 1_000 },
    throughput: [
      { ...BARE, runs: [run(9), run(9), run(20)] },
      { ...OURS, runs: [run(oursSeconds), run(1), run(40)] },
    ],
    latency: [
      { ...BARE, roundsMs: times(1) },
      { ...OURS, roundsMs: times(tailMs) },
    ],
    backlog: [{ ...OURS, runs: [run(1, peakBytes)] }],
  }
}

describe('the limits of the feed', () => {
  it('hold where each is just kept', () => {
    expect(feedMisses(resultOf())).toEqual([])
  })

  it('are told one by one where they are passed', () => {
    expect(feedMisses(resultOf({ oursSeconds: 11, tailMs: 10, peakBytes: 250e6 }))).toEqual([
      '0.82 of the bare rate, limit 0.9',
      'p99 10.00 ms, limit 10 ms',
      '250 MB with the backlog, limit 250 MB',
    ])
  })

  it('stand beside the figures that they are about', () => {
    const text = feedTables(resultOf())
    expect(text).toContain('1,000 (450–1,000) | 1.00 |')
    expect(text).toContain('900 (225–9,000) | 0.90 |')
  })
})

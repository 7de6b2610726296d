import { describe, expect, it } from 'vitest'
import { collectorTable, firmMisses, readersTable } from '../../bench/firm/firm-tables.ts'
import { createLatencies } from '../../bench/firm/latencies.ts'
import type { ReaderResult } from '../../bench/firm/reader-bench.ts'

const run = (seconds: number) => ({
  seconds,
  listedSeconds: 2 * seconds,
  cpuSeconds: 1,
  peakBytes: 100e6,
  acknowledgedAtMs: [],
})
const collector = (oursSeconds: number) => ({ messages: 1_000, bare: [run(8)], ours: [run(oursSeconds)] })
const process = (memory: number[]) => ({ latencies: [], memory, readBytes: 60_000, cpuSeconds: 1 })

/** 99 of 100 messages at once, the last after `tailMs`; the desk on the disk grows as told. */
function readers({ tailMs = 400, grown = 110e6 } = {}): ReaderResult {
  const latencies = createLatencies()
  for (let count = 0; count < 98; count += 1) latencies.add(1)
  latencies.add(tailMs)
  latencies.add(tailMs)
  const broker = { memoryBytes: 200e6, cpuShare: 0.5, connections: 10 }
  const [memoryReaders, diskReaders] = [[process([1e6, 2e6, 4e6])], [process([90e6, 100e6, grown])]]
  return { readers: 2, seconds: 60, latencies, memoryReaders, diskReaders, broker, collectorBytes: 1e6 }
}

describe('the limits of a firm’s feed', () => {
  it('hold where each is just kept', () => {
    expect(firmMisses(collector(10), [readers()])).toEqual([])
  })

  it('are told one by one where they are passed', () => {
    expect(firmMisses(collector(11), [readers({ tailMs: 500, grown: 111e6 })])).toEqual([
      'the collector: 0.73 of the bare rate, limit 0.8',
      '2 readers: p99 500.5 ms, limit 500 ms',
      '2 readers: 1.11 × the memory, limit 1.1',
    ])
  })

  it('stand beside the figures that they are about', () => {
    expect(collectorTable(collector(10))).toMatch(
      /stored, flushed +\| +100 \(100–100\) \| +0.80 \|.*\n.*entry of its inbox +\| +50 /,
    )
    expect(readersTable([readers()])).toContain('| 2 | 10 | 100 | 2 | 2 ms | 2 ms | 401 ms | 401 ms |')
  })
})

describe('times that are counted in buckets', () => {
  it('are the same from one process or from two', () => {
    const [one, other, both] = [createLatencies(), createLatencies(), createLatencies()]
    for (const ms of [0, 0.4, 3, 70_000]) one.add(ms)
    other.add(12)
    both.addPairs(one.toPairs())
    both.addPairs(other.toPairs())
    expect(both.count).toBe(5)
    expect([0.2, 0.6, 0.8, 1].map((share) => both.quantile(share))).toEqual([0.5, 3.5, 12.5, 60_000.5])
  })
})

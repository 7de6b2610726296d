import { markdownTable } from '../measuring/bench-section.ts'
import { spreadOf } from '../measuring/spread.ts'
import type { Collecting, CollectorResult } from './collector-bench.ts'
import type { ReaderResult } from './reader-bench.ts'
import type { ReadersFigures } from './readers-figures.ts'

const MIN_SHARE = 0.8
const MAX_P99_MS = 500
/** Of the memory of the first half of a run. */
const MAX_GROWTH = 1.1

export function collectorTable(result: CollectorResult): string {
  const { messages, bare, ours } = result
  const row = (title: string, runs: readonly Collecting[]): string[] => {
    const rates = spreadOf(ratesOf(runs, messages))
    return [
      title,
      `${counted(rates.median)} (${counted(rates.min)}–${counted(rates.max)})`,
      shareOf(result, runs).toFixed(2),
      spreadOf(runs.map(({ cpuSeconds }) => cpuSeconds)).median.toFixed(2),
      megabytes(Math.max(...runs.map(({ peakBytes }) => peakBytes))),
    ]
  }
  return markdownTable(
    [
      `${counted(messages)} waiting messages, taken, published, confirmed, acknowledged`,
      'Messages a second',
      'Of the bare rate',
      'CPU s in all',
      'Peak memory',
    ],
    [
      row('bare amqplib, stores nothing, one key for all', bare),
      row('`parcel-desk collect`, each stored, flushed', ours),
      row('the same until each is an entry of its inbox', ours.map(untilListed)),
    ],
  )
}

export function readersTable(results: readonly ReaderResult[]): string {
  const head = [
    'Readers',
    'Connections',
    'Deliveries',
    'a second',
    'p50',
    'p95',
    'p99',
    'longest',
    'A reader: memory',
    'its growth',
    'bytes a second',
    'Broker: memory',
    'of a core',
    'Collector: memory',
  ]
  return markdownTable(head, results.map(readersRow))
}

function readersRow(result: ReaderResult): string[] {
  const { readers, seconds, latencies, broker, collectorBytes } = result
  const quantiles = [0.5, 0.95, 0.99, 1].map((share) => `${Math.round(latencies.quantile(share))} ms`)
  return [
    counted(readers),
    counted(broker.connections),
    counted(latencies.count),
    counted(latencies.count / seconds),
    ...quantiles,
    bytes(memoryOfReader(result)),
    growthOf(result).toFixed(2),
    bytes(readBytesOf(result) / seconds),
    megabytes(broker.memoryBytes),
    broker.cpuShare.toFixed(2),
    megabytes(collectorBytes),
  ]
}

/** What passes its limit. */
export function firmMisses(collector: CollectorResult, readers: readonly ReaderResult[]): string[] {
  const share = shareOf(collector, collector.ours)
  return [
    ...(share < MIN_SHARE ? [`the collector: ${share.toFixed(2)} of the bare rate, limit ${MIN_SHARE}`] : []),
    ...readers.flatMap((result) => {
      const p99 = result.latencies.quantile(0.99)
      const growth = growthOf(result)
      return [
        ...(p99 >= MAX_P99_MS ? [`${result.readers} readers: p99 ${p99} ms, limit ${MAX_P99_MS} ms`] : []),
        ...(growth > MAX_GROWTH
          ? [`${result.readers} readers: ${growth.toFixed(2)} × the memory, limit ${MAX_GROWTH}`]
          : []),
      ]
    }),
  ]
}

const untilListed = (run: Collecting): Collecting => ({ ...run, seconds: run.listedSeconds })

/** Of the bare rate. */
function shareOf({ messages, bare }: CollectorResult, runs: readonly Collecting[]): number {
  return spreadOf(ratesOf(runs, messages)).median / spreadOf(ratesOf(bare, messages)).median
}

function ratesOf(runs: readonly Collecting[], messages: number): number[] {
  return runs.map(({ seconds }) => messages / seconds)
}

/** Of those that share a process, or else of a process with one. */
function memoryOfReader({ readers, memoryReaders, diskReaders }: ReaderResult): number {
  const all = memoryReaders.length > 0 ? memoryReaders : diskReaders
  const inThem = memoryReaders.length > 0 ? readers - diskReaders.length : diskReaders.length
  return sum(all.map(({ memory }) => memory.at(-1) ?? 0)) / inThem
}

/** Of those on the disk: what the others store stays in their memory. */
function growthOf({ diskReaders }: ReaderResult): number {
  const at = (part: number): number =>
    sum(diskReaders.map(({ memory }: ReadersFigures) => memory[Math.floor((memory.length - 1) * part)] ?? 0))
  return at(1) / at(0.5)
}

function readBytesOf({ readers, memoryReaders, diskReaders }: ReaderResult): number {
  return sum([...memoryReaders, ...diskReaders].map(({ readBytes }) => readBytes)) / readers
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const counted = (count: number): string => Math.round(count).toLocaleString('en')
const megabytes = (value: number): string => `${Math.round(value / 1e6)} MB`
const bytes = (value: number): string => (value < 100_000 ? `${counted(value)} B` : `${(value / 1e6).toFixed(1)} MB`)

import { markdownTable } from '../measuring/bench-section.ts'
import { quantile, spreadOf } from '../measuring/spread.ts'
import { OURS, type Contender, type FeedResult, type Measured } from './feed-bench.ts'

const MIN_SHARE = 0.9
const MAX_P99_MS = 10
const MAX_BYTES = 250e6

export function feedTables(result: FeedResult): string {
  return [throughputTable(result), latencyTable(result), backlogTable(result)].join('\n\n')
}

function throughputTable(result: FeedResult): string {
  const { messages } = result.sizes
  const rows = result.throughput.map((one) => [
    titleOf(one),
    range(ratesOf(one, messages)),
    share(result, one).toFixed(2),
    spreadOf(one.runs.map(({ cpuSeconds }) => cpuSeconds)).median.toFixed(2),
    megabytes(spreadOf(one.runs.map(({ peakBytes }) => peakBytes)).median),
  ])
  const waiting = `${messages.toLocaleString('en')} waiting messages`
  return markdownTable([waiting, 'Messages a second', 'Of the bare rate', 'CPU s', 'Peak memory'], rows)
}

function latencyTable({ latency, sizes }: FeedResult): string {
  const rows = latency.map(({ roundsMs, ...one }) => [
    titleOf(one),
    ...[0.5, 0.95, 0.99, 1].map((part) => milliseconds(medianOf(roundsMs, part))),
  ])
  const head = `${sizes.paced.toLocaleString('en')} messages at 500 a second, published to acknowledged`
  return markdownTable([head, 'p50', 'p95', 'p99', 'longest'], rows)
}

function backlogTable({ backlog, sizes }: FeedResult): string {
  const rows = backlog.map((one) => [
    titleOf(one),
    `${spreadOf(one.runs.map(({ seconds }) => seconds)).median.toFixed(1)} s`,
    range(ratesOf(one, sizes.backlog)),
    megabytes(spreadOf(one.runs.map(({ peakBytes }) => peakBytes)).max),
  ])
  const head = `Backlog of ${sizes.backlog.toLocaleString('en')}`
  return markdownTable([head, 'Time', 'Messages a second', 'Peak memory'], rows)
}

/** What passes its limit. */
export function feedMisses(result: FeedResult): string[] {
  const ours = (one: Contender): boolean => one.kind === OURS.kind && one.prefetch === OURS.prefetch
  const shares = result.throughput.filter(ours).map((one) => share(result, one))
  const tails = result.latency.filter(ours).map(({ roundsMs }) => medianOf(roundsMs, 0.99))
  const peaks = result.backlog.flatMap(({ runs }) => runs.map(({ peakBytes }) => peakBytes))
  return [
    ...shares
      .filter((part) => part < MIN_SHARE)
      .map((part) => `${part.toFixed(2)} of the bare rate, limit ${MIN_SHARE}`),
    ...tails.filter((ms) => ms >= MAX_P99_MS).map((ms) => `p99 ${milliseconds(ms)}, limit ${MAX_P99_MS} ms`),
    ...peaks.filter((bytes) => bytes >= MAX_BYTES).map((bytes) => `${megabytes(bytes)} with the backlog, limit 250 MB`),
  ]
}

/** Of medians, as both took turns. */
function share({ throughput, sizes }: FeedResult, one: Measured): number {
  const bare = throughput.find(({ kind }) => kind === 'bare') ?? one
  return spreadOf(ratesOf(one, sizes.messages)).median / spreadOf(ratesOf(bare, sizes.messages)).median
}

function ratesOf({ runs }: Measured, messages: number): number[] {
  return runs.map(({ seconds }) => messages / seconds)
}

function medianOf(roundsMs: readonly number[][], part: number): number {
  return spreadOf(roundsMs.map((times) => quantile(times, part))).median
}

function titleOf({ kind, prefetch }: Contender): string {
  const title =
    kind === 'bare' ? 'bare amqplib, stores nothing, acknowledges each' : 'Parcel Desk, each durably in the inbox'
  return `${title}, prefetch ${prefetch}`
}

function range(values: readonly number[]): string {
  const { median, min, max } = spreadOf(values)
  const whole = (value: number): string => Math.round(value).toLocaleString('en')
  return `${whole(median)} (${whole(min)}–${whole(max)})`
}

const milliseconds = (ms: number): string => `${ms.toFixed(2)} ms`
const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

import { markdownTable } from '../measuring/bench-section.ts'
import { quantile } from '../measuring/spread.ts'
import type { ScreenResult } from './screen-bench.ts'

const VISIBLE_LIMIT_MS = 100
const FRAME_LIMIT_MS = 50
const MAX_BYTES = 250e6

/** What a user sees: how soon an entry is there, and the page while a backlog comes in. */
export function screenTables(result: ScreenResult): string {
  return `${visibleTable(result)}\n\n${backlogTable(result)}`
}

function visibleTable({ visibleMs }: ScreenResult): string {
  const head = `${counted(visibleMs.length)} messages at 500 a second, published to painted in the inbox, after 500 others`
  const row = ['the desk in Chromium', ...[0.5, 0.95, 0.99, 1].map((share) => ms(quantile(visibleMs, share)))]
  return markdownTable([head, 'p50', 'p95', 'p99', 'longest'], [row])
}

function backlogTable({ backlog }: ScreenResult): string {
  const { messages, seconds, gapsMs, alerts, restBytes, peakBytes } = backlog
  const row = [
    `${seconds.toFixed(1)} s`,
    ms(quantile(gapsMs, 0.99)),
    ms(Math.max(...gapsMs)),
    `${alerts}`,
    mb(restBytes),
    mb(peakBytes),
  ]
  const head = [`Backlog of ${counted(messages)}, until all are on the screen`, 'Frame p99', 'Longest frame']
  return markdownTable([...head, 'Notifications', 'Engine before', 'Engine at its peak'], [row])
}

/** What passes its limit. */
export function screenMisses({ visibleMs, backlog }: ScreenResult): string[] {
  const p99 = quantile(visibleMs, 0.99)
  const frame = quantile(backlog.gapsMs, 0.99)
  return [
    ...(p99 >= VISIBLE_LIMIT_MS ? [`visible after ${ms(p99)} at p99, limit ${VISIBLE_LIMIT_MS} ms`] : []),
    ...(frame > FRAME_LIMIT_MS ? [`frames of ${ms(frame)} at p99 in a backlog, limit ${FRAME_LIMIT_MS} ms`] : []),
    ...(backlog.alerts === 1 ? [] : [`${backlog.alerts} notifications of one backlog, limit 1`]),
    ...(backlog.peakBytes >= MAX_BYTES ? [`${mb(backlog.peakBytes)} with the backlog and a page, limit 250 MB`] : []),
  ]
}

const counted = (count: number): string => count.toLocaleString('en')
const ms = (value: number): string => `${value.toFixed(0)} ms`
const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

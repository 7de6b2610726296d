import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright'
import { z } from 'zod'
import { startShellProcess } from '../../browser-shell/shell-process.ts'
import { browserProgram, QUIET_BROWSER } from '../../support/find-browser.ts'
import { markdownTable } from '../measuring/bench-section.ts'
import { oneOffConnection, ownCommand } from '../measuring/own-command.ts'
import { quantile, spreadOf } from '../measuring/spread.ts'
import { timedRun } from '../measuring/timed-run.ts'
import { startGeneratedService } from '../service/generated-service.ts'
import { BENCH_PASSWORD, benchCustomer } from '../service/search-answer.ts'
import { openDesk, pressAtRest, pressWhileSaving } from './save-latency-bench.ts'

/** Saved before, for the index to read. */
const BACKLOG = { sets: 1_000, documentsPerSet: 14, documentBytes: 20_000, isReadable: true }
const SAVED = { sets: 1_000, documentsPerSet: 2, documentBytes: 150_000, isReadable: true }
const ROUNDS = 6
const LIMIT_MS = 100
const LIMIT_MB = 250

interface IndexResult {
  readonly waiting: number
  readonly left: number
  /** Of saves turn about. */
  readonly offSeconds: readonly number[]
  readonly onSeconds: readonly number[]
  /** From key press to painted frame, while documents are read. */
  readonly keysMs: readonly number[]
  /** The most that the process of the desk had. */
  readonly peakMb: number
}

/** Saves 2,000 documents with the index of texts off and on, while it has thousands to catch up with; then presses keys while it does. */
export async function benchIndex(workFolder: string): Promise<IndexResult> {
  const root = path.join(workFolder, 'index')
  await saveBacklog(root)
  const service = await startGeneratedService(SAVED)
  const shell = await startShellProcess({ root })
  let browser: Browser | undefined
  try {
    browser = await chromium.launch({ executablePath: browserProgram(), args: [...QUIET_BROWSER] })
    const page = await openDesk(browser, shell.url, service.baseUrl)
    await turnIndex(page, false)
    await pressWhileSaving(page, { place: 'downloads', round: 0 })
    const waiting = await documentsWaiting(page)
    const offSeconds: number[] = []
    const onSeconds: number[] = []
    const keysMs: number[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      await turnIndex(page, false)
      offSeconds.push(await secondsOfSave(page, 2 * round))
      await turnIndex(page, true)
      await untilReading(page)
      onSeconds.push(await secondsOfSave(page, 2 * round + 1))
      keysMs.push(...(await pressAtRest(page, 'grid')))
    }
    const left = await documentsWaiting(page)
    if (left === 0) throw new Error('The index had caught up before the last save.')
    return { waiting, left, offSeconds, onSeconds, keysMs, peakMb: await peakMb(shell.pid) }
  } finally {
    await browser?.close()
    await shell.kill()
    service.stop()
  }
}

export function indexTable({ waiting, left, offSeconds, onSeconds, keysMs, peakMb: peak }: IndexResult): string {
  const [off, on] = [spreadOf(offSeconds).median, spreadOf(onSeconds).median]
  const row = [
    `${waiting} (${left} left)`,
    `${off.toFixed(2)} s`,
    `${on.toFixed(2)} s`,
    spreadOf(onSeconds.map((seconds, round) => seconds / (offSeconds[round] ?? seconds))).median.toFixed(2),
    `${keysMs.length}`,
    ...[0.5, 0.99].map((part) => `${quantile(keysMs, part).toFixed(0)} ms`),
    `${peak.toFixed(0)} MB`,
  ]
  const head = ['Waiting', 'Save, index off', 'Save, index on', 'of each pair', 'Keys', 'p50', 'p99', 'Most memory']
  return markdownTable(head, [row])
}

/** What passes its limit; the ratio of two saves is only told, for other work on the machine spoils it. */
export function indexMisses({ keysMs, peakMb: peak }: IndexResult): string[] {
  const p99 = quantile(keysMs, 0.99)
  return [
    ...(p99 > LIMIT_MS ? [`keys while documents are read: p99 ${p99.toFixed(0)} ms, limit ${LIMIT_MS} ms`] : []),
    ...(peak > LIMIT_MB ? [`the desk while documents are read: ${peak.toFixed(0)} MB, limit ${LIMIT_MB} MB`] : []),
  ]
}

async function saveBacklog(root: string): Promise<void> {
  await mkdir(path.join(root, 'Saved documents', 'before'), { recursive: true })
  const service = await startGeneratedService(BACKLOG)
  const { program, args } = ownCommand()
  const connection = oneOffConnection(service.baseUrl, path.join(root, 'data'))
  const selection = [
    '--environment',
    'test',
    '--customer',
    benchCustomer.customerName,
    '--to',
    path.join(root, 'Saved documents', 'before'),
  ]
  const env = { HOME: root, PARCEL_DESK_PASSWORD: BENCH_PASSWORD }
  const command = { program, args: [...args, 'save', ...connection, ...selection], env }
  const { exitCode, stderr } = await timedRun(command, { timeFile: path.join(root, 'time') })
  service.stop()
  if (exitCode !== 0) throw new Error(`The backlog was not saved: ${stderr}`)
}

async function secondsOfSave(page: Page, round: number): Promise<number> {
  return (await pressWhileSaving(page, { place: 'downloads', round })).durationMs / 1_000
}

async function turnIndex(page: Page, isOn: boolean): Promise<void> {
  await page.evaluate(`window.parcelDesk.call('settings.change', { indexesTexts: ${isOn} })`)
}

/** Its program has been started by then. */
async function untilReading(page: Page): Promise<void> {
  for (const before = await documentsWaiting(page); before - (await documentsWaiting(page)) < 100;) await delay(100)
}

const status = z.object({ waiting: z.number() })

async function documentsWaiting(page: Page): Promise<number> {
  const told = await page.evaluate(`(async () => {
    const { value: { session } } = await window.parcelDesk.call('desk.snapshot', {})
    return (await window.parcelDesk.call('texts.status', { sessionId: session.sessionId })).value
  })()`)
  return status.parse(told).waiting
}

async function peakMb(pid: number): Promise<number> {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_000
}

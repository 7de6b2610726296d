import { readFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type Page } from 'playwright'
import { transformWithOxc } from 'vite'
import { z } from 'zod'
import { startShellProcess } from '../../browser-shell/shell-process.ts'
import { QUIET_BROWSER, browserProgram } from '../../support/find-browser.ts'
import { type Broker, startBroker } from '../../support/private-broker.ts'
import { statusMessages } from '../../support/status-messages.ts'
import { startGeneratedService } from '../service/generated-service.ts'
import { benchCustomer } from '../service/search-answer.ts'
import { signInHere } from '../service/sign-in-here.ts'
import { publishEvenly } from './publish-evenly.ts'

const QUEUE = 'screen'
const MAX_MS = 120_000
const WARM_UP = 500
const WATCH_FILE = path.join(import.meta.dirname, 'page/watch-inbox.ts')

export interface ScreenResult {
  /** From published to painted in the inbox, one for each message. */
  visibleMs: number[]
  backlog: {
    messages: number
    seconds: number
    /** Between two frames of the page, while the backlog comes in. */
    gapsMs: number[]
    /** Notifications about all of it. */
    alerts: number
    /** Of the process that holds the engine: its peak before the first message and after the last. */
    restBytes: number
    peakBytes: number
  }
}

/** What a user sees of the feed: the real desk and page in Chromium, a broker of the bench's own. */
export async function benchScreen(sizes: { paced: number; backlog: number }, folder: string): Promise<ScreenResult> {
  const broker = await startBroker()
  const service = await startGeneratedService({ sets: 1, documentsPerSet: 1, documentBytes: 5_000 })
  const root = path.join(folder, 'screen')
  await mkdir(root, { recursive: true })
  const shell = await startShellProcess({ root })
  const browser = await chromium.launch({ executablePath: browserProgram(), args: [...QUIET_BROWSER] })
  try {
    await broker.declareQueue(QUEUE)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await openInbox(page, { url: shell.url, baseUrl: service.baseUrl, broker })
    const restBytes = peakOf(shell.pid)
    const before = sizes.paced + WARM_UP
    const visibleMs = await paced(page, broker, before)
    const backlog = await waiting(page, broker, { messages: sizes.backlog, before })
    return { visibleMs, backlog: { ...backlog, restBytes, peakBytes: peakOf(shell.pid) } }
  } finally {
    await browser.close()
    await shell.kill()
    service.stop()
    await broker.stop()
  }
}

interface Places {
  url: string
  baseUrl: string
  broker: Broker
}

async function openInbox(page: Page, { url, baseUrl, broker }: Places): Promise<void> {
  const { code } = await transformWithOxc(await readFile(WATCH_FILE, 'utf8'), WATCH_FILE)
  // What runs before the page is no module.
  await page.addInitScript({ content: `{${code.replace('export {};', '')}}` })
  await page.goto(url)
  await signInHere(page, baseUrl)
  const places = page.getByRole('navigation', { name: 'Places' })
  await places.waitFor()
  const host = `${broker.host}:${broker.port}`
  const { customerId } = benchCustomer
  await page.evaluate(
    `(async () => {
      const { call } = window.parcelDesk
      const { value: { session: { sessionId } } } = await call('desk.snapshot', {})
      const connection = { name: 'Bench', hosts: ['${host}'], usesTls: false, virtualHost: '/', queue: '${QUEUE}',
        username: 'guest', password: 'guest', keepsPassword: false, heartbeatSeconds: 15, prefetch: 300,
        caFileId: null, certificateFileId: null, keyFileId: null }
      const { value: { brokers: [{ brokerId }] } } = await call('feeds.saveBroker', { sessionId, brokerId: null, ...connection })
      await call('feeds.follow', { sessionId, customers: [{ customerId: '${customerId}', brokerId }] })
      window.bench = { sessionId }
    })()`,
  )
  await places.getByRole('button', { name: /^Inbox/ }).click()
  await page.evaluate('window.inboxWatch.follow(window.parcelDesk)')
  await switchFeed(page, true)
}

async function switchFeed(page: Page, isOn: boolean): Promise<void> {
  const [method, warned] = isOn ? ['feeds.switchOn', ', hasReadWarning: true'] : ['feeds.switchOff', '']
  const reply = await page.evaluate(`window.parcelDesk.call('${method}', { ...window.bench${warned} })`)
  z.object({ isOk: z.literal(true) }).parse(reply)
}

/** The first ones are not counted: a page that just opened compiles its code, and one of the desk is open for days. */
async function paced(page: Page, broker: Broker, count: number): Promise<number[]> {
  await page.getByText('Feed live').waitFor()
  await page.evaluate('window.inboxWatch.take()')
  const publishedAtMs: number[] = []
  await publishEvenly(broker, {
    queue: QUEUE,
    count,
    publishedAtMs,
    now: () => performance.timeOrigin + performance.now(),
  })
  await until(page, count)
  const { grown } = await take(page)
  const visibleMs = publishedAtMs.map(
    (atMs, index) => (grown.find(({ count: shown }) => shown > index)?.atMs ?? Number.NaN) - atMs,
  )
  return visibleMs.slice(WARM_UP)
}

async function waiting(page: Page, broker: Broker, { messages, before }: { messages: number; before: number }) {
  await switchFeed(page, false)
  await broker.publish(QUEUE, statusMessages(messages, before))
  // The summary of what came before has been told by then.
  await page.waitForTimeout(2_000)
  await take(page)
  const beginMs = performance.now()
  await switchFeed(page, true)
  await until(page, before + messages)
  const seconds = (performance.now() - beginMs) / 1000
  await page.waitForTimeout(2_000)
  const { gapsMs, alerts } = await take(page)
  return { messages, seconds, gapsMs, alerts }
}

async function until(page: Page, count: number): Promise<void> {
  const lastMs = performance.now() + MAX_MS
  while ((await page.evaluate('window.inboxWatch.count()')) !== count) {
    if (performance.now() > lastMs) throw new Error(`the inbox did not come to ${count} entries`)
    await page.waitForTimeout(100)
  }
}

const noted = z.object({
  grown: z.array(z.object({ count: z.number(), atMs: z.number() })),
  gapsMs: z.array(z.number()),
  alerts: z.number(),
})

async function take(page: Page): Promise<z.output<typeof noted>> {
  return noted.parse(await page.evaluate('window.inboxWatch.take()'))
}

/** As the kernel counts it. */
function peakOf(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

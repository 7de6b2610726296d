import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { ClockPort } from '../../../src/engine/ports/clock.ts'
import {
  type ExchangeService,
  type ServiceOptions,
  startExchangeService,
} from '../../exchange-service/start-exchange-service.ts'
import { distinctData, honestHashes, savedHashes } from '../../support/distinct-documents.ts'
import { createQuickClock } from '../../support/quick-clock.ts'
import { readSaveResult } from '../../support/save-results.ts'
import { resumeWith, saveWith, type Saved } from '../../support/save-with-desk.ts'
import { filesBelow } from '../../support/temp-folder.ts'
import { createTestDesk, type TestDesk } from '../../support/test-desk.ts'
import { createProgram } from '../cli-program.ts'

const data = distinctData({ sets: 20, documentsPerSet: 2 })
const hashes = await honestHashes(data)
const CONCURRENCY = 4

let service: ExchangeService
let desk: TestDesk
let stop: AbortController
let abort: AbortController
beforeEach(async () => {
  service = await startExchangeService({ data })
  onTestFinished(service.close)
  desk = await createTestDesk({ service, connection: { environment: 'production' }, timeouts: { answerMs: 20_000 } })
  onTestFinished(desk.close)
  stop = new AbortController()
  abort = new AbortController()
})

const save = (options: Parameters<typeof saveWith>[1] = {}): Promise<Saved> =>
  saveWith(desk, { concurrency: CONCURRENCY, stop: stop.signal, abort: abort.signal, ...options })
const leftovers = async (): Promise<string[]> =>
  (await filesBelow(desk.folder)).filter((file) => file.endsWith('.part'))

async function expectRestFetchedOnce({ job }: Saved): Promise<void> {
  const asked = service.counts.document
  const resumed = await resumeWith(desk, job.job)
  expect(resumed).toMatchObject({ complete: true, job: { saved: hashes.size, state: 'done', failure: null } })
  expect(service.counts.document - asked).toBe(hashes.size - job.saved)
  expect(await savedHashes(desk.folder)).toEqual(hashes)
}

describe('the first request to stop', () => {
  it('lets what is in progress finish and be recorded, and starts nothing new', async () => {
    const gate = service.hold('document')
    const saving = save()
    await expect.poll(() => gate.waiting).toBe(CONCURRENCY)
    stop.abort()
    gate.open()
    const result = await saving
    expect(result).toMatchObject({ complete: false, job: { saved: CONCURRENCY, failed: 0, state: 'stopped' } })
    expect(result.job.failure).toMatchObject({
      tag: 'interrupted',
      next: expect.stringContaining(`resume ${result.job.job}`),
    })
    expect(service.counts.document).toBe(CONCURRENCY)
    expect((await savedHashes(desk.folder)).size).toBe(CONCURRENCY)
    expect(await desk.desk.verify(desk.folder)).toMatchObject({ ok: CONCURRENCY, missing: [], changed: [], extra: [] })
    await expectRestFetchedOnce(result)
  })

  it('does not wait for the end of a pause that the service asked for', async () => {
    service.faults.set({ rules: [{ match: 'document', kind: '503', retryAfterSeconds: 290 }] })
    // By a clock as slow as the real one: waiting for the end of the pause would hang the test.
    desk = await createTestDesk({ service, connection: { environment: 'production' }, speed: 1 })
    onTestFinished(desk.close)
    const result = await save({ onProgress: ({ note }) => note?.startsWith('waiting') === true && stop.abort() })
    expect(result.job).toMatchObject({ saved: 0, pending: hashes.size, failure: { tag: 'interrupted' } })
  })

  it('changes nothing when everything was done already', async () => {
    const saving = save({
      request: { docTypes: ['Bill of Lading'] },
      onProgress: ({ done, planned }) => done === planned && stop.abort(),
    })
    expect(await saving).toMatchObject({ complete: true, job: { saved: 20, state: 'done', failure: null } })
  })

  it('may come before the first document', async () => {
    const plan = await desk.session.plan({
      folder: desk.folder,
      pattern: '{documentId}',
      docTypes: [],
      conflict: 'keep-both',
      isOnlyNew: false,
      selection: { customers: [], shipmentRefs: [], status: 'ACTIVE', instance: null, filters: {}, states: [] },
    })
    stop.abort()
    const { job } = await desk.session.save(plan, { stop: stop.signal })
    expect(job).toMatchObject({ pending: hashes.size, failure: { tag: 'interrupted' } })
    expect(service.counts.document).toBe(0)
  })
})

describe('the second request to stop', () => {
  it('aborts what is in progress at once and leaves nothing half-written', async () => {
    service.faults.set({ rules: [{ match: 'document', kind: 'slow', bytesPerSecond: 1000 }] })
    const saving = save()
    await expect.poll(() => service.counts.document).toBe(CONCURRENCY)
    await delay(100)
    stop.abort()
    abort.abort()
    const result = await saving
    expect(result.job).toMatchObject({ saved: 0, failed: 0, failure: { tag: 'interrupted' } })
    expect(await leftovers()).toEqual([])
    service.faults.clear()
    await expectRestFetchedOnce(result)
  })
})

describe('the time limit', () => {
  it('stops like the first request, after fractions of a minute too, and says how much is left', async () => {
    const maxMinutes = 0.03
    const [system, timeUp] = [createQuickClock(), Promise.withResolvers<void>()]
    const clock: ClockPort = {
      ...system,
      wait: (timeMs, signal) => (timeMs === maxMinutes * 60_000 ? timeUp.promise : system.wait(timeMs, signal)),
    }
    desk = await createTestDesk({ service, connection: { environment: 'production' }, ports: { clock } })
    onTestFinished(desk.close)
    const gate = service.hold('document')
    const saving = save({ maxMinutes })
    await expect.poll(() => gate.waiting).toBe(CONCURRENCY)
    timeUp.resolve()
    gate.open()
    const result = await saving
    expect(result.job).toMatchObject({ saved: CONCURRENCY, pending: hashes.size - CONCURRENCY })
    const message = `The time of 0.03 minutes is over; ${hashes.size - CONCURRENCY} documents are still to be saved.`
    expect(result.job.failure).toMatchObject({ tag: 'stopped-early', message })
    await expectRestFetchedOnce(result)
  })

  it('ends the command with 5', async () => {
    const program = await createProgram(service.url)
    onTestFinished(program.remove)
    const words = ['--concurrency', '1', '--json', '--quiet']
    const { code, stdout } = await program.runHere(['save', '--to', 'out', '--max-minutes', '0.000001', ...words])
    expect(code).toBe(5)
    expect(readSaveResult(stdout)).toMatchObject({ complete: false, failure: { tag: 'stopped-early' } })
    expect((await program.runHere(['resume', ...words])).code).toBe(0)
  })
})

describe('a service that is busy', () => {
  const many = distinctData({ sets: 160, documentsPerSet: 1 })

  async function openDeskFor(options: ServiceOptions): Promise<void> {
    await service.close()
    service = await startExchangeService({ data: many, delayMs: 40, ...options })
    onTestFinished(service.close)
    desk = await createTestDesk({ service })
    onTestFinished(desk.close)
  }

  it('gets no request before the time that it asked for, and the user sees why', async () => {
    await openDeskFor({ faults: { rules: [{ match: 'document', kind: '429', times: 1, retryAfterSeconds: 200 }] } })
    const notes = new Set<string | null>()
    const saved = await save({ onProgress: ({ note }) => void notes.add(note) })
    expect(saved).toMatchObject({ complete: true })
    expect([...notes]).toContainEqual(expect.stringMatching(/^waiting until \d\d:\d\d:\d\d as the service asked$/))
    const asked = service.requests.filter(({ endpoint }) => endpoint === 'document').map(({ atMs }) => atMs)
    // Those that were on their way when it refused the first.
    expect(asked.filter((atMs) => atMs - (asked[0] ?? 0) < 2_000).length).toBeLessThanOrEqual(CONCURRENCY)
  })
})

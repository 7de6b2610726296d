import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createSystemClock } from '../../../src/adapters/system-clock.ts'
import { isDataDirLocked, lockDataDir } from '../../../src/engine/storage/data-lock.ts'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { distinctData, honestHashes, savedHashes } from '../../support/distinct-documents.ts'
import { killedAtRecord } from '../../support/killed-at-record.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { openSavingPage, type SavingPage } from '../../support/saving-page.ts'
import { filesBelow } from '../../support/temp-folder.ts'
import { createProgram } from '../cli-program.ts'

const data = distinctData({ sets: 12, documentsPerSet: 2 })
const hashes = await honestHashes(data)
const CONCURRENCY = 4
/** No document comes late on a busy computer, and is then asked for twice. */
const timeouts = { answerMs: 60_000, idleMs: 60_000 }
/** What is under way gets its ten seconds at a stop. */
const queueClock = createSystemClock()

let service: ExchangeService
let desk: SavingPage
beforeEach(async () => {
  service = await startExchangeService({ data })
  onTestFinished(service.close)
  desk = await openSavingPage({ service, timeouts })
})

const saved = async (): Promise<Map<string, string>> => {
  const files = await savedHashes(desk.page.desk.folder)
  return new Map([...files].map(([name, sha256]) => [name.replace('TEST ', ''), sha256]))
}
const stateOf = (jobId: string): string | undefined => desk.queue.list().find((job) => job.jobId === jobId)?.state

/** A job of which so many documents stand before the service. */
async function heldJob(): Promise<{ jobId: string; open: () => void }> {
  const gate = service.hold('document')
  const jobId = await desk.save(await desk.begin(), { concurrency: CONCURRENCY })
  await expect.poll(() => gate.waiting).toBe(CONCURRENCY)
  return { jobId, open: gate.open }
}

describe('jobs added while one runs', () => {
  it('are stored at once and run one after another, while other processes are locked out', async () => {
    const { jobId, open } = await heldJob()
    const begun = await desk.begin()
    const second = await desk.save(begun, { pattern: 'second/{documentId}' })
    const third = await desk.save(begun, { pattern: 'third/{documentId}' })
    expect([jobId, second, third].map(stateOf)).toEqual(['running', 'waiting', 'waiting'])
    const { dataDir } = desk.page.desk
    expect(() => lockDataDir(dataDir)).toThrow(/Another Parcel Desk is working with the data folder/)
    open()
    await desk.reached(third, 'done')
    const ended = [jobId, second, third].map((id) => desk.queue.list().find((job) => job.jobId === id)?.endedAt ?? '')
    expect(ended.toSorted()).toEqual(ended)
    lockDataDir(dataDir).release()
    expect(await filesBelow(desk.page.desk.folder)).toHaveLength(3 * hashes.size + 2)
  })

  it('are not stored while another process saves', async () => {
    const begun = await desk.begin()
    const { planId } = await desk.plan(begun)
    const lock = lockDataDir(desk.page.desk.dataDir)
    expect(await desk.refused('saving.start', { planId, concurrency: 1 })).toMatchObject({ tag: 'locked' })
    expect(desk.queue.list()).toEqual([])
    lock.release()
    await desk.reached((await desk.call('saving.start', { planId, concurrency: 1 })).jobId, 'done')
  })

  it('can be cancelled before their turn', async () => {
    const { open } = await heldJob()
    const second = await desk.save(await desk.begin())
    await desk.call('jobs.cancel', { jobId: second })
    const third = await desk.save(await desk.begin())
    await desk.call('jobs.pause', { jobId: third })
    expect([second, third].map(stateOf)).toEqual(['cancelled', 'stopped'])
    const asked = service.counts.document
    open()
    await desk.call('jobs.resume', { jobId: third })
    await desk.reached(third, 'done')
    expect(service.counts.document - asked).toBe(2 * hashes.size - CONCURRENCY)
    expect(await desk.refused('jobs.resume', { jobId: second })).toMatchObject({ tag: 'bad-usage' })
  })
})

describe('pausing', () => {
  it('stores what is under way; resuming fetches the rest once', async () => {
    const { jobId, open } = await heldJob()
    await desk.call('jobs.pause', { jobId })
    expect(stateOf(jobId)).toBe('pausing')
    open()
    const stopped = await desk.reached(jobId, 'stopped')
    expect(stopped).toMatchObject({ saved: CONCURRENCY, failure: { tag: 'interrupted' } })
    expect(stopped.failure?.next).not.toContain('parcel-desk')
    await desk.call('jobs.resume', { jobId })
    expect(await desk.reached(jobId, 'done')).toMatchObject({ saved: hashes.size, failure: null })
    expect(service.counts.document).toBe(hashes.size)
    expect(await saved()).toEqual(hashes)
  })

  it('can be undone at once', async () => {
    const { jobId, open } = await heldJob()
    await desk.call('jobs.pause', { jobId })
    await desk.call('jobs.resume', { jobId })
    expect(stateOf(jobId)).toBe('waiting')
    open()
    expect(await desk.reached(jobId, 'done')).toMatchObject({ saved: hashes.size })
  })
})

describe('cancelling a job', () => {
  it('aborts what is under way, keeps what was saved and starts no further document', async () => {
    service.faults.set({ rules: [{ match: 'document', nth: 4, times: 99, kind: 'stalled' }] })
    const jobId = await desk.save(await desk.begin(), { concurrency: 2 })
    await expect.poll(async () => (await saved()).size).toBe(3)
    const cancelled = desk.queue.cancel(jobId)
    expect(stateOf(jobId)).toBe('cancelling')
    await cancelled
    expect(await desk.reached(jobId, 'cancelled')).toMatchObject({ saved: 3, failure: null })
    expect((await filesBelow(desk.page.desk.folder)).filter((file) => file.endsWith('.part'))).toEqual([])
    expect([...(await saved())].every(([id, sha256]) => hashes.get(id) === sha256)).toBe(true)
    expect(await desk.refused('jobs.resume', { jobId })).toMatchObject({ tag: 'bad-usage' })
  })

  it('comes too late if everything is saved', async () => {
    const jobId = await desk.save(await desk.begin())
    await desk.reached(jobId, 'done')
    expect(await desk.refused('jobs.cancel', { jobId })).toMatchObject({ tag: 'bad-usage' })
    expect(stateOf(jobId)).toBe('done')
  })
})

describe('cancelling a job that a kill left unfinished', () => {
  /** What it saved has its name and no record. */
  async function killedJob(): Promise<{ jobId: string; named: number }> {
    const program = await createProgram(service.url)
    onTestFinished(program.remove)
    const words = ['save', '--to', 'saved', '--name', '{documentId}', '--data-dir', 'data', '--json']
    await program.start(words, { env: killedAtRecord() }).result
    const named = (await savedHashes(join(program.folder, 'saved'))).size
    expect(named).toBeGreaterThan(0)
    desk = await openSavingPage({ service, timeouts, root: program.folder })
    onTestFinished(desk.page.desk.desk.close)
    return { jobId: desk.queue.list()[0]?.jobId ?? '', named }
  }

  it('says so at once, and neither resume nor undo comes before what it saved is recorded', async () => {
    const { jobId, named } = await killedJob()
    const cancelled = desk.queue.cancel(jobId)
    expect(stateOf(jobId)).toBe('cancelling')
    await desk.call('jobs.resume', { jobId })
    expect(await desk.call('jobs.undo', { jobId })).toMatchObject({ removed: named, kept: [], isComplete: true })
    await cancelled
    expect(stateOf(jobId)).toBe('cancelled')
    expect(await filesBelow(desk.page.desk.folder)).toEqual([])
  })

  it('is waited for by the end of the application', async () => {
    const { jobId, named } = await killedJob()
    const cancelled = desk.queue.cancel(jobId)
    await desk.queue.stop()
    expect(desk.page.desk.desk.jobs.get(jobId)).toMatchObject({ state: 'cancelled', saved: named })
    expect(await desk.page.desk.desk.verify(desk.page.desk.folder)).toMatchObject({ ok: named, missing: [], extra: [] })
    await cancelled
  })
})

describe('a refused password', () => {
  it('stops every job of the account without another attempt (T31)', async () => {
    const { jobId, open } = await heldJob()
    const second = await desk.save(await desk.begin())
    const tried = service.counts.token
    service.faults.refuseTokens(true)
    service.faults.revokeTokens()
    open()
    expect(await desk.reached(second, 'stopped')).toMatchObject({ failure: { tag: 'sign-in-refused' } })
    expect(await desk.reached(jobId, 'stopped')).toMatchObject({ failure: { tag: 'sign-in-refused' } })
    expect(service.counts.token - tried).toBe(1)
  })
})

describe('a service that fails in mid-job', () => {
  const port = (): number => Number(new URL(service.url).port)

  async function awayJob(): Promise<string> {
    const { jobId, open } = await heldJob()
    await service.close()
    open()
    const isAway = (): boolean | undefined => desk.jobs.findLast((job) => job.jobId === jobId)?.isServiceAway
    await expect.poll(isAway).toBe(true)
    return jobId
  }

  it('is reported at once with the time of the next try, waited for, and used again when it is back', async () => {
    // Slow enough for a run to tell how it stands, ten times a second, before the service is taken for gone.
    desk = await openSavingPage({ service, timeouts, speed: 10 })
    const jobId = await awayJob()
    const said = desk.jobs.find((job) => job.isServiceAway)
    // While it still runs: long before it is taken for gone.
    expect(said).toMatchObject({ state: 'running', note: expect.stringMatching(/^waiting for the service, /) })
    // It waits in line as well, for a moment, at its start and whenever it is tried again.
    const isResting = ({ state, isServiceAway }: (typeof desk.jobs)[number]): boolean =>
      state === 'waiting' && isServiceAway
    await expect.poll(() => desk.jobs.some((job) => job.jobId === jobId && isResting(job))).toBe(true)
    const resting = desk.jobs.find((job) => job.jobId === jobId && isResting(job))
    expect(resting).toMatchObject({ failure: { tag: 'service-unreachable' } })
    // Where the next try is due just now, it says so instead.
    expect(resting?.note).toMatch(/^waiting for the service, (?:next try in \d+ s|trying now)$/)
    const notes = desk.jobs.map(({ note }) => note)
    expect(notes).toContainEqual(expect.stringMatching(/^waiting for the service, next try in \d+ s$/))
    // Nobody is kept out between two tries: it may be gone for hours.
    await expect.poll(() => isDataDirLocked(desk.page.desk.dataDir)).toBe(false)

    service = await startExchangeService({ data, port: port() })
    onTestFinished(service.close)
    expect(await desk.reached(jobId, 'done')).toMatchObject({ saved: hashes.size, failed: 0, isServiceAway: false })
    expect(await saved()).toEqual(hashes)
  })

  it('is left alone for as long as it asks', async () => {
    const serviceClock = createManualClock()
    desk = await openSavingPage({ service, timeouts, queueClock: serviceClock })
    const begun = await desk.begin()
    service.faults.set({ rules: [{ match: 'document', kind: '503', times: 1, retryAfterSeconds: 310 }] })
    const jobId = await desk.save(begun, { concurrency: 1 })
    const note = (): string | null | undefined => desk.queue.list().find((job) => job.jobId === jobId)?.note
    await expect.poll(note).toBe('waiting for the service, next try in 5 min 10 s')
    await serviceClock.advance(4 * 60_000)
    expect(note()).toBe('waiting for the service, next try in 1 min 10 s')
    expect(service.counts.document).toBe(1)
    // The clock of the calls is another one, which is behind.
    const later = async (): Promise<string | undefined> => {
      await serviceClock.advance(70_000)
      return stateOf(jobId)
    }
    await expect.poll(later).toBe('done')
    expect(await desk.reached(jobId, 'done')).toMatchObject({ saved: hashes.size, failed: 0 })
  })

  it('is not retried for a job that is paused or cancelled', async () => {
    const jobId = await awayJob()
    await desk.reached(jobId, 'waiting')
    await desk.call('jobs.pause', { jobId })
    expect(await desk.reached(jobId, 'stopped')).toMatchObject({ failure: { tag: 'interrupted' } })
    await desk.call('jobs.cancel', { jobId })
    expect(stateOf(jobId)).toBe('cancelled')
  })

  it('that refuses the password when it is back is not asked again (T31)', async () => {
    const jobId = await awayJob()
    await desk.reached(jobId, 'waiting')
    service = await startExchangeService({ data, port: port() })
    onTestFinished(service.close)
    service.faults.refuseTokens(true)
    service.faults.revokeTokens()
    expect(await desk.reached(jobId, 'stopped')).toMatchObject({ failure: { tag: 'sign-in-refused' } })
    expect(service.counts.token).toBe(1)
  })
})

describe('signing out', () => {
  it('stops the session’s job, which only its own user can resume', async () => {
    desk = await openSavingPage({ service, timeouts, queueClock })
    const gate = service.hold('document')
    const begun = await desk.begin()
    const jobId = await desk.save(begun, { concurrency: CONCURRENCY })
    await expect.poll(() => gate.waiting).toBe(CONCURRENCY)
    const signedOut = desk.page.sessions.close(begun.sessionId)
    gate.open()
    await signedOut
    expect(stateOf(jobId)).toBe('stopped')
    expect(await desk.refused('jobs.resume', { jobId })).toMatchObject({
      tag: 'no-credentials',
      message: `This job belongs to ops@aurora.example at ${service.url}, who is not signed in.`,
    })
    await desk.page.signIn()
    await desk.call('jobs.resume', { jobId })
    expect(await desk.reached(jobId, 'done')).toMatchObject({ saved: hashes.size })
    expect(service.counts.document).toBe(hashes.size)
  })
})

describe('the end of the application', () => {
  it('stops the running job so that the next start can resume it, and starts nothing unasked', async () => {
    desk = await openSavingPage({ service, timeouts, queueClock })
    const { jobId, open } = await heldJob()
    const second = await desk.save(await desk.begin(), { pattern: 'second/{documentId}' })
    const stopped = desk.queue.stop()
    open()
    await stopped
    const { root, close } = desk.page.desk
    await desk.page.desk.desk.close()
    desk = await openSavingPage({ service, root, timeouts })
    onTestFinished(close)
    expect([jobId, second].map(stateOf)).toEqual(['stopped', 'stopped'])
    expect(service.counts.document).toBe(CONCURRENCY)
    await desk.begin()
    for (const id of [jobId, second]) await desk.call('jobs.resume', { jobId: id })
    await desk.reached(second, 'done')
    expect(service.counts.document).toBe(2 * hashes.size)
  })

  it('does not wait for ever for a hanging service', async () => {
    const { jobId } = await heldJob()
    await desk.queue.stop()
    expect(stateOf(jobId)).toBe('stopped')
    expect(await saved()).toEqual(new Map())
  })

  it('by a kill leaves a job that is listed as stopped', async () => {
    const begun = await desk.begin()
    const jobId = await desk.save(begun)
    await desk.reached(jobId, 'done')
    const database = new DatabaseSync(join(desk.page.desk.dataDir, 'test', 'ledger.sqlite'))
    database.exec("UPDATE jobs SET state = 'running'")
    database.close()
    expect(stateOf(jobId)).toBe('stopped')
    const { open } = await heldJob()
    expect(stateOf(jobId)).toBe('stopped')
    open()
  })
})

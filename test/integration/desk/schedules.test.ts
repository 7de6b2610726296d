import { mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { isDataDirLocked } from '../../../src/engine/storage/data-lock.ts'
import type { Input, Output } from '../../../src/shared/contract/contract.ts'
import { DEFAULT_NAME_PATTERN } from '../../../src/shared/model/name-patterns.ts'
import type { Gate } from '../../exchange-service/gates.ts'
import { composeDesk } from '../../support/composed-desk.ts'
import { createMemorySecrets } from '../../support/memory-secrets.ts'
import { createQuickClock } from '../../support/quick-clock.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { policyOf } from '../../support/test-policy.ts'
import { type FeedDesk, type FeedService, openFeedDesk, startFeedService } from '../../support/feed-desk.ts'

const HOUR_MS = 3_600_000

let feed: FeedService
beforeAll(async () => {
  feed = await startFeedService()
})
afterAll(() => feed.close())

type Schedule = Output<'schedules.list'>['schedules'][number]

interface Bench extends FeedDesk {
  /** What the computer’s clock shows. */
  time: { now: Date }
  save(changes?: Partial<Input<'schedules.save'>>): Promise<string>
  all(): Promise<readonly Schedule[]>
  only(): Promise<Schedule>
  ended(): Promise<Schedule>
}

/** A desk, signed in, one folder chosen; its clock shows 07:00, on a Friday of winter. */
async function openBench(options: Parameters<typeof openFeedDesk>[1] = {}): Promise<Bench> {
  const time = { now: new Date(2026, 0, 16, 7, 0) }
  const clock = { ...createQuickClock(), now: () => time.now }
  const desk = await openFeedDesk(feed, { ...options, ports: { clock, ...options.ports } })
  const { call, sessionId } = desk
  const selection = {
    customers: [feed.customerId],
    shipmentRefs: [],
    status: '',
    instance: null,
    filters: {},
    states: [],
  }
  const all = async (): Promise<readonly Schedule[]> => (await call('schedules.list', { sessionId })).schedules
  const only = async (): Promise<Schedule> => {
    const [first] = await all()
    if (first === undefined) throw new Error('there is no schedule')
    return first
  }
  return {
    ...desk,
    time,
    all,
    only,
    save: async (changes) => {
      const folder = await call('saving.chooseFolder', {})
      const { scheduleId } = await call('schedules.save', {
        sessionId,
        scheduleId: null,
        name: 'Morning',
        rule: 'every day at 07:30',
        source: { kind: 'search', name: 'Aurora', selection },
        folderId: folder?.folderId ?? '',
        pattern: DEFAULT_NAME_PATTERN,
        docTypes: [],
        conflict: 'keep-both',
        isOnlyNew: true,
        ...changes,
      })
      return scheduleId
    },
    ended: async () => {
      await expect.poll(async () => (await only()).lastRun?.endedAt ?? null).not.toBe(null)
      return await only()
    },
  }
}

async function openedFolder(bench: Bench): Promise<void> {
  await mkdir(bench.folder, { recursive: true })
}

/** A schedule of the morning comes due, and its save waits for the first documents. */
async function beginSaving(bench: Bench): Promise<Gate> {
  await openedFolder(bench)
  await bench.save()
  const documents = feed.service.hold('document')
  bench.time.now = new Date(bench.time.now.getTime() + HOUR_MS)
  bench.power.wake()
  await expect.poll(() => documents.waiting).toBeGreaterThan(0)
  return documents
}

/** The service goes away until the returned function is called, or the test ends. */
async function awayService(): Promise<() => Promise<void>> {
  await feed.service.goAway()
  let back: Promise<void> | undefined
  const comeBack = (): Promise<void> => (back ??= feed.service.comeBack())
  onTestFinished(comeBack)
  return comeBack
}

describe('a clock that is not that of the service', () => {
  it('is told in the desk once it is known, because schedules run by it', async () => {
    const bench = await openBench()
    const { notices } = await bench.call('desk.snapshot', {})
    expect(notices).toEqual([
      { where: 'Clock', message: expect.stringMatching(/ is \d+ d.* behind that of 127\.0\.0\.1/) },
    ])
  })
})

describe('a schedule of the desk', () => {
  it('is listed with its next times, runs when it is told to, and leaves a line in the inbox and a job in Downloads', async () => {
    const bench = await openBench()
    await openedFolder(bench)
    const { call, sessionId } = bench
    const scheduleId = await bench.save()
    expect(await bench.only()).toMatchObject({
      name: 'Morning',
      isPaused: false,
      source: { name: 'Aurora' },
      lastRun: null,
    })
    expect((await bench.only()).next.map((at) => new Date(at).getHours())).toEqual([7, 7, 7])
    await call('schedules.runNow', { sessionId, scheduleId })
    const { lastRun } = await bench.ended()
    expect(lastRun).toMatchObject({ state: 'saved', text: expect.stringMatching(/^\d+ documents saved to /) })
    const { jobs } = await call('desk.snapshot', {})
    expect(jobs).toMatchObject([{ jobId: lastRun?.jobId, state: 'done', failed: 0 }])
    expect((await readdir(bench.folder)).length).toBeGreaterThan(0)
    const { entries } = await bench.inbox({ kinds: ['schedule'] })
    expect(entries).toMatchObject([
      { source: 'schedule', isReadable: true, parcelReference: 'Morning', reason: lastRun?.text },
    ])
    expect(bench.notices.shown).toEqual([])
  })

  it('saves of a worklist what its customers have, not what others have under the same reference', async () => {
    const shared = feed.sets[0]?.row.shipmentRef ?? ''
    const other = feed.data.sets.find(({ customerId }) => customerId !== feed.customerId) ?? expect.unreachable()
    other.row.shipmentRef = shared
    const bench = await openBench()
    await openedFolder(bench)
    const { call, sessionId } = bench
    const source = { kind: 'text', text: shared } as const
    const { worklist } = await call('worklists.create', { sessionId, customers: [feed.customerId], source })
    const worklistId = worklist?.worklistId ?? ''
    const scheduleId = await bench.save({ source: { kind: 'worklist', worklistId }, pattern: '{setId} {documentId}' })
    await call('schedules.runNow', { sessionId, scheduleId })
    expect((await bench.ended()).lastRun).toMatchObject({ state: 'saved' })
    const names = (await readdir(bench.folder)).filter((name) => name.endsWith('.pdf'))
    expect(names.filter((name) => name.includes(feed.sets[0]?.row.setId ?? ''))).not.toEqual([])
    expect(names.filter((name) => name.includes(other.row.setId))).toEqual([])
  })

  it('is not kept for a folder that the organisation does not allow', async () => {
    const allowed = await tempFolder()
    const bench = await openBench({ ports: { policy: policyOf({ ArchiveRoots: [allowed] }) } })
    await openedFolder(bench)
    await expect(bench.save()).rejects.toThrow('set-by-organisation: Saving into')
    expect((await bench.call('schedules.list', { sessionId: bench.sessionId })).schedules).toEqual([])
  })

  it('makes up once for what the computer slept through, and says so', async () => {
    const bench = await openBench()
    await openedFolder(bench)
    await bench.save()
    bench.time.now = new Date(bench.time.now.getTime() + 50 * HOUR_MS)
    bench.power.wake()
    const { lastRun } = await bench.ended()
    expect(lastRun?.text).toMatch(
      /^3 times were missed since .*07:30, because .*; run once now instead\. \d+ documents saved/,
    )
    expect((await bench.inbox({ kinds: ['schedule'] })).entries).toHaveLength(1)
  })

  it('that fails says why in a notification, and is tried again', async () => {
    const bench = await openBench()
    await openedFolder(bench)
    await bench.save()
    await rename(bench.folder, `${bench.folder} away`)
    bench.time.now = new Date(bench.time.now.getTime() + HOUR_MS)
    bench.power.wake()
    const { lastRun, retryAt } = await bench.ended()
    expect(lastRun).toMatchObject({ state: 'failed', text: expect.stringContaining('is no longer there.') })
    expect(retryAt).not.toBe(null)
    await expect.poll(() => bench.notices.shown.map(({ title }) => title)).toEqual(['TEST Schedule “Morning” failed'])
    await rename(`${bench.folder} away`, bench.folder)
    bench.time.now = new Date(bench.time.now.getTime() + HOUR_MS)
    bench.power.wake()
    await expect.poll(async () => (await bench.only()).lastRun?.state).toBe('saved')
  })

  it('that failed comes back from a snooze at the next start, although no feed is set up', async () => {
    const bench = await openBench()
    await openedFolder(bench)
    const { call, sessionId, time } = bench
    const scheduleId = await bench.save()
    await rename(bench.folder, `${bench.folder} away`)
    await call('schedules.runNow', { sessionId, scheduleId })
    await bench.ended()
    // Otherwise it would run and fail again at the next start.
    await call('schedules.pause', { sessionId, scheduleId, isPaused: true })
    const { entries } = await bench.inbox()
    const until = new Date(time.now.getTime() + HOUR_MS).toISOString()
    await call('inbox.snooze', { sessionId, entryIds: entries.map(({ entryId }) => entryId), until })
    await bench.desk.stop()
    const ahead = { ...createQuickClock(), now: () => new Date(time.now.getTime() + 2 * HOUR_MS) }
    const again = await composeDesk({ clock: ahead }, bench.root)
    const titles = (): string[] => again.notices.shown.map(({ title }) => title)
    await expect.poll(titles).toEqual(['TEST Back from a snooze: Schedule “Morning” failed'])
    await expect.poll(again.notices.badge).toBe(1)
  })

  it('whose service goes away in mid-save leaves its job to wait for it, and keeps nobody else from saving', async () => {
    const bench = await openBench()
    await beginSaving(bench)
    const { call, time, power } = bench
    const comeBack = await awayService()
    const { lastRun } = await bench.ended()
    expect(lastRun).toMatchObject({
      state: 'failed',
      text: expect.stringMatching(
        /cannot be reached.* It waits in Downloads, and goes on by itself once the service answers\./,
      ),
    })
    await expect.poll(() => isDataDirLocked(join(bench.root, 'data'))).toBe(false)
    // Of the times that come meanwhile, each has its run.
    await bench.save({ name: 'Noon', rule: 'every day at noon' })
    time.now = new Date(time.now.getTime() + 5 * HOUR_MS)
    power.wake()
    const noon = async (): Promise<Schedule | undefined> => (await bench.all()).find(({ name }) => name === 'Noon')
    await expect.poll(async () => (await noon())?.lastRun?.state).toBe('failed')
    await comeBack()
    const jobs = async () => (await call('desk.snapshot', {})).jobs
    await expect.poll(jobs).toMatchObject([{ jobId: lastRun?.jobId, state: 'done', failed: 0 }])
  })

  it('whose folder goes away in mid-save is tried again, with the job that it began', async () => {
    const bench = await openBench()
    const documents = await beginSaving(bench)
    const { call, time, power } = bench
    await rename(bench.folder, `${bench.folder} away`)
    documents.open()
    const { lastRun, retryAt } = await bench.ended()
    expect(lastRun).toMatchObject({ state: 'failed', text: expect.stringContaining('It is tried again in a while.') })
    expect(retryAt).not.toBe(null)
    await rename(`${bench.folder} away`, bench.folder)
    time.now = new Date(time.now.getTime() + HOUR_MS)
    power.wake()
    await expect.poll(async () => (await bench.only()).lastRun?.state).toBe('saved')
    expect((await bench.only()).lastRun?.jobId).toBe(lastRun?.jobId)
    expect((await call('desk.snapshot', {})).jobs).toMatchObject([{ jobId: lastRun?.jobId, state: 'done' }])
  })

  it('of which a document cannot be saved says so, and is not tried again', async () => {
    const bench = await openBench()
    await openedFolder(bench)
    const refused = feed.sets[0]?.row.documents[0]?.documentId
    feed.service.faults.add({ match: 'document', kind: '404', documentId: refused })
    onTestFinished(feed.service.faults.clear)
    await bench.save()
    bench.time.now = new Date(bench.time.now.getTime() + HOUR_MS)
    bench.power.wake()
    const { lastRun, retryAt } = await bench.ended()
    expect(lastRun).toMatchObject({
      state: 'failed',
      text: expect.stringMatching(/\d+ documents saved\. 1 of \d+ documents could not be saved\./),
    })
    expect(retryAt).toBe(null)
  })

  it('that the end of the desk interrupts goes on with its job at the next start', async () => {
    const secrets = createMemorySecrets()
    const bench = await openBench({ profile: 'main', ports: { secrets } })
    await openedFolder(bench)
    const scheduleId = await bench.save()
    const documents = feed.service.hold('document')
    bench.time.now = new Date(bench.time.now.getTime() + HOUR_MS)
    bench.power.wake()
    await expect.poll(async () => (await bench.only()).lastRun?.jobId ?? null).not.toBe(null)
    const begun = (await bench.only()).lastRun?.jobId
    const stopped = bench.desk.stop()
    documents.open()
    await stopped
    const again = await openBench({ profile: 'main', root: bench.root, ports: { secrets } })
    await expect.poll(async () => (await again.only()).lastRun?.state).toBe('saved')
    expect(await again.only()).toMatchObject({ scheduleId, lastRun: { jobId: begun } })
    expect((await again.call('desk.snapshot', {})).jobs).toMatchObject([{ jobId: begun, state: 'done' }])
  })

  it('is paused, changed and removed', async () => {
    const bench = await openBench()
    await openedFolder(bench)
    const { call, sessionId } = bench
    const scheduleId = await bench.save()
    await call('schedules.pause', { sessionId, scheduleId, isPaused: true })
    expect(await bench.only()).toMatchObject({ isPaused: true, next: [] })
    await bench.save({ scheduleId, name: 'Noon', rule: '0 12 * * *', source: { kind: 'kept' } })
    expect(await bench.only()).toMatchObject({ name: 'Noon', rule: '0 12 * * *', source: { name: 'Aurora' } })
    await call('schedules.remove', { sessionId, scheduleId })
    expect((await call('schedules.list', { sessionId })).schedules).toEqual([])
  })

  it('is refused with a sentence where its times or its name cannot be', async () => {
    const bench = await openBench()
    await openedFolder(bench)
    await bench.save()
    await expect(bench.save({ name: ' morning' })).rejects.toThrow('There is a schedule “morning” already.')
    await expect(bench.save({ name: 'B', rule: '0 0 30 2 *' })).rejects.toThrow('never comes')
    await expect(bench.save({ name: 'C', rule: 'every second' })).rejects.toThrow('more often than every 5 minutes')
    expect(await bench.call('schedules.times', { rule: '* * * * *', timeZone: null })).toMatchObject({
      next: [],
      failure: { message: expect.stringContaining('more often than every 5 minutes') },
    })
  })
})

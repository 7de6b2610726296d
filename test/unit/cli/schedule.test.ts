import type { DatabaseSync } from 'node:sqlite'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ScheduleDetails, ScheduleRun } from '../../../src/engine/schedules/schedule.ts'
import type { ScheduleStore } from '../../../src/engine/schedules/schedule-store.ts'
import { MAX_REFERENCE_LENGTH, type WorklistStore } from '../../../src/engine/worklists/worklist-store.ts'
import { AppError } from '../../../src/shared/errors/app-error.ts'
import { describeFailure } from '../../../src/shared/errors/failure-texts.ts'
import type { Environment } from '../../../src/shared/model/connection.ts'
import type { SaveResult } from '../../../src/shared/model/job.ts'
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { policyOf } from '../../support/test-policy.ts'
import { memorySchedules, SCHEDULE_ACCOUNT, scheduleDetails, worklistDatabase } from '../../support/test-schedules.ts'
import { demoJob, demoPlan, demoSaved } from './demo-values.ts'
import { createFakeDesk, type Calls, type FakeDeskParts } from './fake-desk.ts'
import { createFakeTerminal, run, type RunOutcome } from '../../support/fake-terminal.ts'
import { runCommandLine } from '../../../src/cli/run-command-line.ts'

const START = Date.parse('2026-11-20T06:00:00Z')

const runShape = z.looseObject({ name: z.string(), state: z.string(), text: z.string(), dueAt: z.string().nullable() })
const runsShape = z.object({ runs: z.array(runShape) })

interface Bench {
  folder: string
  calls: Calls
  store: ScheduleStore
  worklists: WorklistStore
  /** Of the worklists. */
  database: DatabaseSync
  schedule(...words: string[]): Promise<RunOutcome>
  add(name: string, details?: Partial<ScheduleDetails>): string
  advance(timeMs: number): Promise<void>
}

/** A command line whose desk has one account, in the test environment. */
async function openBench(parts: FakeDeskParts = {}): Promise<Bench> {
  const folder = await tempFolder()
  const manual = createManualClock()
  const clock = { ...manual, now: () => new Date(START + manual.monotonicMs()) }
  const stores = { test: memorySchedules(), production: memorySchedules('production') }
  const { store: worklists, database } = worklistDatabase()
  const table = { headings: ['Reference'], referenceColumn: 0, lines: [['SHP-1'], ['SHP-2']] }
  worklists.create(SCHEDULE_ACCOUNT, { name: 'Open credits', customers: [] }, { ...table })
  const own = { schedules: (environment: 'test' | 'production') => stores[environment], worklists: () => worklists }
  const { desk, calls } = createFakeDesk({ ...parts, desk: { ...own, ...parts.desk } })
  return {
    folder,
    calls,
    store: stores.test,
    worklists,
    database,
    schedule: (...words) => run(['schedule', ...words], { desk, clock, workingDir: folder }),
    add: (name, details) => {
      const stored = scheduleDetails({ folder, ...details })
      return stores.test.add(SCHEDULE_ACCOUNT, { name, details: stored }, clock.now()).scheduleId
    },
    advance: manual.advance,
  }
}

describe('schedule add', () => {
  it('keeps what is to be saved, makes its folder, and tells the next three times', async () => {
    const { schedule, store, calls, folder } = await openBench()
    const words = ['Morning', '--at', 'every weekday at 07:30', '--time-zone', 'Europe/Berlin', '--to', 'out']
    const added = await schedule('add', ...words, '--customer', 'Aurora', '--only-new', '--json')
    expect(added.code).toBe(0)
    expect(JSON.parse(added.stdout)).toMatchObject({
      name: 'Morning',
      environment: 'test',
      readable: true,
      paused: false,
      rule: 'every weekday at 07:30',
      folder: join(folder, 'out'),
      next: ['2026-11-20T06:30:00.000Z', '2026-11-23T06:30:00.000Z', '2026-11-24T06:30:00.000Z'],
      lastRun: null,
    })
    expect(store.list()[0]?.details).toMatchObject({
      isOnlyNew: true,
      source: { selection: { customers: ['Aurora'] } },
    })
    expect([calls.search, calls.plan]).toEqual([[], []])
    const { stdout } = await schedule('list')
    expect(stdout).toMatch(/Morning {2,}every weekday at 07:30 {2,}Fri,? 20 Nov 2026,? 07:30 {2,}not run yet/)
  })

  it.each([
    [['add'], '“schedule add” needs a name for the schedule.'],
    [['add', 'A', '--to', 'out'], '“schedule add” needs --at, the times.'],
    [['add', 'A', '--at', 'every day at 7'], '“schedule add” needs --to, the folder to save into.'],
    [
      ['add', 'A', '--to', 'out', '--at', '* * * * * *'],
      '“* * * * * *” has 6 fields; a schedule has five, and no seconds.',
    ],
    [
      ['add', 'A', '--to', 'out', '--at', '0 0 30 2 *'],
      '“0 0 30 2 *” never comes: no month that it names has such a day.',
    ],
    [['add', 'A', '--to', 'out', '--at', 'every day at 7', '--worklist', 'None'], 'There is no worklist “None”.'],
    [['list', '--to', 'out'], '“schedule list” takes no --to; “schedule add” does.'],
    [['remove'], '“schedule remove” needs the name of a schedule.'],
    [['run', 'Mornign'], 'There is no schedule “Mornign”.'],
    [['run', 'Morning', '--for', '3'], '--for is how long to stay; a run with a name or --due ends by itself.'],
  ])('refuses %j', async (words, message) => {
    const { schedule, store, add } = await openBench()
    add('Morning')
    const { code, stderr } = await schedule(...words)
    expect([code, store.list().length]).toEqual([2, 1])
    expect(stderr).toContain(message)
  })
})

describe('schedule add where nobody will be there to give a password', () => {
  const ADD = ['schedule', 'add', 'Morning', '--at', 'every weekday at 07:30', '--to', 'out']
  const KEPT = 'It runs while Parcel Desk is open'

  it.each([
    ['options', ['--base-url', 'https://exchange.example', '--username', 'ops'], {}],
    [
      'the environment',
      [],
      {
        PARCEL_DESK_BASE_URL: 'https://exchange.example',
        PARCEL_DESK_USERNAME: 'ops',
        PARCEL_DESK_PASSWORD: 'hunter2-canary',
      },
    ],
  ])('says so at once for a connection of %s, even with --quiet', async (_of, words, env) => {
    const given = { desk: createFakeDesk().desk, workingDir: await tempFolder(), env }
    const { code, stdout, stderr } = await run([...ADD, ...words, '--quiet'], given)
    expect(code).toBe(0)
    expect(stdout).not.toContain(KEPT)
    expect(stderr).toContain('Schedule “Morning”: cannot run unattended. No saved account goes with it.')
    expect(stderr).toContain('parcel-desk sign-in')
  })

  it('says so for a saved account whose password the keychain does not give', async () => {
    const { desk } = createFakeDesk()
    const what = 'The keychain gave no password for account “only”: it has none, or it is locked.'
    const password = () => Promise.reject(new AppError({ tag: 'no-credentials', what }))
    const useProfile = async (name: string | undefined) => ({ ...(await desk.accounts.useProfile(name)), password })
    const given = { desk: { ...desk, accounts: { ...desk.accounts, useProfile } }, workingDir: await tempFolder() }
    const { stdout, stderr } = await run(ADD, given)
    expect(stdout).not.toContain(KEPT)
    expect(stderr).toContain(`cannot run unattended. ${what}`)
  })

  it('says nothing of it for a saved account', async () => {
    const { stdout, stderr } = await run(ADD, { desk: createFakeDesk().desk, workingDir: await tempFolder() })
    expect(stdout).toContain(KEPT)
    expect(stderr).toBe('')
  })
})

describe('schedule add where the organisation has set the folders', () => {
  it('is refused elsewhere and makes nothing, and taken inside', async () => {
    const allowed = await tempFolder()
    const { schedule, store, folder } = await openBench({ desk: { policy: policyOf({ ArchiveRoots: [allowed] }) } })
    const add = (name: string, to: string) => schedule('add', name, '--at', 'every day at 7', '--to', to)
    const refused = await add('Elsewhere', 'out')
    expect(refused.stderr).toContain(`Save into ${allowed}.`)
    expect([refused.code, await readdir(folder), store.list()]).toEqual([2, [], []])
    expect(await add('Inside', join(allowed, 'deep', 'out'))).toMatchObject({ code: 0 })
    expect(existsSync(join(allowed, 'deep', 'out'))).toBe(true)
  })
})

describe('schedule run', () => {
  it('runs one now, saves as “save” does, and prints how it ended', async () => {
    const { schedule, calls, store, add, folder } = await openBench()
    const id = add('Morning')
    const { code, stdout } = await schedule('run', 'morning', '--json')
    expect(code).toBe(0)
    expect(runsShape.parse(JSON.parse(stdout)).runs).toMatchObject([
      { schedule: id, name: 'Morning', state: 'saved', dueAt: null, job: 'job-1', saved: 2, failure: null },
    ])
    expect(calls.plan).toMatchObject([{ folder, isOnlyNew: true, selection: { status: 'ACTIVE', shipmentRefs: [] } }])
    expect(store.find(id).lastRun).toMatchObject({ state: 'saved', text: `2 documents saved to ${folder}.` })
  })

  it('with --due runs what has come, once', async () => {
    const { schedule, add, advance } = await openBench()
    add('Morning')
    add('Noon', { rule: 'every day at noon' })
    expect((await schedule('run', '--due')).stdout).toBe('Nothing is due.\n')
    await advance(3_600_000)
    const { stdout } = await schedule('run', '--due', '--json')
    expect(runsShape.parse(JSON.parse(stdout)).runs.map(({ name }) => name)).toEqual(['Morning'])
    expect((await schedule('run', 'Morning', '--due')).stdout).toBe('“Morning” is not due.\n')
  })

  it('takes the references of a worklist as they are now', async () => {
    const { schedule, calls } = await openBench()
    await schedule('add', 'Credits', '--at', 'every day at 7', '--to', 'out', '--worklist', 'open credits')
    expect((await schedule('run', 'Credits')).code).toBe(0)
    expect(calls.plan).toMatchObject([{ selection: { shipmentRefs: ['SHP-1', 'SHP-2'] } }])
  })

  it('asks only for the customers of a worklist, as the desk does, and for no text too long to be a reference', async () => {
    const { schedule, worklists, calls } = await openBench()
    const lines = [['SHP-7'], ['x'.repeat(MAX_REFERENCE_LENGTH + 1)]]
    const table = { headings: ['Reference'], referenceColumn: 0, lines }
    worklists.create(SCHEDULE_ACCOUNT, { name: 'Aurora', customers: ['aurora-id'] }, table)
    await schedule('add', 'Nightly', '--at', 'every day at 7', '--to', 'out', '--worklist', 'Aurora')
    expect((await schedule('run', 'Nightly')).code).toBe(0)
    expect(calls.plan).toMatchObject([{ selection: { customers: ['aurora-id'], shipmentRefs: ['SHP-7'] } }])
  })

  it('saves nothing of a damaged worklist: without its customers it would be one for every customer', async () => {
    const { schedule, database, calls } = await openBench()
    await schedule('add', 'Credits', '--at', 'every day at 7', '--to', 'out', '--worklist', 'open credits')
    database.exec(`UPDATE worklists SET customers = '{'`)
    const { code, stderr } = await schedule('run', 'Credits')
    expect([code, calls.plan]).toEqual([2, []])
    expect(stderr).toContain('“Open credits” is damaged')
  })

  it('tells why a run failed, keeps that, and ends with its code', async () => {
    const away = new AppError({ tag: 'service-unreachable', origin: 'https://exchange.example', reason: 'no answer' })
    const { schedule, store, add } = await openBench({ session: { plan: () => Promise.reject(away) } })
    const id = add('Morning')
    const { code, stderr } = await schedule('run', 'Morning')
    expect(code).toBe(4)
    expect(stderr).toContain('https://exchange.example cannot be reached: no answer.')
    expect(store.find(id).lastRun).toMatchObject({ state: 'failed' })
  })

  it('says once how many were saved where the service did not list everything', async () => {
    const incomplete = demoPlan({ isComplete: false })
    const { schedule, store, add } = await openBench({ session: { plan: () => Promise.resolve(incomplete) } })
    const id = add('Morning')
    expect((await schedule('run', 'Morning')).code).toBe(5)
    expect(store.find(id).lastRun?.text).toMatch(/^2 documents saved, but the service did not list everything/)
  })

  it.each([
    ['ended well', () => Promise.resolve(demoPlan())],
    ['failed', () => Promise.reject(new AppError({ tag: 'nothing-matched', what: 'No set' }))],
  ])('closes the session of a run that %s', async (_how, plan) => {
    let closed = 0
    const { schedule, add } = await openBench({ session: { plan, close: () => void (closed += 1) } })
    add('Morning')
    expect([(await schedule('run', 'Morning')).code, closed]).toEqual([0, 1])
  })

  it('begins no archive where the drive is not connected', async () => {
    const { schedule, calls, add, folder } = await openBench()
    add('Morning', { folder: `${folder}/away` })
    const { code, stderr } = await schedule('run', 'Morning')
    expect([code, calls.plan]).toEqual([7, []])
    expect(stderr).toContain('away is no longer there.')
  })

  it('does nothing while another process saves', async () => {
    const lockSaving = (): never => {
      throw new AppError({ tag: 'locked', dataDir: '/data', holder: 'process 7' })
    }
    const { schedule, store, add, advance } = await openBench({ desk: { lockSaving } })
    const id = add('Morning')
    await advance(3_600_000)
    expect((await schedule('run', '--due')).code).toBe(8)
    expect(store.find(id)).toMatchObject({ lastRun: null, handledUntil: new Date(START).toISOString() })
  })

  it('goes on with the job of a run that was killed, and begins no other', async () => {
    const killed = demoJob({ state: 'running', saved: 1, pending: 1 })
    const { schedule, calls, store, add } = await openBench({ jobs: [killed] })
    const scheduleId = add('Morning')
    const startedAt = new Date(START).toISOString()
    store.begin({ scheduleId, dueAt: startedAt, missed: 0, startedAt, jobId: killed.job })
    expect((await schedule('run', '--due')).code).toBe(0)
    expect([calls.resume, calls.plan]).toEqual([[killed.job], []])
    expect(store.find(scheduleId).lastRun).toMatchObject({ state: 'saved', jobId: killed.job })
  })

  it.each(['emptied', 'removed'])('goes on with it although its worklist was %s meanwhile', async (what) => {
    const killed = demoJob({ state: 'running', saved: 1, pending: 1 })
    const { schedule, worklists, calls, store, add } = await openBench({ jobs: [killed] })
    const [{ worklistId, revision } = { worklistId: '', revision: 0 }] = worklists.list(SCHEDULE_ACCOUNT)
    const scheduleId = add('Credits', { source: { kind: 'worklist', worklistId, name: 'Open credits' } })
    const startedAt = new Date(START).toISOString()
    store.begin({ scheduleId, dueAt: startedAt, missed: 0, startedAt, jobId: killed.job })
    if (what === 'removed') worklists.setRemoved(worklistId, true)
    else worklists.edit(worklistId, revision, ({ setLinesRemoved }) => setLinesRemoved([0, 1], true))
    expect((await schedule('run', '--due')).code).toBe(0)
    expect([calls.resume, calls.plan]).toEqual([[killed.job], []])
    expect(store.find(scheduleId).lastRun).toMatchObject({ state: 'saved', jobId: killed.job })
  })
})

describe('schedule run without a name', () => {
  interface Stay {
    clock: ManualClock
    store: ScheduleStore
    lastRun: () => ScheduleRun | null | undefined
    interrupt: () => void
    outcome: () => Promise<RunOutcome>
  }

  /** A command that stays, with a schedule for 06:30 UTC. */
  async function openStay(parts: FakeDeskParts = {}): Promise<Stay & Pick<Bench, 'calls'>> {
    const manual = createManualClock()
    const clock = { ...manual, now: () => new Date(START + manual.monotonicMs()) }
    const store = memorySchedules()
    const folder = await tempFolder()
    store.add(SCHEDULE_ACCOUNT, { name: 'Morning', details: scheduleDetails({ folder }) }, clock.now())
    const schedules = (one: Environment): ScheduleStore => (one === 'test' ? store : memorySchedules())
    const { desk, calls } = createFakeDesk({ ...parts, desk: { schedules } })
    const fake = createFakeTerminal({ desk, clock })
    const ended = runCommandLine(['schedule', 'run', '--json'], fake.terminal)
    await expect.poll(clock.isWaitedFor).toBe(true)
    const outcome = async (): Promise<RunOutcome> => await fake.outcome(await ended)
    return { clock, store, calls, lastRun: () => store.list()[0]?.lastRun, interrupt: fake.interrupt, outcome }
  }

  it('stays, and runs each at its time until it is interrupted', async () => {
    const { clock, lastRun, interrupt, outcome } = await openStay()
    await clock.advance(30 * 60_000)
    await expect.poll(() => lastRun()?.state).toBe('saved')
    interrupt()
    const { code, stdout } = await outcome()
    expect(code).toBe(130)
    expect(runShape.parse(JSON.parse(stdout))).toMatchObject({ name: 'Morning', dueAt: '2026-11-20T06:30:00.000Z' })
  })

  it('tries a save that the service ended again after a minute, with the same job', async () => {
    const away = describeFailure({
      tag: 'service-unreachable',
      origin: 'https://exchange.example',
      reason: 'no answer',
    })
    const stopped = demoJob({ state: 'stopped', saved: 1, pending: 1, failure: away })
    const results = [demoSaved({ job: stopped, complete: false }), demoSaved()]
    const resumed: string[] = []
    const resume = (jobId: string): Promise<SaveResult> => {
      resumed.push(jobId)
      return Promise.resolve(results.shift() ?? demoSaved())
    }
    const { clock, store, calls, lastRun, interrupt, outcome } = await openStay({
      jobs: [stopped],
      session: { store: () => stopped.job, resume },
    })
    await clock.advance(30 * 60_000)
    await expect.poll(() => lastRun()?.state).toBe('failed')
    expect(lastRun()).toMatchObject({
      jobId: stopped.job,
      text: expect.stringMatching(/^1 document saved\. .* It is tried again in a while\.$/),
    })
    expect(store.list()[0]?.retryAt).toBe('2026-11-20T06:31:00.000Z')
    await expect.poll(clock.isWaitedFor).toBe(true)
    await clock.advance(60_000)
    await expect.poll(() => lastRun()?.state).toBe('saved')
    expect([resumed, calls.plan.length]).toEqual([[stopped.job, stopped.job], 1])
    interrupt()
    await outcome()
  })
})

it('schedule remove takes it from the list', async () => {
  const { schedule, add, store } = await openBench()
  add('Morning', { timeZone: null })
  expect((await schedule('remove', 'Morning')).stdout).toBe('“Morning” is removed. What it saved stays.\n')
  expect(store.list()).toEqual([])
})

it('schedule remove needs the name of a schedule', async () => {
  const { schedule } = await openBench()
  expect(await schedule('remove')).toMatchObject({ code: 2, stderr: expect.stringContaining('needs the name') })
})

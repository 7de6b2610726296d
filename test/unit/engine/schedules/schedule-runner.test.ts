import { describe, expect, it, onTestFinished } from 'vitest'
import { createLogger } from '../../../../src/engine/base/logger.ts'
import { comingTimes } from '../../../../src/engine/schedules/due-times.ts'
import type { ScheduleOutcome } from '../../../../src/engine/schedules/execute-schedule.ts'
import { createScheduleRunner, type ScheduleRunner } from '../../../../src/engine/schedules/schedule-runner.ts'
import type { ScheduleDetails } from '../../../../src/engine/schedules/schedule.ts'
import type { RunStart, ScheduleStore } from '../../../../src/engine/schedules/schedule-store.ts'
import { AppError } from '../../../../src/shared/errors/app-error.ts'
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts'
import { SCHEDULE_ACCOUNT, scheduleDatabase, scheduleDetails } from '../../../support/test-schedules.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const SAVED: ScheduleOutcome = {
  state: 'saved',
  text: '2 documents saved to /target.',
  saved: 2,
  jobId: 'job-1',
  failure: null,
  mayPass: false,
}
const AWAY: ScheduleOutcome = {
  state: 'failed',
  text: 'The service cannot be reached.',
  saved: 0,
  jobId: null,
  failure: { tag: 'service-unreachable', message: 'The service cannot be reached.', next: '' },
  mayPass: true,
}

interface Bench {
  store: ScheduleStore
  database: ReturnType<typeof scheduleDatabase>['database']
  clock: ManualClock
  runner: ScheduleRunner
  /** Names of schedules in the order they ran. */
  ran: string[]
  /** The jobs that the runs were to go on with. */
  begunWith: (string | null)[]
  outcomes: ScheduleOutcome[]
  lock: { isHeld: boolean }
  /** Runs go on until the returned function is called. */
  hold(): () => void
  add(name: string, details?: Partial<ScheduleDetails>): string
  /** Advances the clock, and waits until the runner waits again. */
  pass(timeMs: number): Promise<void>
}

/** A runner whose clock stands at the given time. */
function openBench(start: string): Bench {
  const manual = createManualClock()
  let waits = 0
  const clock: ManualClock = {
    ...manual,
    now: () => new Date(Date.parse(start) + manual.monotonicMs()),
    wait: (timeMs, signal) => {
      waits += 1
      return manual.wait(timeMs, signal).finally(() => (waits -= 1))
    },
    isWaitedFor: () => waits === 1,
  }
  const { store, database } = scheduleDatabase()
  const [ran, outcomes]: [string[], ScheduleOutcome[]] = [[], []]
  const begunWith: Bench['begunWith'] = []
  const lock = { isHeld: false }
  let held: Promise<void> | undefined
  const runner = createScheduleRunner({
    stores: () => [store],
    clock,
    logger: createLogger({ write: () => undefined }),
    lock: () => {
      if (lock.isHeld) throw new AppError({ tag: 'locked', dataDir: '/data', holder: 'process 7' })
      return { release: () => undefined }
    },
    execute: async ({ name }, { jobId }) => {
      ran.push(name)
      begunWith.push(jobId)
      await held
      return outcomes.shift() ?? SAVED
    },
  })
  onTestFinished(runner.stop)
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return resolve
  }
  const add: Bench['add'] = (name, details) =>
    store.add(SCHEDULE_ACCOUNT, { name, details: scheduleDetails(details) }, clock.now()).scheduleId
  const pass = async (timeMs: number): Promise<void> => {
    await expect.poll(clock.isWaitedFor).toBe(true)
    await clock.advance(timeMs)
    await expect.poll(clock.isWaitedFor).toBe(true)
  }
  return { store, database, clock, runner, ran, begunWith, outcomes, lock, hold, add, pass }
}

function startAt(scheduleId: string, at: string): RunStart {
  return { scheduleId, dueAt: at, missed: 0, startedAt: at, jobId: null }
}

/** A run took the times up to there, and has ended. */
function takeTimes(store: ScheduleStore, scheduleId: string, until: string): void {
  const run = store.claim(store.find(scheduleId), startAt(scheduleId, until))
  if (run !== undefined) store.end(run, SAVED, new Date(until))
}

describe('a schedule that comes due', () => {
  it('runs once at its time, and again the next day', async () => {
    const { store, runner, ran, add, pass } = openBench('2026-11-20T06:29:00Z')
    const id = add('Morning')
    runner.start()
    await pass(30_000)
    expect(ran).toEqual([])
    await pass(30_000)
    expect(ran).toEqual(['Morning'])
    expect(store.find(id).lastRun).toMatchObject({
      dueAt: '2026-11-20T06:30:00.000Z',
      missed: 0,
      state: 'saved',
      text: '2 documents saved to /target.',
      jobId: 'job-1',
    })
    await pass(30_000)
    expect(ran).toHaveLength(1)
    await pass(DAY_MS)
    expect(ran).toHaveLength(2)
  })

  it('runs once for all that was missed while the computer slept, and says so', async () => {
    const { store, runner, ran, add, pass } = openBench('2026-11-16T12:00:00Z')
    const id = add('Morning')
    runner.start()
    await pass(3 * DAY_MS)
    expect(ran).toEqual(['Morning'])
    expect(store.find(id).lastRun).toMatchObject({ missed: 3, dueAt: '2026-11-17T06:30:00.000Z' })
    expect(store.find(id).lastRun?.text).toMatch(
      /^3 times were missed since Tue,? 17 Nov 2026,? 07:30, because Parcel Desk was not running or the computer slept; run once now instead\. 2 documents/,
    )
  })

  it('does not run while it is paused, and makes up for nothing afterwards', async () => {
    const { store, clock, runner, ran, add, pass } = openBench('2026-11-20T06:00:00Z')
    const id = add('Morning')
    store.setPaused(id, true, clock.now())
    runner.start()
    await pass(3_600_000)
    store.setPaused(id, false, clock.now())
    runner.wake()
    await pass(30_000)
    expect(ran).toEqual([])
  })

  it('does not run a second time where the clock is set back by a few minutes', async () => {
    const { store, clock, runner, ran, add } = openBench('2026-11-20T06:27:00Z')
    takeTimes(store, add('Morning'), '2026-11-20T06:30:00Z')
    expect(await runner.runDue()).toEqual([])
    await clock.advance(10 * MINUTE_MS)
    expect(await runner.runDue()).toEqual([])
    await clock.advance(DAY_MS)
    await runner.runDue()
    expect(ran).toEqual(['Morning'])
  })

  it.each([
    ['every 15 minutes', 60, 15],
    ['every 15 minutes', 14, 15],
    ['every 15 minutes', 23 * 60, 15],
    ['every 5 minutes', 20 * 60, 5],
    ['every 2 hours', 10 * 60, 120],
    ['every day at 07:30', 20 * 60, 24 * 60],
    ['every day at 07:30', 40 * 24 * 60, 24 * 60],
  ])('%s, stands still for no longer than that where the clock was %i minutes ahead', async (rule, ahead, interval) => {
    const { store, clock, runner, ran, add } = openBench('2026-11-20T10:02:00Z')
    const id = add('Save', { rule })
    takeTimes(store, id, new Date(clock.now().getTime() + ahead * MINUTE_MS).toISOString())
    const [next] = comingTimes(store.find(id), clock.now(), 1)
    expect(next?.getTime()).toBeLessThanOrEqual(clock.now().getTime() + interval * MINUTE_MS)
    expect(await runner.runDue()).toEqual([])
    await clock.advance(interval * MINUTE_MS)
    await runner.runDue()
    expect(ran).toEqual(['Save'])
  })

  it('is tried again at once where a clock that was ahead has put that off', async () => {
    const { store, clock, runner, ran, outcomes, add } = openBench('2026-11-20T06:30:00Z')
    const id = add('Morning')
    const ahead = clock.now().getTime() + DAY_MS / 2
    const run = store.claim(store.find(id), startAt(id, new Date(ahead).toISOString()))
    if (run === undefined) throw new Error('it was not begun')
    store.end(run, { ...AWAY, retry: { at: new Date(ahead + MINUTE_MS), attempts: 1 } }, new Date(ahead))
    outcomes.push(SAVED)
    await runner.runDue()
    expect(ran).toEqual(['Morning'])
  })

  it('is run by one of two programs', async () => {
    const { store, clock, add } = openBench('2026-11-20T06:00:00Z')
    const seen = store.find(add('Morning'))
    await clock.advance(DAY_MS)
    const start = startAt(seen.scheduleId, clock.now().toISOString())
    expect(store.claim(seen, start)).toMatchObject({ state: 'running' })
    expect(store.claim(seen, start)).toBe(undefined)
    expect(store.runs(seen.scheduleId, 5)).toHaveLength(1)
  })

  it('waits while another process saves, and says for whom', async () => {
    const { runner, ran, lock, add, pass } = openBench('2026-11-20T06:29:30Z')
    add('Morning')
    lock.isHeld = true
    runner.start()
    await pass(30_000)
    expect(ran).toEqual([])
    await expect.poll(runner.blockedBy).toMatch(/process 7/)
    lock.isHeld = false
    await pass(30_000)
    expect(ran).toEqual(['Morning'])
    await expect.poll(runner.blockedBy).toBe(null)
  })

  it('is not tried again before the time that the service asks for (T33)', async () => {
    const { store, runner, outcomes, add, pass } = openBench('2026-11-20T06:29:00Z')
    outcomes.push({ ...AWAY, askedWaitMs: 60 * MINUTE_MS })
    const id = add('Morning')
    runner.start()
    await pass(MINUTE_MS)
    expect(store.find(id)).toMatchObject({ attempts: 1, retryAt: '2026-11-20T07:30:00.000Z' })
  })

  it('is tried again where its failure may pass, until it succeeds', async () => {
    const { store, runner, ran, outcomes, add, pass } = openBench('2026-11-20T06:29:30Z')
    const id = add('Morning')
    outcomes.push(AWAY, AWAY)
    runner.start()
    await pass(30_000)
    expect(store.find(id)).toMatchObject({ attempts: 1, retryAt: '2026-11-20T06:31:00.000Z' })
    expect(store.find(id).lastRun?.text).toBe('The service cannot be reached. It is tried again in a while.')
    await pass(MINUTE_MS)
    expect(store.find(id)).toMatchObject({ attempts: 2, retryAt: '2026-11-20T06:36:00.000Z' })
    await pass(5 * MINUTE_MS)
    expect(ran).toHaveLength(3)
    expect(store.find(id)).toMatchObject({ attempts: 0, retryAt: null, lastRun: { state: 'saved' } })
  })

  it.each([
    ['where somebody had started it', null, false],
    ['where it is paused by now', '2026-11-20T06:30:00.000Z', true],
  ])('is not run again after a kill %s, and is not said to be', async (_where, dueAt, isPaused) => {
    const { store, clock, runner, ran, add } = openBench('2026-11-20T06:30:00Z')
    const id = add('Morning')
    store.begin({ ...startAt(id, clock.now().toISOString()), dueAt })
    store.setPaused(id, isPaused, clock.now())
    await runner.runDue()
    expect([ran, store.find(id)]).toMatchObject([
      [],
      {
        retryAt: null,
        lastRun: { state: 'interrupted', text: 'Parcel Desk ended while it ran. Run it again when it suits.' },
      },
    ])
  })

  it('keeps its time where its run cannot be stored, and its next try with the end of the run before it', async () => {
    const { store, database, clock, runner, ran, outcomes, add } = openBench('2026-11-20T06:00:00Z')
    const id = add('Morning')
    await clock.advance(45 * MINUTE_MS)
    const refuse = (what: string): void =>
      database.exec(`CREATE TRIGGER full BEFORE ${what} BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`)
    refuse('INSERT ON runs')
    await expect(runner.runDue()).rejects.toThrow('disk is full')
    expect([ran, store.find(id)]).toMatchObject([[], { handledUntil: '2026-11-20T06:00:00.000Z', lastRun: null }])
    database.exec('DROP TRIGGER full')
    outcomes.push(AWAY)
    refuse('UPDATE OF retry_at ON schedules WHEN NEW.retry_at IS NOT NULL')
    await expect(runner.runDue()).rejects.toThrow('disk is full')
    expect([ran, store.find(id).lastRun]).toMatchObject([['Morning'], { state: 'running' }])
    database.exec('DROP TRIGGER full')
    await runner.runDue()
    expect(store.runs(id, 5).map(({ state }) => state)).toEqual(['saved', 'interrupted'])
  })

  it('is not tried again where it was paused while it ran', async () => {
    const { store, clock, runner, outcomes, hold, ran, add } = openBench('2026-11-20T06:30:00Z')
    const id = add('Morning', { rule: 'every 5 minutes' })
    outcomes.push(AWAY)
    const release = hold()
    await clock.advance(5 * MINUTE_MS)
    const running = runner.runDue()
    await expect.poll(() => ran).toEqual(['Morning'])
    store.setPaused(id, true, clock.now())
    release()
    await running
    expect(store.find(id)).toMatchObject({ retryAt: null, lastRun: { text: AWAY.text } })
  })

  it('runs again after a kill', async () => {
    const { store, clock, runner, ran, add } = openBench('2026-11-20T06:30:00Z')
    const scheduleId = add('Morning')
    store.begin(startAt(scheduleId, clock.now().toISOString()))
    runner.start()
    await expect.poll(() => ran).toEqual(['Morning'])
    expect(store.runs(scheduleId, 5)).toMatchObject([
      { state: 'saved' },
      { state: 'interrupted', text: 'Parcel Desk ended while it ran. It is run again.' },
    ])
  })

  it('hands its job to the run that tries again, also where that gets no further than the sign-in, and not to the next time', async () => {
    const { runner, outcomes, begunWith, add, pass } = openBench('2026-11-20T06:29:30Z')
    add('Morning')
    outcomes.push({ ...AWAY, jobId: 'job-1' }, AWAY, AWAY)
    runner.start()
    await pass(30_000)
    await pass(MINUTE_MS)
    await pass(5 * MINUTE_MS)
    expect(begunWith).toEqual([null, 'job-1', 'job-1'])
    await pass(15 * MINUTE_MS)
    await pass(DAY_MS)
    expect(begunWith).toEqual([null, 'job-1', 'job-1', 'job-1', null])
  })
})

describe('schedules that come due together', () => {
  it('run one after another, those due first', async () => {
    const { runner, ran, add, clock } = openBench('2026-11-20T06:00:00Z')
    add('B', { rule: 'every day at 07:15' })
    add('A', { rule: 'every day at 07:30' })
    await clock.advance(3_600_000)
    expect(await runner.runDue()).toHaveLength(2)
    expect(ran).toEqual(['B', 'A'])
  })
})

describe('a schedule that waited for another save', () => {
  const NOTHING: ScheduleOutcome = {
    ...SAVED,
    state: 'nothing-new',
    text: 'Nothing new to save.',
    saved: 0,
    jobId: null,
  }
  const WAITED = /^Due at Fri,? 20 Nov 2026,? 07:45, but another save was running; run now instead\. Nothing new/

  it('says so instead of that the desk was off, and is not counted as missed', async () => {
    const { store, runner, ran, outcomes, hold, clock, add, pass } = openBench('2026-11-20T06:29:30Z')
    add('A')
    const id = add('B', { rule: 'every day at 07:45' })
    outcomes.push(SAVED, NOTHING)
    const release = hold()
    runner.start()
    await expect.poll(clock.isWaitedFor).toBe(true)
    await clock.advance(30_000)
    await expect.poll(() => ran).toEqual(['A'])
    await clock.advance(40 * MINUTE_MS)
    release()
    await expect.poll(() => store.find(id).lastRun?.endedAt ?? null).not.toBe(null)
    expect(store.find(id).lastRun).toMatchObject({ missed: 0, text: expect.stringMatching(WAITED) })
    // What was slept through afterwards is missed all the same.
    await pass(3 * DAY_MS)
    expect(store.find(id).lastRun).toMatchObject({ missed: 3, text: expect.stringContaining('the computer slept') })
  })

  it('does not give that save as the only reason where it took longer than any, as when the computer slept as well', async () => {
    const { store, runner, lock, add, pass } = openBench('2026-11-20T06:40:00Z')
    const id = add('B', { rule: 'every day at 07:45' })
    lock.isHeld = true
    runner.start()
    await pass(5 * MINUTE_MS)
    await pass(2 * DAY_MS)
    lock.isHeld = false
    await pass(MINUTE_MS)
    const why =
      /^Due at Fri,? 20 Nov 2026,? 07:45, but another save was running or the computer slept; run now instead\./
    expect(store.find(id).lastRun?.text).toMatch(why)
  })

  it('does not say so where that save had ended before the computer slept', async () => {
    const { store, runner, add, pass } = openBench('2026-11-20T06:40:00Z')
    const first = add('A', { rule: 'every day at noon' })
    const id = add('B', { rule: 'every day at 07:45' })
    runner.start()
    await pass(0)
    await runner.runNow(store, first)
    await pass(DAY_MS)
    expect(store.find(id).lastRun).toMatchObject({ missed: 1, text: expect.stringContaining('the computer slept') })
  })

  it('says so of a run that somebody had started, and of another process', async () => {
    const { store, runner, ran, outcomes, hold, lock, clock, add, pass } = openBench('2026-11-20T06:40:00Z')
    const first = add('A', { rule: 'every day at noon' })
    const id = add('B', { rule: 'every day at 07:45' })
    outcomes.push(SAVED, NOTHING, NOTHING)
    const release = hold()
    runner.start()
    await expect.poll(clock.isWaitedFor).toBe(true)
    const asked = runner.runNow(store, first)
    await expect.poll(() => ran).toEqual(['A'])
    await clock.advance(40 * MINUTE_MS)
    release()
    await asked
    await expect.poll(() => store.find(id).lastRun?.text).toMatch(WAITED)
    await pass(DAY_MS - 40 * MINUTE_MS)
    lock.isHeld = true
    await pass(5 * MINUTE_MS)
    await pass(40 * MINUTE_MS)
    lock.isHeld = false
    await pass(MINUTE_MS)
    expect(store.find(id).lastRun).toMatchObject({
      missed: 0,
      text: expect.stringMatching(/^Due at Sat,? 21 Nov 2026,? 07:45, but another save was running; run now instead\./),
    })
  })
})

describe('what is stored of a schedule and cannot be read', () => {
  it('is shown as unreadable, never runs, and leaves the others as they are', async () => {
    const { store, database, runner, ran, add, clock } = openBench('2026-11-20T06:00:00Z')
    const [bad, worse] = [add('Bad'), add('Worse')]
    add('Good')
    database.prepare('UPDATE schedules SET details = ? WHERE id = ?').run('{', bad)
    database.prepare("UPDATE schedules SET details = json_set(details, '$.rule', 'whenever') WHERE id = ?").run(worse)
    await clock.advance(3_600_000)
    await runner.runDue()
    expect(ran).toEqual(['Good'])
    expect(store.list().map(({ name, details }) => [name, details === null])).toEqual([
      ['Bad', true],
      ['Good', false],
      ['Worse', true],
    ])
  })
})

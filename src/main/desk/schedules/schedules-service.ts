import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DeskEvent } from '../../../shared/contract/contract.ts'
import { AppError } from '../../../shared/errors/app-error.ts'
import { ENVIRONMENTS, type Environment } from '../../../shared/model/connection.ts'
import { isSameAccount } from '../../../shared/words/account-names.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import type { ClockPort } from '../../../engine/ports/clock.ts'
import { executeSchedule, type ScheduleExecution } from '../../../engine/schedules/execute-schedule.ts'
import {
  createScheduleRunner,
  type EndedRun,
  recordRun,
  type ScheduleRunner,
} from '../../../engine/schedules/schedule-runner.ts'
import type { Schedule, ScheduleDetails, ScheduleRun } from '../../../engine/schedules/schedule.ts'
import type { ScheduleStore } from '../../../engine/schedules/schedule-store.ts'
import type { PowerPort } from '../desk-ports.ts'
import type { EventHub } from '../event-hub.ts'
import type { FeedsService } from '../feed/feeds-service.ts'
import type { JobQueue } from '../saving/job-queue.ts'
import type { OpenedSession, OpenSessions } from '../sessions.ts'
import { createJobEnds, isAway } from '../saving/job-ends.ts'

interface SchedulesDependencies {
  dataDir: string
  engine: Pick<ParcelDesk, 'accounts' | 'feed' | 'jobs' | 'lockSaving' | 'logger' | 'schedules' | 'worklists'>
  sessions: Pick<OpenSessions, 'findFor' | 'openInBackground'>
  queue: Pick<JobQueue, 'start' | 'resume' | 'list'>
  feeds: Pick<FeedsService, 'of'>
  events: Pick<EventHub, 'emit' | 'listen'>
  clock: ClockPort
  power: PowerPort
  /** How many documents at once. */
  concurrency: () => number
}

/** The timed saves of both environments. */
export interface SchedulesService {
  /** Opened on first use. */
  of(environment: Environment): ScheduleStore
  /** Runs at the times from now on, and what was missed. */
  start(): void
  /** Something that the runner goes by was changed. */
  changed(): void
  /** Begins to run one now. Fails with bad-usage where it is gone or cannot be read, and with locked. */
  runNow(environment: Environment, scheduleId: string): void
  blockedBy(): string | null
  /** Before jobs and sessions end: what runs is run again at the next start. */
  stop(): Promise<void>
}

export function createSchedulesService(dependencies: SchedulesDependencies): SchedulesService {
  const { dataDir, engine, events, clock, power } = dependencies
  const ends: (() => void)[] = []
  const onChanged = (): void => events.emit('schedules.changed', {}, 'all')
  // Who has no schedules has no database of them; the command line may make the first while the desk is open.
  const used = (): ScheduleStore[] =>
    ENVIRONMENTS.filter((one) => existsSync(join(dataDir, one, 'schedules.sqlite'))).map(engine.schedules)
  const runner: ScheduleRunner = createScheduleRunner({
    stores: used,
    clock,
    logger: engine.logger,
    lock: engine.lockSaving,
    execute: (schedule, run, signal) => executeSchedule(createExecution(dependencies, run), { schedule, run }, signal),
    onChanged,
    onEnded: (ended) => announce(dependencies, ended),
  })
  const onEvent = (event: DeskEvent): void => {
    // What failed for want of a sign-in is tried again.
    if (event.name === 'accounts.changed' && event.payload.session !== null) runner.wake()
  }
  return {
    of: engine.schedules,
    start: () => {
      ends.push(events.listen(onEvent), power.onWake(runner.wake))
      runner.start()
    },
    changed: () => {
      onChanged()
      runner.wake()
    },
    runNow: (environment, scheduleId) => {
      const store = engine.schedules(environment)
      store.find(scheduleId)
      // Another process that saves is told at once, not when a run has been asked for in vain.
      engine.lockSaving().release()
      runner.runNow(store, scheduleId).catch((thrown: unknown) => engine.logger.warn('schedule.not-run', { thrown }))
    },
    blockedBy: runner.blockedBy,
    stop: async () => {
      for (const end of ends.splice(0)) end()
      await runner.stop()
    },
  }
}

function createExecution(
  dependencies: SchedulesDependencies,
  run: ScheduleRun,
): ScheduleExecution<OpenedSession['session']> {
  const { engine, queue, concurrency } = dependencies
  const jobEnds = createJobEnds(dependencies)
  return {
    open: async (schedule, details) => (await openSession(dependencies, schedule, details)).session,
    worklists: engine.worklists,
    save: async (session, plan, signal) => {
      const jobId = queue.start(session, plan, concurrency())
      engine.schedules(session.connection.environment).noteJob(run.runId, jobId)
      return await jobEnds.ended(jobId, signal)
    },
    resume: async (_session, jobId, signal) => {
      const job = queue.list().find((one) => one.jobId === jobId)
      if (job === undefined || job.state === 'done') return null
      // One that waits for its service goes on when that wants to be asked. One that still counts as running was killed.
      if (job.state !== 'cancelled' && !isAway(job)) queue.resume(jobId)
      return await jobEnds.ended(jobId, signal)
    },
    documents: engine.jobs.documents,
    logger: engine.logger,
    reader: 'desk',
  }
}

/** An open session of the account, or else one of the saved profile. Fails as a sign-in does. */
async function openSession(
  { sessions, engine }: SchedulesDependencies,
  { account, environment, name }: Schedule,
  { profile }: ScheduleDetails,
): Promise<OpenedSession> {
  const owner = { ...account, environment }
  const open = sessions.findFor(owner)
  if (open !== undefined) return open
  const what = `${account.username} at ${new URL(account.baseUrl).origin}, for whom “${name}” saves, is not signed in.`
  if (profile === null) throw new AppError({ tag: 'no-credentials', what, next: 'Sign in as that user.' })
  const signedIn = await engine.accounts.useProfile(profile)
  // The profile of that name may belong to another account by now.
  if (!isSameAccount(owner, signedIn.connection)) {
    throw new AppError({ tag: 'no-credentials', what, next: 'Sign in as that user.' })
  }
  return sessions.openInBackground(signedIn)
}

/** The line in the inbox; where something failed, a notification. */
function announce({ engine, feeds }: SchedulesDependencies, ended: EndedRun): void {
  try {
    const { environment } = ended.schedule
    const entries = recordRun(engine.feed(environment), ended)
    if (entries.length > 0) feeds.of(environment).announce(entries)
  } catch (thrown) {
    // The schedule itself tells how it ended.
    engine.logger.warn('schedule.not-announced', { thrown })
  }
}

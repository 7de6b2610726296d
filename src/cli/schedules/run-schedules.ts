import { ignoring } from '../../shared/errors/ignoring.ts'
import { ENVIRONMENTS } from '../../shared/model/connection.ts'
import { AppError, badUsage } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import type { SaveResult } from '../../shared/model/job.ts'
import { fired } from '../../engine/base/async.ts'
import { askedWaitMs } from '../../engine/base/retry.ts'
import type { ParcelDesk, ParcelSession } from '../../engine/parcel-desk.ts'
import {
  executeSchedule,
  SAVE_CANCELLED,
  type ScheduleExecution,
  type ScheduleSave,
} from '../../engine/schedules/execute-schedule.ts'
import {
  createScheduleRunner,
  type EndedRun,
  recordRun,
  type ScheduleRunner,
} from '../../engine/schedules/schedule-runner.ts'
import type { Schedule, ScheduleDetails, ScheduleRun } from '../../engine/schedules/schedule.ts'
import type { CommandRun } from '../command-run.ts'
import { namesConnection } from '../connection/choose-connection.ts'
import { connect, openSession } from '../connection/open-session.ts'
import type { ScheduleOptions } from '../options/option-types.ts'
import { limitCalls } from '../options/call-limits.ts'
import { failureOfSave, runOptions } from '../reports/report-save.ts'
import { findSchedule, type FoundSchedule } from './find-schedule.ts'
import { runLine, runRecord } from './schedule-records.ts'

type Run = CommandRun<ScheduleOptions>

/**
 * With a name: runs that schedule now. With --due: runs what is due, once. With neither: stays, and runs all at their times.
 * Returns the failure of the last run that failed.
 */
export async function runSchedules(run: Run): Promise<DescribedFailure | undefined> {
  const { args, options, interruption, screen } = run
  const [, named] = args
  if (options.for !== undefined && (named !== undefined || options.due === true)) {
    throw badUsage('--for is how long to stay; a run with a name or --due ends by itself.', 'Leave it out.')
  }
  const desk = await run.open()
  await limitCalls(run)
  const found = named === undefined ? undefined : findSchedule(desk, named)
  const ended: EndedRun[] = []
  const runner = createRunner(run, desk, ended)
  const stop = (): void => void runner.stop()
  interruption.stop.addEventListener('abort', stop, { once: true })
  try {
    if (found !== undefined || options.due === true) await runOnce(run, runner, found)
    else await stay(run, runner)
  } finally {
    interruption.stop.removeEventListener('abort', stop)
    await runner.stop()
  }
  if (found !== undefined || options.due === true) await report(run, ended, found)
  else screen.note(`${ended.length === 1 ? '1 run' : `${ended.length} runs`} ended.`)
  if (interruption.stop.aborted) return describeFailure({ tag: 'interrupted' })
  return ended.findLast(({ outcome }) => outcome.failure !== null)?.outcome.failure ?? undefined
}

async function runOnce({ options }: Run, runner: ScheduleRunner, found: FoundSchedule | undefined): Promise<void> {
  if (options.due === true) {
    await runner.runDue((one) => found === undefined || one.scheduleId === found.schedule.scheduleId)
  } else if (found !== undefined) {
    await runner.runNow(found.store, found.schedule.scheduleId)
  }
}

async function stay({ options, screen, terminal, interruption }: Run, runner: ScheduleRunner): Promise<void> {
  screen.note('Schedules run at their times until this ends.')
  runner.start()
  if (options.for !== undefined) {
    await terminal.clock.wait(options.for * 1_000, interruption.stop).catch(ignoring('being interrupted ends the wait'))
    return
  }
  await fired(interruption.stop)
}

async function report({ screen }: Run, ended: readonly EndedRun[], found: FoundSchedule | undefined): Promise<void> {
  const none = found === undefined ? 'Nothing is due.' : `“${found.schedule.name}” is not due.`
  await screen.result({ runs: ended.map(runRecord) }, () => (ended.length === 0 ? [`${none}\n`] : ended.map(runLine)))
}

function createRunner(run: Run, desk: ParcelDesk, ended: EndedRun[]): ScheduleRunner {
  const { terminal, screen, options, args } = run
  const isStaying = args[1] === undefined && options.due !== true
  return createScheduleRunner({
    stores: () => ENVIRONMENTS.map((environment) => desk.schedules(environment)),
    clock: terminal.clock,
    logger: desk.logger,
    lock: desk.lockSaving,
    execute: (schedule, begun, signal) =>
      executeSchedule(createExecution(run, desk, begun), { schedule, run: begun }, signal),
    onEnded: (one) => {
      ended.push(one)
      noteInInbox(desk, one)
      // Without end, there is no one result: a line for each run, as it ends.
      if (isStaying) void screen.text([options.json === true ? `${JSON.stringify(runRecord(one))}\n` : runLine(one)])
    },
  })
}

/** The desk shows it. A run that is over does not fail because its line cannot be written. */
function noteInInbox(desk: Pick<ParcelDesk, 'feed' | 'logger'>, ended: EndedRun): void {
  try {
    recordRun(desk.feed(ended.schedule.environment), ended)
  } catch (thrown) {
    desk.logger.warn('schedule.not-announced', { thrown })
  }
}

function createExecution(run: Run, desk: ParcelDesk, { runId }: ScheduleRun): ScheduleExecution<ParcelSession> {
  return {
    open: (schedule, details) => sessionFor(run, schedule, details),
    close: (session) => session.close(),
    worklists: desk.worklists,
    save: async (session, plan) => {
      const jobId = session.store(plan, run.options.concurrency)
      desk.schedules(session.connection.environment).noteJob(runId, jobId)
      return saveOf(await session.resume(jobId, runOptions(run)))
    },
    resume: async (session, jobId) => {
      const job = desk.jobs.find(jobId)
      if (job === undefined || job.state === 'done') return null
      if (job.state === 'cancelled') return { jobId, saved: job.saved, failure: SAVE_CANCELLED }
      return saveOf(await session.resume(jobId, runOptions(run)))
    },
    documents: desk.jobs.documents,
    logger: desk.logger,
    reader: 'terminal',
  }
}

function saveOf(result: SaveResult): ScheduleSave {
  const { job, failure } = result
  const askedMs = askedWaitMs(failure)
  return { jobId: job.job, saved: job.saved, failure: failureOfSave(result) ?? null, askedWaitMs: askedMs }
}

/** The connection of the options, which must be the account of the schedule; else the saved one that it was made with. */
async function sessionFor(run: Run, { account, name }: Schedule, { profile }: ScheduleDetails): Promise<ParcelSession> {
  const isNamed = namesConnection(run.options, run.terminal)
  if (!isNamed && profile === null) {
    const what = `“${name}” was made with a connection that is not saved.`
    throw new AppError({ tag: 'no-credentials', what, next: 'Name the connection, or sign in and make it again.' })
  }
  const session = isNamed
    ? await openSession(run)
    : await connect(run, { kind: 'profile', name: profile ?? undefined, caFile: undefined })
  const { baseUrl, username } = session.connection
  if (baseUrl === account.baseUrl && username === account.username) return session
  session.close()
  throw badUsage(`“${name}” belongs to ${account.username} at ${account.baseUrl}.`, 'Run it as that user.')
}

import { badUsage } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import type { JobSummary, UndoResult, UndoTrial } from '../../shared/model/job.ts'
import { counted } from '../../shared/text/format.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import { refuseFinished } from '../../engine/saving/records/describe-job.ts'
import type { CommandAction, CommandRun } from '../command-run.ts'
import { chooseConnection, type ConnectionChoice, namesConnection } from '../connection/choose-connection.ts'
import { connect } from '../connection/open-session.ts'
import type { ConnectionOptions, GeneralOptions, ResumeOptions, UndoCommandOptions } from '../options/option-types.ts'
import { limitCalls } from '../options/call-limits.ts'
import { reportSave, runOptions } from '../reports/report-save.ts'
import { textTable } from '../terminal/text-table.ts'

/** `jobs`: lists the jobs of this data folder. */
export const jobs: CommandAction<GeneralOptions> = async ({ open, screen }) => {
  const desk = await open()
  const all = desk.jobs.list()
  await screen.result(all, () => (all.length === 0 ? ['There are no jobs.\n'] : jobLines(all)))
  return undefined
}

function* jobLines(all: JobSummary[]): Generator<string> {
  yield* textTable(
    ['JOB', 'STATE', 'CREATED (UTC)', 'SAVED', 'FAILED', 'REMOVED', 'FOLDER'],
    all.map(({ job, state, createdAt, saved, skipped, planned, failed, removed, folder }) => [
      job,
      state,
      createdAt.slice(0, 16).replace('T', ' '),
      `${saved + skipped}/${planned}`,
      String(failed),
      String(removed),
      folder,
    ]),
  )
}

/** `resume`: resumes a job, by default the newest that can be resumed. */
export const resume: CommandAction<ResumeOptions> = async (run) => {
  const { screen } = run
  const desk = await run.open()
  const [jobId] = run.args
  const job = jobId === undefined ? desk.jobs.newestUnfinished() : desk.jobs.get(jobId)
  if (job === undefined) {
    const failure = nothingToDo()
    await screen.failureResult(failure)
    return failure
  }
  await limitCalls(run)
  const session = await connect(run, connectionFor(job, run))
  refuseOtherUser(session.connection, job)
  refuseFinished({ id: job.job, state: job.state })
  screen.note(`Resuming job ${job.job}: ${counted(job.pending + job.failed, 'document')} of ${job.planned} to go.`)
  return await reportSave(run, await session.resume(job.job, runOptions(run)))
}

/** Not bad-usage: a nightly run that finds nothing to resume made no mistake. */
function nothingToDo(): DescribedFailure {
  return {
    ...describeFailure({ tag: 'nothing-matched', what: 'there is no unfinished job to resume' }),
    next: '“parcel-desk jobs” lists all of them; --data-dir names another data folder.',
  }
}

/**
 * The connection that the job was made with, unless options or environment name one. A one-off connection is stored with
 * its job, without the password.
 */
function connectionFor(job: JobSummary, { options, terminal }: CommandRun<ResumeOptions>): ConnectionChoice {
  const { profile, origin, username, environment } = job
  refuseOtherEnvironment(options, job)
  const made: ConnectionOptions = profile === null ? { baseUrl: origin, username } : { profile }
  const choice = chooseConnection(namesConnection(options, terminal) ? options : { ...options, ...made }, terminal)
  if (choice.kind === 'profile') return choice
  const credentialForm = options.credentialForm ?? job.credentialForm
  const caFile = choice.caFile ?? job.caFile ?? undefined
  return { ...choice, address: { ...choice.address, environment, credentialForm }, caFile }
}

/** Test and production each have their own ledger, so a job cannot move from one to the other. */
function refuseOtherEnvironment({ environment }: ConnectionOptions, job: JobSummary): void {
  if (environment === undefined || environment === job.environment) return
  throw badUsage(`Job ${job.job} belongs to the ${job.environment} environment.`, 'Leave out --environment.')
}

function refuseOtherUser(connection: { username: string; baseUrl: string }, job: JobSummary): void {
  if (connection.username === job.username && connection.baseUrl === job.origin) return
  throw badUsage(
    `Job ${job.job} belongs to ${job.username} at ${job.origin}.`,
    'Resume it as that user, or plan a new job with “parcel-desk save”.',
  )
}

/** `undo`: removes what a job wrote and nobody has changed since. */
export const undo: CommandAction<UndoCommandOptions> = async ({ args, open, options, screen, interruption }) => {
  const desk = await open()
  const job = args[0] ?? ''
  if (options.dryRun === true) {
    const trial = await desk.jobs.tryUndo(job, { signal: interruption.stop })
    await screen.result({ job, ...trial }, () => trialLines(trial))
    return trial.isComplete ? undefined : describeFailure({ tag: 'interrupted' })
  }
  const lock = desk.lockSaving()
  try {
    const result = await desk.jobs.undo(job, { signal: interruption.stop })
    screen.problems(result.problems)
    await screen.result({ job, ...result }, () => undoLines(result))
    return result.isComplete ? undefined : stoppedUndo(job)
  } finally {
    lock.release()
  }
}

function stoppedUndo(job: string): DescribedFailure {
  return { ...describeFailure({ tag: 'interrupted' }), next: `“parcel-desk undo ${job}” goes on.` }
}

function* trialLines({ folder, wouldRemove, vanished, kept }: UndoTrial): Generator<string> {
  for (const path of wouldRemove) yield `would be removed  ${plainText(path)}\n`
  yield* keptLines(kept)
  const counts = `${counted(wouldRemove.length, 'file')} would be removed, ${kept.length} kept`
  yield `${folder}: ${counts}, ${vanished} no longer there; nothing was changed\n`
}

function* keptLines(kept: UndoResult['kept']): Generator<string> {
  for (const { path, reason } of kept) yield `kept, ${WHY[reason]}  ${plainText(path)}\n`
}

function* undoLines({ folder, removed, vanished, kept }: UndoResult): Generator<string> {
  yield* keptLines(kept)
  yield `${folder}: ${counted(removed, 'file')} removed, ${kept.length} kept, ${vanished} no longer there\n`
}

const WHY: Readonly<Record<UndoResult['kept'][number]['reason'], string>> = {
  changed: 'changed since',
  replaced: 'it replaced another',
  found: 'it was there before',
  later: 'saved again since',
  held: 'open in another program, or not removable',
}

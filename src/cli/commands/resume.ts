import { badUsage } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import type { JobSummary } from '../../shared/model/job.ts'
import { counted } from '../../shared/text/format.ts'
import type { CommandAction, CommandRun } from '../command-run.ts'
import { chooseConnection, namesConnection, type ConnectionChoice } from '../connection/choose-connection.ts'
import { connect } from '../connection/open-session.ts'
import type { ConnectionOptions, ResumeOptions } from '../options/option-types.ts'
import { reportSave, runOptions } from '../reports/report-save.ts'

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
  const session = await connect(run, connectionFor(job, run))
  refuseOtherUser(session.connection, job)
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

import type { ParcelDesk } from '../../main/core/parcel-desk.ts'
import { badUsage } from '../../shared/errors/app-error.ts'
import type { JobSummary } from '../../shared/model/job.ts'
import { chooseConnection, given, type ConnectionChoice } from '../choose-connection.ts'
import type { CommandAction, CommandRun } from '../command-run.ts'
import { connect } from '../open-session.ts'
import type { ResumeOptions } from '../option-types.ts'
import { reportSave } from '../report-save.ts'
import { runOptions } from '../run-options.ts'

/** `resume`: goes on with a job, the newest that can go on where none is named. */
export const resume: CommandAction<ResumeOptions> = async (run) => {
  const chosen = chooseConnection(run.options, run.terminal)
  const { desk } = await run.open()
  const job = findJob(desk, run.args[0])
  const choice = isNamed(run) ? chosen : connectionOf(job, chosen.caFile)
  const session = await connect(run, choice)
  refuseOtherUser(session.connection, job)
  run.screen.note(`Going on with job ${job.job}: ${job.pending + job.failed} of ${job.planned} documents are to be saved.`)
  return await reportSave(run, await session.resume(job.job, runOptions(run)))
}

function findJob({ jobs }: ParcelDesk, name: string | undefined): JobSummary {
  const job = name === undefined ? jobs.newestUnfinished() : jobs.find(name)
  if (job !== undefined) return job
  const message = name === undefined ? 'There is no unfinished job to go on with.' : `There is no job ${name}.`
  throw badUsage(message, '“parcel-desk jobs” lists the jobs of this data folder; --data-dir names another one.')
}

/** Whether options or environment say how to reach the service; otherwise the job itself does. */
function isNamed({ options, terminal: { env } }: CommandRun<ResumeOptions>): boolean {
  const variables = ['PARCEL_DESK_PROFILE', 'PARCEL_DESK_BASE_URL', 'PARCEL_DESK_USERNAME']
  return (
    [options.profile, options.baseUrl, options.username].some((value) => value !== undefined) ||
    variables.some((name) => given(env, name) !== undefined)
  )
}

/** The connection that the job was made with: its profile, or the same address and user once more. */
function connectionOf({ profile, origin, username, environment }: JobSummary, caFile: string | undefined): ConnectionChoice {
  if (profile !== null) return { kind: 'profile', name: profile, caFile }
  return {
    kind: 'once',
    baseUrl: origin,
    username,
    credentialForm: 'basic',
    environment: environment === 'test' ? 'test' : 'production',
    caFile,
  }
}

function refuseOtherUser(connection: { username: string; baseUrl: string }, job: JobSummary): void {
  if (connection.username === job.username && new URL(connection.baseUrl).origin === new URL(job.origin).origin) return
  throw badUsage(
    `Job ${job.job} belongs to ${job.username} at ${job.origin}.`,
    'Go on with it as that user, or plan a new job with “parcel-desk save”.',
  )
}

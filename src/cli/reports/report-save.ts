import type { ParcelDesk } from '../../engine/parcel-desk.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import type { JobDocument, SaveResult } from '../../shared/model/job.ts'
import { formatBytes } from '../../shared/text/format-bytes.ts'
import type { CommandRun } from '../command-run.ts'
import { counted } from '../../shared/text/counted.ts'
import { plainText } from '../../shared/text/plain-text.ts'

/** Prints how a save or resume ended, its documents read one by one, and tells the failure it ends with. */
export async function reportSave(run: CommandRun<unknown>, result: SaveResult): Promise<DescribedFailure | undefined> {
  const desk = await run.open()
  const { job, folder, planned, saved, skipped, failed, bytes } = result.job
  const { complete, manifest } = result
  const problems = [...result.problems, ...result.endProblems]
  const failure = redacted(desk, failureOfSave(result))
  run.screen.problems(problems)
  await run.screen.result(
    {
      ...{ job, folder, planned, saved, skipped, failed, bytes, complete, manifest },
      documents: documentsOf(desk, job),
      problems,
      failure,
    },
    () => lines(result, failed === 0 ? [] : documentsOf(desk, job)),
  )
  return failure
}

/** A job that came to its end may still not be the whole selection: what was never listed was never planned. */
export function failureOfSave({ complete, job }: SaveResult): DescribedFailure | undefined {
  if (complete) return undefined
  if (job.failure !== null) return job.failure
  const what = `${counted(job.saved + job.skipped, 'document')} saved`
  return describeFailure({ tag: 'incomplete', what, missing: 'the service did not list everything that was asked for' })
}

/** What a failure quotes of the service is cleaned here as it is in the log. */
function* documentsOf(desk: ParcelDesk, job: string): Generator<JobDocument> {
  for (const document of desk.jobs.documents(job)) {
    const failure = redacted(desk, document.failure)
    yield failure === undefined ? document : { ...document, failure }
  }
}

function redacted({ logger }: ParcelDesk, failure: DescribedFailure | undefined): DescribedFailure | undefined {
  return failure === undefined ? undefined : { ...failure, message: logger.redact(failure.message) }
}

function* lines({ job, manifest }: SaveResult, documents: Iterable<JobDocument>): Generator<string> {
  for (const { path, failure } of documents) {
    if (failure !== undefined) yield `not saved  ${plainText(path)}\n           ${plainText(failure.message)}\n`
  }
  const { saved, planned, skipped, failed, bytes, folder } = job
  yield `${saved} of ${planned} documents saved (${formatBytes(bytes)}), ${skipped} skipped, ${failed} failed\n`
  yield `Folder    ${folder}\n`
  if (manifest !== null) yield `Manifest  ${manifest.csv}\n`
  yield `Job       ${job.job}\n`
}

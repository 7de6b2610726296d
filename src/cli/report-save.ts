import type { DescribedFailure } from '../shared/errors/failure.ts'
import type { JobDocument, SaveResult } from '../shared/model/job.ts'
import { formatBytes } from '../shared/text/format-bytes.ts'
import type { CommandRun } from './command-run.ts'
import { counted } from './counted.ts'
import { incompleteList } from './incomplete-list.ts'
import { plainLine } from './plain-line.ts'

/** Prints how a save or resume ended, its documents read one by one, and tells the failure it ends with. */
export async function reportSave(run: CommandRun<unknown>, result: SaveResult): Promise<DescribedFailure | undefined> {
  const { desk } = await run.open()
  const { job, folder, planned, saved, skipped, failed, bytes } = result.job
  const { complete, manifest, problems } = result
  const failure = failureOfSave(result)
  run.screen.problems(problems)
  await run.screen.result(
    {
      ...{ job, folder, planned, saved, skipped, failed, bytes, complete, manifest },
      documents: desk.jobs.documents(job),
      problems,
      failure,
    },
    () => lines(result, desk.jobs.documents(job)),
  )
  return failure
}

/** A job that came to its end may still not be the whole selection: what was never listed was never planned. */
function failureOfSave({ complete, job }: SaveResult): DescribedFailure | undefined {
  if (complete) return undefined
  return job.failure ?? incompleteList(`${counted(job.saved + job.skipped, 'document')} saved`)
}

function* lines({ job, manifest }: SaveResult, documents: Iterable<JobDocument>): Generator<string> {
  for (const { path, failure } of documents) {
    if (failure !== undefined) yield `not saved  ${plainLine(path)}\n           ${plainLine(failure.message)}\n`
  }
  const { saved, planned, skipped, failed, bytes, folder } = job
  yield `${saved} of ${planned} documents saved (${formatBytes(bytes)}), ${skipped} skipped, ${failed} failed\n`
  yield `Folder    ${folder}\n`
  if (manifest !== null) yield `Manifest  ${manifest.csv}\n`
  yield `Job       ${job.job}\n`
}

import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import type { JobDocument, SaveResult, SaveProgress } from '../../shared/model/job.ts'
import { bytesOfMb } from '../../shared/model/size-limits.ts'
import { formatBytes, counted, formatDuration } from '../../shared/text/format.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import type { ParcelDesk } from '../../engine/parcel-desk.ts'
import type { RunOptions } from '../../engine/saving/transfer/run-job.ts'
import type { SearchProgress } from '../../engine/search/selection.ts'
import type { CommandRun } from '../command-run.ts'
import type { RunLimits } from '../options/option-types.ts'
import type { Screen } from '../terminal/screen.ts'

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
      job,
      folder,
      planned,
      saved,
      skipped,
      failed,
      bytes,
      complete,
      manifest,
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

const BAR_WIDTH = 20
/** Fewer searches are over before the sentence is read. */
const WORTH_SAYING = 20

/** Shows how far a search has come; how many calls it takes is said before the first of them, where they are many. */
export function showSearch(screen: Screen): (progress: SearchProgress) => void {
  return (progress) => {
    const { requests, expectedRequests } = progress
    if (requests === 0 && expectedRequests >= WORTH_SAYING)
      screen.note(`This takes about ${expectedRequests} searches.`)
    screen.progress(searchProgressText(progress))
  }
}

/** How a job is to run, as the options say; Ctrl+C stops it, twice drops what is under way. */
export function runOptions({ options, screen, interruption }: CommandRun<RunLimits>): RunOptions {
  const { concurrency, maxMinutes, maxDocumentMb } = options
  let wasAway = false
  return {
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(maxMinutes === undefined ? {} : { maxMinutes }),
    ...(maxDocumentMb === undefined ? {} : { largestDocumentBytes: bytesOfMb(maxDocumentMb) }),
    onProgress: (progress) => {
      const { isServiceAway, note } = progress
      // A pipe has no progress line; that nothing comes must be told there too.
      if (isServiceAway && !wasAway) screen.note(`The service does not answer: ${note ?? 'waiting for it'}.`)
      if (wasAway && !isServiceAway) screen.note('The service answers again; saving goes on.')
      wasAway = isServiceAway
      screen.progress(saveProgressText(progress))
    },
    stop: interruption.stop,
    abort: interruption.abort,
  }
}

/** How far a save has come, as one line: bar, documents, what holds it back, bytes, rate, time left. */
export function saveProgressText(progress: SaveProgress): string {
  const { done, planned, failed, bytes, bytesPerSecond, etaSeconds, note } = progress
  const filled = planned === 0 ? 0 : Math.min(BAR_WIDTH, Math.floor((done / planned) * BAR_WIDTH))
  const parts = [`[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${done}/${planned}`]
  // First what must be seen: a narrow terminal cuts the end off.
  if (failed > 0) parts.push(`${failed} failed`)
  if (note !== null) parts.push(plainText(note))
  parts.push(formatBytes(bytes), `${formatBytes(bytesPerSecond)}/s`)
  if (etaSeconds !== null) parts.push(`${formatDuration(etaSeconds * 1000)} left`)
  return parts.join('  ')
}

/** How far a search has come, as one line. */
export function searchProgressText({ loaded, total, requests, expectedRequests }: SearchProgress): string {
  const calls = `${requests} of ${counted(expectedRequests, 'call')}`
  // Before the first answer nobody knows how many there are.
  return requests === 0 ? `Searching: ${calls}` : `Searching: ${loaded} of ${total} sets, ${calls}`
}

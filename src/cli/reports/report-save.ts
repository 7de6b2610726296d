import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import type { JobDocument, SaveResult, SaveProgress } from '../../shared/model/job.ts'
import { bytesOfMb } from '../../shared/model/size-limits.ts'
import { alsoSavingText } from '../../shared/words/also-saving.ts'
import { formatBytes, counted, formatDuration } from '../../shared/text/format.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import type { ParcelDesk } from '../../engine/parcel-desk.ts'
import type { RunOptions } from '../../engine/saving/transfer/run-job.ts'
import type { SearchProgress } from '../../engine/search/selection.ts'
import type { CommandRun } from '../command-run.ts'
import { waitMsOf } from '../options/call-limits.ts'
import type { EventOptions, RunLimits } from '../options/option-types.ts'
import type { Screen } from '../terminal/screen.ts'
import { saveEvents } from './save-events.ts'

/** Prints how a save or resume ended, reading its documents one by one, and returns the failure that it ends with. */
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
      ...result.traffic,
      documents: documentsOf(desk, job),
      problems,
      failure,
    },
    () => lines(result, failed === 0 && result.endProblems.length === 0 ? [] : documentsOf(desk, job)),
  )
  return failure
}

/** A job that ended well may still not be the whole selection: documents that were never listed were never planned. */
export function failureOfSave({ complete, job }: SaveResult): DescribedFailure | undefined {
  if (complete) return undefined
  if (job.failure !== null) return job.failure
  return incompleteList(`${counted(job.saved + job.skipped, 'document')} saved`)
}

/** What a search, plan or save ends with that does not have all that was asked for: `what` it has. */
export function incompleteList(what: string): DescribedFailure {
  return describeFailure({ tag: 'incomplete', what, missing: 'the service did not list everything that was asked for' })
}

/** Failures may quote the service: they are redacted here as in the log. */
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
  for (const { path, failure, remark } of documents) {
    if (failure !== undefined) yield `not saved  ${plainText(path)}\n           ${plainText(failure.message)}\n`
    if (remark !== undefined) yield `look at    ${plainText(path)}\n           ${plainText(remark)}\n`
  }
  const { saved, planned, skipped, failed, bytes, folder } = job
  yield `${saved} of ${planned} documents saved (${formatBytes(bytes)}), ${skipped} skipped, ${failed} failed\n`
  yield `Folder    ${folder}\n`
  if (manifest !== null) yield `Manifest  ${manifest.csv}\n`
  yield `Job       ${job.job}\n`
}

const BAR_WIDTH = 20
/** Shorter waits are over before the word has been read. */
const WORTH_A_WORD_MS = 2_000
/** Fewer searches are over before the note has been read. */
const WORTH_A_NOTE = 20

/** Shows the progress of a search; where it takes many calls, says so before the first. */
export function showSearch(screen: Screen): (progress: SearchProgress) => void {
  return (progress) => {
    const { requests, expectedRequests } = progress
    if (requests === 0 && expectedRequests >= WORTH_A_NOTE)
      screen.note(`This takes about ${expectedRequests} searches.`)
    screen.progress(searchProgressText(progress))
  }
}

/** The run options of a job from the command line; Ctrl+C stops it, a second one aborts what is in progress. */
export function runOptions({
  options,
  screen,
  terminal,
  interruption,
}: CommandRun<RunLimits & EventOptions & { saveAnyway?: string[] }>): RunOptions {
  const { concurrency, maxMinutes, maxDocumentMb, saveAnyway } = options
  const events = saveEvents({ options, screen, terminal })
  let [wasAway, wasHeldUp] = [false, false]
  let wasWaitingUntil: string | null = null
  let others: SaveProgress['alsoSaving'] = []
  return {
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(maxMinutes === undefined ? {} : { maxMinutes }),
    ...(maxDocumentMb === undefined ? {} : { largestDocumentBytes: bytesOfMb(maxDocumentMb) }),
    ...(saveAnyway === undefined ? {} : { acceptsDamaged: saveAnyway }),
    waitMs: waitMsOf(options),
    onRecorded: events?.recorded,
    onProgress: (progress) => {
      events?.progressed(progress)
      const { isServiceAway, waitingUntil, note, alsoSaving } = progress
      if (alsoSaving !== others && alsoSaving.length > 0) screen.note(alsoSavingText(alsoSaving))
      others = alsoSaving
      // A pipe has no progress line, but must be told that nothing arrives.
      if (isServiceAway && !wasAway) screen.note(`The service does not answer: ${note ?? 'waiting for it'}.`)
      const isWaiting =
        waitingUntil !== null && Date.parse(waitingUntil) - terminal.clock.now().getTime() > WORTH_A_WORD_MS
      if (isWaiting && waitingUntil !== wasWaitingUntil)
        screen.note(`The service is busy: ${note ?? 'waiting for it'}.`)
      const isHeldUp = isServiceAway || isWaiting
      if (wasHeldUp && !isHeldUp) screen.note('The service answers again; saving goes on.')
      wasHeldUp = isHeldUp
      wasAway = isServiceAway
      wasWaitingUntil = waitingUntil
      screen.progress(saveProgressText(progress), saveProgressWords(progress))
    },
    stop: interruption.stop,
    abort: interruption.abort,
  }
}

/** The progress of a save as one line: bar, documents, delays, bytes, rate, time left. */
export function saveProgressText(progress: SaveProgress): string {
  const { done, planned } = progress
  const filled = planned === 0 ? 0 : Math.min(BAR_WIDTH, Math.floor((done / planned) * BAR_WIDTH))
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${saveProgressWords(progress)}`
}

/** The same without the bar. */
function saveProgressWords(progress: SaveProgress): string {
  const { done, planned, failed, bytes, bytesPerSecond, etaSeconds, note, atOnce } = progress
  const parts = [`${done}/${planned}`]
  // The important parts first: a narrow terminal cuts the end off.
  if (failed > 0) parts.push(`${failed} failed`)
  if (note !== null) parts.push(plainText(note))
  parts.push(formatBytes(bytes), `${formatBytes(bytesPerSecond)}/s`, `${atOnce} at once`)
  if (etaSeconds !== null) parts.push(`${formatDuration(etaSeconds * 1000)} left`)
  return parts.join('  ')
}

/** The progress of a search as one line. */
export function searchProgressText({ loaded, total, requests, expectedRequests }: SearchProgress): string {
  const calls = `${requests} of ${counted(expectedRequests, 'call')}`
  // Before the first answer the total is unknown.
  return requests === 0 ? `Searching: ${calls}` : `Searching: ${loaded} of ${total} sets, ${calls}`
}

import type { DeskSnapshot, Output } from '../../shared/contract/contract.ts'
import { formatDuration } from '../../shared/text/format.ts'
import { countOf, displayName, numberText, sizeText, timeText } from '../ui/base/words.ts'

export type Job = DeskSnapshot['jobs'][number]
export type JobDocument = Output<'jobs.documents'>['documents'][number]
export type DocumentState = JobDocument['state']

/** The status of a job, for icon and colour. `paused` is a stop by the user, `stopped` one for another reason. */
export type JobStatus =
  | 'waiting'
  | 'away'
  | 'running'
  | 'pausing'
  | 'cancelling'
  | 'paused'
  | 'stopped'
  | 'not-all'
  | 'done'
  | 'cancelled'
  | 'undoing'
  | 'undone'
  | 'partly-undone'

export function jobStatus({
  state,
  failure,
  failed,
  pending,
  saved,
  removed,
  isServiceAway,
  isUndoBegun,
}: Job): JobStatus {
  if (isServiceAway && isUnderWayState(state)) return 'away'
  if (isUndoBegun) return 'undoing'
  if (removed > 0) return saved === 0 ? 'undone' : 'partly-undone'
  if (state !== 'stopped') return state
  if (failed > 0 && pending === 0) return 'not-all'
  return failure === null || failure.tag === 'interrupted' ? 'paused' : 'stopped'
}

/** The status in words, with the count that matters. */
export function jobStateWords(job: Job): string {
  const words: Readonly<Record<JobStatus, string>> = {
    waiting: 'Waiting for its turn',
    away: 'Waiting for the service',
    running: 'Saving',
    pausing: 'Pausing',
    cancelling: 'Cancelling',
    paused: 'Paused',
    stopped: 'Stopped',
    'not-all': `${numberText(job.failed)} not saved`,
    done: 'Done',
    cancelled: 'Cancelled',
    undoing: job.note === null ? 'Undo not finished' : 'Undoing',
    undone: 'Undone',
    'partly-undone': 'Partly undone',
  }
  return words[jobStatus(job)]
}

function isUnderWayState(state: Job['state']): boolean {
  return state === 'waiting' || state === 'running'
}

export function isUnderWay({ state }: Job): boolean {
  return isUnderWayState(state) || state === 'pausing' || state === 'cancelling'
}

/** Whether it can be resumed. */
export function canResume({ state }: Job): boolean {
  return state === 'stopped'
}

/** Documents that need nothing more: saved, or already there. */
export function settledCount({ saved, skipped }: Job): number {
  return saved + skipped
}

/** Whether what it wrote can be removed. */
export function canUndo({ state }: Job): boolean {
  return state === 'done' || state === 'cancelled'
}

/** “480 of 2,000 documents, 31 MB”; once it was undone, “480 of 2,000 documents removed”. */
export function progressText(job: Job): string {
  if (job.removed > 0) return `${numberText(job.removed)} of ${countOf(job.planned, 'document')} removed`
  const settled = numberText(settledCount(job))
  return `${settled} of ${countOf(job.planned, 'document')}, ${sizeText(job.bytes)}`
}

/** “1.2 MB a second, 7 at once, 3 min 20 s left”; empty while unknown. */
function speedText({ bytesPerSecond, atOnce, etaSeconds }: Job): string {
  const rate = bytesPerSecond === null || bytesPerSecond === 0 ? '' : `${sizeText(bytesPerSecond)} a second`
  const left = etaSeconds === null ? '' : `${formatDuration(etaSeconds * 1000)} left`
  const together = rate === '' || atOnce === null ? '' : `${atOnce} at once`
  return [rate, together, left].filter((part) => part !== '').join(', ')
}

/** The label of the resume button. */
export function resumeLabel({ failed, pending }: Job): string {
  if (pending === 0 && failed > 0) return `Retry ${numberText(failed)} failed`
  return failed > 0 ? 'Resume and retry' : 'Resume'
}

/** What cancelling means for this job. */
export function cancelConsequence(job: Job): string {
  const rest = job.planned - settledCount(job)
  return `${countOf(settledCount(job), 'document')} already in the folder stay there. ${countOf(rest, 'document')} will not be saved. A cancelled save cannot be resumed; to save the rest later, save again with “Only new or changed”.`
}

/** Speed while it runs; when it stopped; when it ended and how long it took, including pauses. */
export function timingText(job: Job): string {
  const { createdAt, endedAt, state } = job
  if (isUnderWay(job)) return speedText(job)
  if (endedAt === null) return ''
  if (state === 'stopped') return `stopped ${timeText(endedAt)}`
  return `ended ${timeText(endedAt)}, after ${formatDuration(Date.parse(endedAt) - Date.parse(createdAt))}`
}

/** The last part of a path, of any system, as a short name for it. */
export function lastPart(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path
}

interface DocumentStateLabels {
  readonly title: string
  /** In place of an empty list. */
  readonly none: string
  readonly count: (job: Job) => number
}

/** The document states in the order of the filter, what needs attention first. */
export const DOCUMENT_STATES: Readonly<Record<DocumentState, DocumentStateLabels>> = {
  failed: { title: 'Not saved', none: 'No document failed.', count: (job) => job.failed },
  pending: { title: 'Waiting', none: 'No document is left to fetch.', count: (job) => job.pending },
  saved: { title: 'Saved', none: 'No document is saved yet.', count: (job) => job.saved },
  skipped: { title: 'Already there', none: 'No document was already there.', count: (job) => job.skipped },
  removed: { title: 'Removed', none: 'No document was removed.', count: (job) => job.removed },
}

/**
 * A job by what it saves: “Worklist of 46 references”, “Worklist “Monday”, 46 references”, “Aurora Grain SA, 178 sets”, “PR-2026-00412, Aurora Grain SA”. Names
 * from outside have their hidden characters made visible; the element around must isolate them (`bdi`).
 */
export function jobTitle({ subject, rule }: Pick<Job, 'subject' | 'rule'>): string {
  const { worklist, sets, parcel } = subject
  if (worklist !== null) {
    const references = countOf(worklist.references, 'reference')
    return worklist.name === null
      ? `Worklist of ${references}`
      : `Worklist “${displayName(worklist.name)}”, ${references}`
  }
  const customers = customersText(subject)
  const only = sets === 1 ? (parcel ?? rule?.parcel ?? null) : null
  const what = only === null ? countOf(sets, 'set') : displayName(only)
  if (customers === null) return sets === 0 ? 'A save without documents' : what
  return only === null ? `${customers}, ${what}` : `${what}, ${customers}`
}

/** “Aurora Grain SA”, “Aurora Grain SA and 2 more”; null where no customer has a name. */
function customersText({ customers, customerCount }: Job['subject']): string | null {
  const [first] = customers
  if (first === undefined) return null
  return customerCount > 1 ? `${displayName(first)} and ${numberText(customerCount - 1)} more` : displayName(first)
}

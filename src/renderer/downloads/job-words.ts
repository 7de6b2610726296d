import type { DeskSnapshot, Output } from '../../shared/contract/contract.ts'
import { formatBytes, formatDuration } from '../../shared/text/format.ts'
import { countOf } from '../ui/base/words.ts'

export type Job = DeskSnapshot['jobs'][number]
export type JobDocument = Output<'jobs.documents'>['documents'][number]
export type DocumentState = JobDocument['state']

/** How a job stands, for icon and colour. `paused` is a stop that the user asked for, `stopped` one that has a reason. */
export type JobLook =
  'waiting' | 'away' | 'running' | 'pausing' | 'cancelling' | 'paused' | 'stopped' | 'not-all' | 'done' | 'cancelled'

export function jobLook({ state, failure, failed, pending, isServiceAway }: Job): JobLook {
  if (isServiceAway && isUnderWayState(state)) return 'away'
  if (state !== 'stopped') return state
  if (failed > 0 && pending === 0) return 'not-all'
  return failure === null || failure.tag === 'interrupted' ? 'paused' : 'stopped'
}

/** The state in words, with the count that matters in it. */
export function jobStateWords(job: Job): string {
  const words: Readonly<Record<JobLook, string>> = {
    waiting: 'Waiting for its turn',
    away: 'Waiting for the service',
    running: 'Saving',
    pausing: 'Pausing',
    cancelling: 'Cancelling',
    paused: 'Paused',
    stopped: 'Stopped',
    'not-all': `${job.failed.toLocaleString('en')} not saved`,
    done: 'Done',
    cancelled: 'Cancelled',
  }
  return words[jobLook(job)]
}

/** What Downloads must tell in the rail, in words; empty where all is well. */
export function troubleIn(jobs: readonly Job[]): string {
  const looks = jobs.map(jobLook)
  const away = looks.filter((look) => look === 'away').length
  const stopped = looks.filter((look) => look === 'stopped').length
  return [away > 0 ? `${away} waiting for the service` : '', stopped > 0 ? `${stopped} stopped` : '']
    .filter((part) => part !== '')
    .join(', ')
}

function isUnderWayState(state: Job['state']): boolean {
  return state === 'waiting' || state === 'running'
}

export function isUnderWay({ state }: Job): boolean {
  return isUnderWayState(state) || state === 'pausing' || state === 'cancelling'
}

/** Whether it may go on at all. */
export function canGoOn({ state }: Job): boolean {
  return state === 'stopped'
}

/** Documents that need nothing more: saved, or there already. */
export function settledOf({ saved, skipped }: Job): number {
  return saved + skipped
}

/** “480 of 2,000 documents, 31 MB”. */
export function progressText(job: Job): string {
  const settled = settledOf(job).toLocaleString('en')
  return `${settled} of ${countOf(job.planned, 'document')}, ${formatBytes(job.bytes)}`
}

/** “1.2 MB a second, 3 min 20 s left”; empty while nobody can tell. */
function speedText({ bytesPerSecond, etaSeconds }: Job): string {
  const rate = bytesPerSecond === null || bytesPerSecond === 0 ? '' : `${formatBytes(bytesPerSecond)} a second`
  const left = etaSeconds === null ? '' : `${formatDuration(etaSeconds * 1000)} left`
  return [rate, left].filter((part) => part !== '').join(', ')
}

/** What going on would do, in its own words. */
export function resumeLabel({ failed, pending }: Job): string {
  if (pending === 0 && failed > 0) return `Retry ${failed.toLocaleString('en')} failed`
  return failed > 0 ? 'Resume and retry' : 'Resume'
}

/** What giving up means for this job. */
export function cancelMeans(job: Job): string {
  const rest = job.planned - settledOf(job)
  return `${countOf(settledOf(job), 'document')} already in the folder stay there. ${countOf(rest, 'document')} will not be saved. A cancelled save cannot go on; to save the rest later, save once more with “Only new or changed”.`
}

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** A time of this computer, as in `21 Nov 2026, 14:05`. */
export function timeText(isoTime: string): string {
  const time = new Date(isoTime)
  return Number.isNaN(time.getTime()) ? isoTime : TIME.format(time)
}

/** Speed while it runs; when it stopped; when it ended and how long it took, pauses included. */
export function timingText(job: Job): string {
  const { createdAt, endedAt, state } = job
  if (isUnderWay(job)) return speedText(job)
  if (endedAt === null) return ''
  if (state === 'stopped') return `stopped ${timeText(endedAt)}`
  return `ended ${timeText(endedAt)}, after ${formatDuration(Date.parse(endedAt) - Date.parse(createdAt))}`
}

/** The last part of a path of whatever system, as a short name for it. */
export function lastPart(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path
}

interface StateFacts {
  readonly title: string
  /** Said in place of an empty list. */
  readonly none: string
  readonly count: (job: Job) => number
}

/** The states of documents as the filter shows them, what needs a hand first. */
export const DOCUMENT_STATES: Readonly<Record<DocumentState, StateFacts>> = {
  failed: { title: 'Not saved', none: 'No document failed.', count: (job) => job.failed },
  pending: { title: 'To come', none: 'No document is still to come.', count: (job) => job.pending },
  saved: { title: 'Saved', none: 'No document is saved yet.', count: (job) => job.saved },
  skipped: { title: 'Already there', none: 'No document was there already.', count: (job) => job.skipped },
}

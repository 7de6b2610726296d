import { visibleText } from '../../shared/text/plain-text.ts'
import { countOf } from '../ui/base/words.ts'
import { type Job, type JobStatus, jobStatus, jobStateWords, jobTitle } from './job-words.ts'

/** What is wrong with saves, to be seen from every place until it is put right. */
export interface JobTrouble {
  /** `danger`: somebody has to do something; `warning`: it goes on without help. */
  readonly tone: 'danger' | 'warning'
  /** “1 save stopped, 2 saves waiting for the service”. */
  readonly text: string
  /** The save that needs somebody most, the newest first. */
  readonly job: Job
}

const TROUBLES: readonly { readonly status: JobStatus; readonly words: (count: number) => string }[] = [
  { status: 'stopped', words: (count) => `${countOf(count, 'save')} stopped` },
  { status: 'not-all', words: (count) => `${countOf(count, 'save')} not complete` },
  { status: 'away', words: (count) => `${countOf(count, 'save')} waiting for the service` },
]

/** Undefined if all is well. A save that the user paused is no trouble; nor is an incomplete one that has been looked at. */
export function jobTrouble(jobs: readonly Job[], lookedAt: ReadonlySet<string>): JobTrouble | undefined {
  const troubled = TROUBLES.map(({ status, words }) => {
    const ofStatus = jobs.filter(
      (job) => jobStatus(job) === status && (status !== 'not-all' || !lookedAt.has(job.jobId)),
    )
    return { status, words, jobs: ofStatus }
  }).filter((one) => one.jobs.length > 0)
  const job = troubled[0]?.jobs[0]
  if (job === undefined) return undefined
  return {
    tone: troubled[0]?.status === 'away' ? 'warning' : 'danger',
    text: troubled.map((one) => one.words(one.jobs.length)).join(', '),
    job,
  }
}

/** What happened to a save while nobody looked, as one line; null if nothing that needs a word. */
export function troubleNews(before: Job | undefined, now: Job): string | null {
  const [was, is] = [before === undefined ? undefined : jobStatus(before), jobStatus(now)]
  if (was === is || TROUBLES.every(({ status }) => status !== is)) return null
  // Jobs that were in trouble when the page was loaded are no news.
  if (before === undefined) return null
  const why = now.failure === null ? '' : ` ${visibleText(now.failure.message)}`
  return `${jobTitle(now)}: ${jobStateWords(now).toLowerCase()}.${why}`
}

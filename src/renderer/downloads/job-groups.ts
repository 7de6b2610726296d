import type { DeskState, Session } from '../client/desk-store.ts'
import { dayText } from '../ui/base/words.ts'
import { isUnderWay, type Job, type JobStatus, jobStatus } from './job-words.ts'

/**
 * The jobs of the signed-in user, and unfinished jobs of other accounts: those continue or wait for somebody, and nobody would
 * see them otherwise.
 */
export function listedJobs({ jobs, session }: Pick<DeskState, 'jobs' | 'session'>): readonly Job[] {
  return jobs.filter((job) => isUnfinished(job) || (session !== null && belongsTo(session, job)))
}

export function belongsTo({ environment, baseUrl, username }: Session, job: Job): boolean {
  return job.environment === environment && job.baseUrl === baseUrl && job.username === username
}

/** Running, or able to resume. */
export function isUnfinished(job: Job): boolean {
  return isUnderWay(job) || job.state === 'stopped'
}

/** A row of Downloads: a job that a user started, or everything one rule saved on one day. */
export interface JobGroup {
  readonly key: string
  /** The name of the rule; null for a job that a user started. */
  readonly ruleName: string | null
  /** The newest first. */
  readonly jobs: readonly Job[]
  /** Distinct sets of a rule. */
  readonly sets: number
  /** The job that represents the row: the one that most needs attention. */
  readonly urgent: Job
  /** `urgent` with the counts of all jobs in the row. */
  readonly total: Job
  readonly isOpen: boolean
  readonly isUnderWay: boolean
}

const URGENCY: Readonly<Record<JobStatus, number>> = {
  stopped: 0,
  away: 1,
  'not-all': 2,
  running: 3,
  pausing: 4,
  cancelling: 5,
  waiting: 6,
  paused: 7,
  cancelled: 8,
  done: 9,
  undoing: 5,
  'partly-undone': 10,
  undone: 11,
}

/** The row of a job: its own, or that of its rule, day and account. */
export function groupKey({ jobId, rule, createdAt, environment, baseUrl, username }: Job): string {
  return rule === null ? jobId : ['rule', rule.ruleId, dayText(createdAt), environment, baseUrl, username].join(' ')
}

/** The jobs as rows, newest first; a row takes the place of its newest job. */
export function groupJobs(jobs: readonly Job[]): readonly JobGroup[] {
  return Array.from(Map.groupBy(jobs, groupKey), ([key, ofRow]) => groupOf(key, ofRow)).filter(
    (row) => row !== undefined,
  )
}

function groupOf(key: string, jobs: readonly Job[]): JobGroup | undefined {
  const [newest] = jobs
  if (newest === undefined) return undefined
  const urgent = jobs.reduce((one, other) => (urgencyOf(other) < urgencyOf(one) ? other : one), newest)
  const sum = (count: (job: Job) => number): number => jobs.reduce((all, job) => all + count(job), 0)
  const total = {
    ...urgent,
    planned: sum(({ planned }) => planned),
    saved: sum(({ saved }) => saved),
    skipped: sum(({ skipped }) => skipped),
    failed: sum(({ failed }) => failed),
    pending: sum(({ pending }) => pending),
    removed: sum(({ removed }) => removed),
    bytes: sum(({ bytes }) => bytes),
  }
  return {
    key,
    ruleName: newest.rule?.name ?? null,
    jobs,
    sets: new Set(jobs.map(({ rule }) => rule?.setId)).size,
    urgent,
    total,
    isOpen: jobs.some(isUnfinished),
    isUnderWay: jobs.some(isUnderWay),
  }
}

function urgencyOf(job: Job): number {
  return URGENCY[jobStatus(job)]
}

type Shown = Pick<DeskState, 'jobs' | 'session'>

let cached: (Shown & { readonly groups: readonly JobGroup[] }) | undefined

/** The rows for the signed-in user; cached per state of the desk, because every row reads them. */
export function listedGroups({ jobs, session }: Shown): readonly JobGroup[] {
  if (cached?.jobs !== jobs || cached.session !== session) {
    cached = { jobs, session, groups: groupJobs(listedJobs({ jobs, session })) }
  }
  return cached.groups
}

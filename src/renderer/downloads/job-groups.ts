import type { DeskState } from '../client/desk-store.ts'
import { isUnderWay, type Job, type JobLook, jobLook } from './job-words.ts'
import { isOpen, jobsHere } from './jobs-here.ts'

/** A row of Downloads: a job that somebody started, or all that one rule saved on one day (D-C8). */
export interface JobGroup {
  readonly key: string
  /** The name of the rule; null for a job that somebody started. */
  readonly ruleName: string | null
  /** The newest first. */
  readonly jobs: readonly Job[]
  /** Distinct sets, of a rule. */
  readonly sets: number
  /** The job that stands for all: what needs a hand is not hidden behind what is done. */
  readonly urgent: Job
  /** `urgent` with the counts of all. */
  readonly total: Job
  readonly isOpen: boolean
  readonly isUnderWay: boolean
}

const URGENCY: Readonly<Record<JobLook, number>> = {
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
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/** The day of a job by this computer’s calendar, as in `21 Nov 2026`. */
export function dayText(isoTime: string): string {
  const time = new Date(isoTime)
  return Number.isNaN(time.getTime()) ? isoTime : DAY.format(time)
}

/** The row that a job is in: its own, or that of its rule, day and account. */
export function groupKey({ jobId, rule, createdAt, environment, baseUrl, username }: Job): string {
  return rule === null ? jobId : ['rule', rule.ruleId, dayText(createdAt), environment, baseUrl, username].join(' ')
}

/** The jobs, the newest first, row by row: each row stands where its newest job does. */
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
    bytes: sum(({ bytes }) => bytes),
  }
  return {
    key,
    ruleName: newest.rule?.name ?? null,
    jobs,
    sets: new Set(jobs.map(({ rule }) => rule?.setId)).size,
    urgent,
    total,
    isOpen: jobs.some(isOpen),
    isUnderWay: jobs.some(isUnderWay),
  }
}

function urgencyOf(job: Job): number {
  return URGENCY[jobLook(job)]
}

type Shown = Pick<DeskState, 'jobs' | 'session'>

let last: (Shown & { readonly groups: readonly JobGroup[] }) | undefined

/** The rows of whoever is signed in; worked out once for each state of the desk, for every row asks for it. */
export function groupsHere({ jobs, session }: Shown): readonly JobGroup[] {
  if (last?.jobs !== jobs || last.session !== session) {
    last = { jobs, session, groups: groupJobs(jobsHere({ jobs, session })) }
  }
  return last.groups
}

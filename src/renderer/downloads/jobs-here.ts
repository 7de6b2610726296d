import type { DeskState, Session } from '../client/desk-store.ts'
import { isUnderWay, type Job } from './job-words.ts'

/**
 * Jobs of whoever is signed in. Of other accounts only what is not finished: it goes on, or waits for somebody, and nobody
 * would see it otherwise.
 */
export function jobsHere({ jobs, session }: Pick<DeskState, 'jobs' | 'session'>): readonly Job[] {
  return jobs.filter((job) => isOpen(job) || (session !== null && isOf(session, job)))
}

export function isOf({ environment, baseUrl, username }: Session, job: Job): boolean {
  return job.environment === environment && job.baseUrl === baseUrl && job.username === username
}

/** Under way, or able to go on. */
export function isOpen(job: Job): boolean {
  return isUnderWay(job) || job.state === 'stopped'
}

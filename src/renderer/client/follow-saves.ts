import { deskStore, type Job } from './desk-store.ts'

/** Calls back when a save has ended or was undone: what is on this disk may have changed. */
export function followSaves(onChanged: () => void): void {
  deskStore.subscribe(({ desk }, { desk: before }) => {
    if (desk === undefined || desk.jobs === before?.jobs) return
    if (mayHaveSaved(desk.jobs, before?.jobs ?? [])) onChanged()
  })
}

/** Whether a save has ended or was undone since `before`. */
export function mayHaveSaved(jobs: readonly Job[], before: readonly Job[]): boolean {
  return jobs.some((job) => {
    const known = before.find(({ jobId }) => jobId === job.jobId)
    // A short job is never seen running: the first event about it may say that it is done.
    const hasEnded = !isAtWork(job) && (known === undefined || isAtWork(known))
    return hasEnded || job.removed !== (known?.removed ?? 0)
  })
}

function isAtWork({ state }: Job): boolean {
  return state === 'waiting' || state === 'running' || state === 'pausing' || state === 'cancelling'
}

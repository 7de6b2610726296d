import { deskStore, type Job } from './desk-store.ts'

/** So often what a running save has saved is looked at. */
const GROWN_EVERY_MS = 2_000

/** Calls back when what is on this disk may have changed: while saves run, and once one has ended or was undone. */
export function followSaves(onChanged: (by: 'growth' | 'end') => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  deskStore.subscribe(({ desk }, { desk: before }) => {
    if (desk === undefined || desk.jobs === before?.jobs) return
    if (mayHaveSaved(desk.jobs, before?.jobs ?? [])) onChanged('end')
    else if (hasGrown(desk.jobs, before?.jobs ?? [])) {
      timer ??= setTimeout(() => {
        timer = undefined
        onChanged('growth')
      }, GROWN_EVERY_MS)
    }
  })
}

function hasGrown(jobs: readonly Job[], before: readonly Job[]): boolean {
  const savedIn = (all: readonly Job[]): number => all.reduce((sum, { saved }) => sum + saved, 0)
  return savedIn(jobs) > savedIn(before)
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

/** Whether it may save more by itself. */
export function isAtWork({ state }: Job): boolean {
  return state === 'waiting' || state === 'running' || state === 'pausing' || state === 'cancelling'
}

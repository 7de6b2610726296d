import type { Payload } from '../../../shared/contract/contract.ts'
import type { JobSummary, SaveProgress } from '../../../shared/model/job.ts'
import { awayNote } from '../../../engine/saving/transfer/away-note.ts'

export type JobView = Payload<'jobs.changed'>

/** What this process has to do with a job at the moment; undefined: nothing. */
export interface LiveJob {
  state: 'waiting' | 'running' | 'pausing' | 'cancelling'
  progress?: SaveProgress | undefined
  /** Its service was gone when it was last tried; until the next try. */
  nextTryInMs?: number
}

/** A job as the page shows it. One that waits or was killed in an earlier run says `stopped` as long as nobody takes it up. */
export function jobView(job: JobSummary, live: LiveJob | undefined): JobView {
  const { createdAt, endedAt, environment, origin, username, folder, rule, planned } = job
  return {
    jobId: job.job,
    ...{ createdAt, endedAt, environment, baseUrl: origin, username, folder, rule, planned },
    ...(live === undefined ? atRest(job) : underWay(job, live)),
  }
}

type Identity =
  'jobId' | 'createdAt' | 'endedAt' | 'environment' | 'baseUrl' | 'username' | 'folder' | 'rule' | 'planned'
type Standing = Omit<JobView, Identity>

function atRest({ state, saved, skipped, failed, pending, bytes, failure }: JobSummary): Standing {
  return {
    state: state === 'planned' ? 'stopped' : state,
    ...{ saved, skipped, failed, pending, bytes, failure },
    ...{ bytesPerSecond: null, etaSeconds: null, note: null },
    isServiceAway: false,
  }
}

/** Counted by what the run tells, for counting in the ledger ten times a second would hold everything else up. */
function underWay(job: JobSummary, { state, progress, nextTryInMs }: LiveJob): Standing {
  if (progress === undefined) {
    // Failed documents get another chance when it goes on.
    const pending = job.pending + job.failed
    const isServiceAway = nextTryInMs !== undefined
    const note = isServiceAway ? awayNote(nextTryInMs) : null
    // What keeps it waiting stays readable.
    const failure = isServiceAway ? job.failure : null
    return { ...atRest(job), state, failed: 0, pending, note, isServiceAway, failure }
  }
  const { done, skipped, failed, bytes, bytesPerSecond, etaSeconds, note, isServiceAway } = progress
  return {
    ...{ state, skipped, failed, bytesPerSecond, etaSeconds, note, isServiceAway, failure: null },
    saved: done - skipped,
    pending: job.planned - done - failed,
    bytes: job.bytes + bytes,
  }
}

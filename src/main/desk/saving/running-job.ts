import { ignoring } from '../../../shared/errors/ignoring.ts'
import type { Payload } from '../../../shared/contract/contract.ts'
import type { SaveProgress, SaveResult, JobSummary } from '../../../shared/model/job.ts'
import type { ClockPort } from '../../../engine/ports/clock.ts'
import { outageNote } from '../../../engine/saving/transfer/outage-detector.ts'
import type { OpenedSession } from '../sessions.ts'

/** How long what is in progress may take to reach the disk before it is aborted. */
const MAX_STOP_MS = 10_000

/** What is to happen once the job has stopped. */
type StopIntent = 'pause' | 'resume' | 'cancel'

export interface RunningJob {
  readonly jobId: string
  readonly sessionId: string
  live(): LiveJob
  /** Undefined until it is asked to stop. */
  stopIntent(): StopIntent | undefined
  /** Starts nothing new and lets what is in progress finish. */
  pause(): void
  /** Takes back a pause: the job is resumed once it has stopped. */
  resume(): void
  /** Aborts what is in progress. */
  cancel(): void
  /** Pauses, and after ten seconds aborts what is still in progress. Resolves when the job has ended. */
  pauseAndWait(): Promise<void>
  /** Rejects where the job could not run at all; see `ParcelSession.resume`. */
  readonly result: Promise<SaveResult>
}

interface RunningJobOptions {
  jobId: string
  opened: OpenedSession
  clock: ClockPort
  onProgress: () => void
  largestDocumentBytes: number
  acceptsDamaged: readonly string[] | undefined
}

/** Starts running a stored job. */
export function startRunningJob({
  jobId,
  opened,
  clock,
  onProgress,
  largestDocumentBytes,
  acceptsDamaged,
}: RunningJobOptions): RunningJob {
  const stop = new AbortController()
  const abort = new AbortController()
  let intent: StopIntent | undefined
  let progress: SaveProgress | undefined
  const result = opened.session.resume(jobId, {
    stop: stop.signal,
    abort: abort.signal,
    largestDocumentBytes,
    acceptsDamaged,
    onProgress: (latest) => {
      progress = latest
      onProgress()
    },
  })
  const stopFor = (reason: StopIntent): void => {
    intent = reason
    stop.abort()
  }
  return {
    jobId,
    sessionId: opened.sessionId,
    result,
    live: () => ({ state: stateFor(intent), progress }),
    stopIntent: () => intent,
    pause: () => {
      // A cancelled job stays cancelled.
      if (intent !== 'cancel') stopFor('pause')
    },
    resume: () => {
      if (intent === 'pause') intent = 'resume'
    },
    cancel: () => {
      stopFor('cancel')
      abort.abort()
    },
    pauseAndWait: async () => {
      stopFor(intent === 'cancel' ? intent : 'pause')
      await endedOrAborted(result, abort, clock)
    },
  }
}

async function endedOrAborted(result: Promise<unknown>, abort: AbortController, clock: ClockPort): Promise<void> {
  const ended = new AbortController()
  const late = clock.wait(MAX_STOP_MS, ended.signal).then(
    () => {
      abort.abort()
    },
    () => undefined,
  )
  await result.catch(ignoring('its own caller is told'))
  ended.abort()
  await late
}

function stateFor(intent: StopIntent | undefined): LiveJob['state'] {
  if (intent === undefined) return 'running'
  if (intent === 'cancel') return 'cancelling'
  return intent === 'resume' ? 'waiting' : 'pausing'
}

export type JobView = Payload<'jobs.changed'>

/** What this process is doing with a job. */
export interface LiveJob {
  state: 'waiting' | 'running' | 'pausing' | 'cancelling'
  progress?: SaveProgress | undefined
  /** Set while it waits for a service that is away. */
  nextTryInMs?: number
}

/** A job as the page shows it. One that an earlier run of the application left waiting or was killed with is `stopped`. */
export function jobView(job: JobSummary, live: LiveJob | undefined): JobView {
  const { createdAt, endedAt, environment, origin, username, folder, subject, rule, planned, removed, isUndoBegun } =
    job
  return {
    jobId: job.job,
    createdAt,
    endedAt,
    environment,
    baseUrl: origin,
    username,
    folder,
    subject,
    rule,
    planned,
    removed,
    isUndoBegun,
    ...(live === undefined ? atRest(job) : underWay(job, live)),
  }
}

type Identity =
  | 'jobId'
  | 'createdAt'
  | 'endedAt'
  | 'environment'
  | 'baseUrl'
  | 'username'
  | 'folder'
  | 'subject'
  | 'rule'
  | 'planned'
  | 'removed'
  | 'isUndoBegun'
type JobStatus = Omit<JobView, Identity>

function atRest({ state, saved, skipped, failed, pending, bytes, failure }: JobSummary): JobStatus {
  return {
    state: state === 'planned' ? 'stopped' : state,
    saved,
    skipped,
    failed,
    pending,
    bytes,
    failure,
    bytesPerSecond: null,
    atOnce: null,
    etaSeconds: null,
    note: null,
    isServiceAway: false,
    alsoSaving: [],
  }
}

/** Uses the counts that the run reports: counting in the ledger ten times a second would slow everything down. */
function underWay(job: JobSummary, { state, progress, nextTryInMs }: LiveJob): JobStatus {
  if (progress === undefined) {
    // Failed documents are tried again when it is resumed.
    const pending = job.pending + job.failed
    const isServiceAway = nextTryInMs !== undefined
    const note = isServiceAway ? outageNote(nextTryInMs) : null
    // The reason for the wait stays readable.
    const failure = isServiceAway ? job.failure : null
    return { ...atRest(job), state, failed: 0, pending, note, isServiceAway, failure }
  }
  const { done, skipped, failed, bytes, bytesPerSecond, atOnce, etaSeconds, note, isServiceAway, alsoSaving } = progress
  return {
    state,
    skipped,
    failed,
    bytesPerSecond,
    atOnce,
    etaSeconds,
    note,
    isServiceAway,
    alsoSaving: [...alsoSaving],
    failure: null,
    saved: done - skipped,
    pending: job.planned - done - failed,
    bytes: job.bytes + bytes,
  }
}

import type { SaveProgress, SaveResult, JobSummary } from '../../../shared/model/job.ts'
import type { OpenedSession } from '../sessions.ts'
import type { ClockPort } from '../../../engine/ports/clock.ts'
import type { Payload } from '../../../shared/contract/contract.ts'
import { outageNote } from '../../../engine/saving/transfer/outage-detector.ts'

/** What is under way gets this long to reach the disk before it is dropped. */
const LONGEST_STOP_MS = 10_000

/** What is to become of it once it has stopped. */
type StopIntent = 'pause' | 'resume' | 'cancel'

export interface RunningJob {
  readonly jobId: string
  readonly sessionId: string
  live(): LiveJob
  /** Undefined as long as nobody asked it to stop. */
  stopIntent(): StopIntent | undefined
  /** Takes up nothing new and stores what is under way. */
  pause(): void
  /** Takes a pause back: it goes on once it has stopped. */
  resume(): void
  /** Drops what is under way. */
  cancel(): void
  /** Pauses, and after ten seconds drops what is still under way. Resolves when it has ended. */
  pauseAndWait(): Promise<void>
  /** Rejects where it could not be carried out at all; see `ParcelSession.resume`. */
  readonly result: Promise<SaveResult>
}

interface RunningJobOptions {
  jobId: string
  opened: OpenedSession
  clock: ClockPort
  onProgress: () => void
  largestDocumentBytes: number
}

/** Carries a stored job out, from now on. */
export function startRunningJob({
  jobId,
  opened,
  clock,
  onProgress,
  largestDocumentBytes,
}: RunningJobOptions): RunningJob {
  const stop = new AbortController()
  const abort = new AbortController()
  let intent: StopIntent | undefined
  let progress: SaveProgress | undefined
  const result = opened.session.resume(jobId, {
    stop: stop.signal,
    abort: abort.signal,
    largestDocumentBytes,
    onProgress: (told) => {
      progress = told
      onProgress()
    },
  })
  const stopFor = (asked: StopIntent): void => {
    intent = asked
    stop.abort()
  }
  return {
    jobId,
    sessionId: opened.sessionId,
    result,
    live: () => ({ state: stateFor(intent), progress }),
    stopIntent: () => intent,
    pause: () => {
      // What was given up is not brought back.
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
      await endedOrDropped(result, abort, clock)
    },
  }
}

async function endedOrDropped(result: Promise<unknown>, abort: AbortController, clock: ClockPort): Promise<void> {
  const ended = new AbortController()
  const late = clock.wait(LONGEST_STOP_MS, ended.signal).then(
    () => {
      abort.abort()
    },
    () => undefined,
  )
  await result.catch(() => undefined)
  ended.abort()
  await late
}

function stateFor(intent: StopIntent | undefined): LiveJob['state'] {
  if (intent === undefined) return 'running'
  if (intent === 'cancel') return 'cancelling'
  return intent === 'resume' ? 'waiting' : 'pausing'
}

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
    createdAt,
    endedAt,
    environment,
    baseUrl: origin,
    username,
    folder,
    rule,
    planned,
    ...(live === undefined ? atRest(job) : underWay(job, live)),
  }
}

type Identity =
  'jobId' | 'createdAt' | 'endedAt' | 'environment' | 'baseUrl' | 'username' | 'folder' | 'rule' | 'planned'
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
    etaSeconds: null,
    note: null,
    isServiceAway: false,
  }
}

/** Counted by what the run tells, for counting in the ledger ten times a second would hold everything else up. */
function underWay(job: JobSummary, { state, progress, nextTryInMs }: LiveJob): JobStatus {
  if (progress === undefined) {
    // Failed documents get another chance when it goes on.
    const pending = job.pending + job.failed
    const isServiceAway = nextTryInMs !== undefined
    const note = isServiceAway ? outageNote(nextTryInMs) : null
    // What keeps it waiting stays readable.
    const failure = isServiceAway ? job.failure : null
    return { ...atRest(job), state, failed: 0, pending, note, isServiceAway, failure }
  }
  const { done, skipped, failed, bytes, bytesPerSecond, etaSeconds, note, isServiceAway } = progress
  return {
    state,
    skipped,
    failed,
    bytesPerSecond,
    etaSeconds,
    note,
    isServiceAway,
    failure: null,
    saved: done - skipped,
    pending: job.planned - done - failed,
    bytes: job.bytes + bytes,
  }
}

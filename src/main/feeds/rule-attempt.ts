import { failureOf } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { Failure, FailureTag } from '../../shared/errors/failure.ts'
import type { FeedEntry } from '../../shared/model/feed-entry.ts'
import { counted } from '../../shared/text/counted.ts'
import type { Logger } from '../core/logger.ts'
import { isPassing } from '../core/retry.ts'
import { unexpectedFailure } from '../core/unexpected.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { JobQueue } from '../saving/job-queue.ts'
import type { JobView } from '../saving/job-view.ts'
import type { FeedAccount } from './feed-account.ts'
import type { FeedSettings } from './feed-settings.ts'
import { planRule } from './plan-rule.ts'
import type { RuleRun } from './rule-runs.ts'
import type { SetStates } from './set-states.ts'

const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000
/** About two days with the longest waits: a weekend without a sign-in. */
const MOST_ATTEMPTS = 50
/** So often a service may show another state than the message said. */
const PATIENT_ATTEMPTS = 5

/** What passes by itself, or once somebody has signed in, connected a drive, made room. */
const WAITED_FOR: ReadonlySet<FailureTag> = new Set<FailureTag>([
  ...(['no-credentials', 'keychain-unavailable', 'sign-in-refused', 'token-refused', 'access-denied'] as const),
  ...(['folder-gone', 'folder-not-writable', 'disk-full', 'storage-failed', 'locked'] as const),
])

export interface AttemptParts {
  settings: Pick<FeedSettings, 'read'>
  account: Pick<FeedAccount, 'online'>
  store: () => Pick<SetStates, 'knownState'> & { read(id: number): FeedEntry | undefined }
  queue: Pick<JobQueue, 'start' | 'resume' | 'list'>
  /** How many documents at once. */
  concurrency: () => number
  clock: ClockPort
  logger: Logger
}

type Changes = Partial<RuleRun>

/** Takes a run as far as it goes now, and returns what is to be remembered of it. Never fails. */
export async function attemptRun(parts: AttemptParts, run: RuleRun, signal: AbortSignal): Promise<Changes> {
  try {
    return run.jobId === null ? await begin(parts, run, signal) : await goOn(parts, run, run.jobId)
  } catch (thrown) {
    const failure = failureOf(thrown) ?? unexpectedFailure(parts.logger, `rule ${run.ruleName}`, thrown)
    return afterFailure(parts, run, failure)
  }
}

async function begin(parts: AttemptParts, run: RuleRun, signal: AbortSignal): Promise<Changes> {
  const rule = parts.settings.read().rules.find(({ ruleId }) => ruleId === run.ruleId)
  const entry = parts.store().read(run.entryId)
  if (rule === undefined || entry === undefined) return failed('The rule was removed before its turn came.')
  if (!rule.isOn) return failed('The rule was switched off before its turn came.')
  const { session } = await parts.account.online()
  const known = entry.setId === null ? undefined : parts.store().knownState(entry.setId)
  const task = { rule, entry, known, isPatienceOver: run.attempts >= PATIENT_ATTEMPTS }
  const answer = await planRule(session, task, signal)
  if ('nothingNew' in answer) return { state: 'nothing-new', text: answer.nothingNew, nextTryAt: null }
  if ('notYet' in answer) return postponed(parts, run, answer.notYet)
  const { plan, note } = answer
  const jobId = parts.queue.start(session, plan, parts.concurrency())
  const text = `${counted(plan.requests, 'document')} being saved to ${rule.folder}.`
  return { state: 'saving', text, note, jobId, nextTryAt: null }
}

/** A job that was stopped: by the end of the application, a full disk, a service that was gone. */
async function goOn(parts: AttemptParts, run: RuleRun, jobId: string): Promise<Changes> {
  const job = parts.queue.list().find((one) => one.jobId === jobId)
  if (job === undefined) return failed('Its job is not in Downloads any more.')
  if (job.state === 'done' || job.state === 'cancelled') return afterJob(parts, run, job)
  if (job.state === 'stopped') {
    // Its account must be signed in for that.
    await parts.account.online()
    parts.queue.resume(jobId)
  }
  return { state: 'saving', text: `Saving to ${job.folder} goes on.`, nextTryAt: null }
}

/** What the end of a job, or its stop, means for the run. */
export function afterJob(parts: Pick<AttemptParts, 'clock' | 'logger'>, run: RuleRun, job: JobView): Changes {
  const { saved, failed: refused, planned, folder, failure } = job
  if (job.state === 'cancelled') return failed('Its job was cancelled in Downloads.')
  if (job.state === 'done') {
    if (refused > 0) return failed(`${refused} of ${counted(planned, 'document')} not saved: Downloads says why.`)
    const text = `${counted(saved, 'document')} saved to ${folder}.`
    return { state: saved === 0 ? 'nothing-new' : 'saved', text, nextTryAt: null }
  }
  const isPaused = failure === null || failure.tag === 'interrupted'
  if (isPaused) return { state: 'waiting', text: 'Its job is paused: resume it in Downloads.', nextTryAt: null }
  return postponed(parts, run, parts.logger.redact(failure.message))
}

function afterFailure(parts: AttemptParts, run: RuleRun, failure: Failure): Changes {
  const { message, next } = describeFailure(failure, 'desk')
  if (isPassing(failure) || WAITED_FOR.has(failure.tag)) return postponed(parts, run, parts.logger.redact(message))
  return failed(parts.logger.redact(`${message} ${next}`))
}

/** Tried again after a wait that grows from a minute to an hour. */
function postponed({ clock }: Pick<AttemptParts, 'clock'>, run: RuleRun, why: string): Changes {
  const attempts = run.attempts + 1
  if (attempts >= MOST_ATTEMPTS) return { ...failed(`${why} Given up after ${attempts} attempts.`), attempts }
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** run.attempts, LONGEST_WAIT_MS)
  const nextTryAt = new Date(clock.now().getTime() + waitMs).toISOString()
  return { state: 'waiting', text: `${why} It is tried again by itself.`, attempts, nextTryAt }
}

function failed(text: string): Changes {
  return { state: 'failed', text, nextTryAt: null }
}

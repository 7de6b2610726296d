import { failureOf } from '../../../../shared/errors/app-error.ts'
import type { ListedEntry } from '../../../../shared/model/feed-entry.ts'
import type { JobDocument } from '../../../../shared/model/job.ts'
import type { RuleOfJob } from '../../../../shared/model/job-subject.ts'
import { counted } from '../../../../shared/text/format.ts'
import { type Logger, unexpectedFailure } from '../../../../engine/base/logger.ts'
import type { FeedSettings } from '../../../../engine/feed/feed-settings.ts'
import type { ClockPort } from '../../../../engine/ports/clock.ts'
import {
  afterFailure,
  executeRun,
  failed,
  postponed,
  type RunChanges,
  type RunStore,
} from '../../../../engine/rules/execute-run.ts'
import type { PlannedSave } from '../../../../engine/rules/plan-rule.ts'
import type { RuleRun } from '../../../../engine/feed/rule-runs.ts'
import type { SavePlan } from '../../../../engine/saving/plan/save-plan.ts'
import { outcomeOfSave, stopMayPass } from '../../../../engine/saving/save-job.ts'
import type { FeedAccount } from '../feed-account.ts'
import type { JobQueue } from '../../saving/job-queue.ts'
import type { JobView } from '../../saving/running-job.ts'

export interface AttemptDependencies {
  settings: Pick<FeedSettings, 'read'>
  account: Pick<FeedAccount, 'online'>
  store: () => RunStore
  queue: Pick<JobQueue, 'start' | 'resume' | 'list'>
  documentsOf: (jobId: string) => Iterable<JobDocument>
  /** How many documents at once. */
  concurrency: () => number
  clock: ClockPort
  logger: Logger
}

/** Takes a run as far as it goes now, and returns the changes to record. Never fails. */
export async function attemptRun(
  dependencies: AttemptDependencies,
  run: RuleRun,
  signal: AbortSignal,
): Promise<RunChanges> {
  try {
    return run.jobId === null
      ? await startJob(dependencies, run, signal)
      : await resumeJob(dependencies, run, run.jobId)
  } catch (thrown) {
    const failure = failureOf(thrown) ?? unexpectedFailure(dependencies.logger, `rule ${run.ruleName}`, thrown)
    return afterFailure(dependencies, run, failure)
  }
}

async function startJob(dependencies: AttemptDependencies, run: RuleRun, signal: AbortSignal): Promise<RunChanges> {
  const rule = dependencies.settings.read().rules.find(({ ruleId }) => ruleId === run.ruleId)
  const entry = dependencies.store().read(run.entryId)
  if (rule === undefined || entry === undefined) return failed('The rule was removed before it could run.')
  if (!rule.isOn) return failed('The rule was switched off before it could run.')
  const { session } = await dependencies.account.online()
  const save = ({ plan, note }: PlannedSave): RunChanges => {
    const ofRule = { ...plan, rule: ruleOf(run, plan, entry) }
    const jobId = dependencies.queue.start(session, ofRule, dependencies.concurrency())
    const text = `${counted(plan.requests, 'document')} being saved to ${rule.folder}.`
    return { state: 'saving', text, note, jobId, nextTryAt: null }
  }
  return await executeRun({ ...dependencies, session, save }, { run, rule, entry }, signal)
}

/** How Downloads names the job. The reference comes from the fresh plan first: the message may have none. */
function ruleOf({ ruleId, ruleName }: RuleRun, { documents }: SavePlan, entry: ListedEntry): RuleOfJob {
  const facts = documents[0]?.facts
  const references = [facts?.parcelRef, entry.parcelReference, facts?.shipmentRef, entry.shipmentRef]
  const parcel = references.find((reference) => (reference ?? '').trim() !== '') ?? null
  return { ruleId, name: ruleName, setId: documents[0]?.setId ?? entry.setId ?? '', parcel }
}

/** Resumes a job that was stopped by shutdown, a full disk or an unreachable service. */
async function resumeJob(dependencies: AttemptDependencies, run: RuleRun, jobId: string): Promise<RunChanges> {
  const job = dependencies.queue.list().find((one) => one.jobId === jobId)
  if (job === undefined) return failed('Its job is not in Downloads any more.')
  if (job.state === 'done' || job.state === 'cancelled') return changesAfterJob(dependencies, run, job)
  if (job.state === 'stopped') {
    // That requires its account to be signed in.
    await dependencies.account.online()
    dependencies.queue.resume(jobId)
  }
  return { ...resumed(job), nextTryAt: null }
}

/** The run of a job that goes on. */
export function resumed({ folder }: Pick<JobView, 'folder'>): Pick<RuleRun, 'state' | 'text'> {
  return { state: 'saving', text: `Saving to ${folder} was resumed.` }
}

export type EndedJob = Pick<JobView, 'jobId' | 'state' | 'saved' | 'failed' | 'planned' | 'folder' | 'failure'>

/** What the end or stop of a job means for the run. */
export function changesAfterJob(
  dependencies: Pick<AttemptDependencies, 'clock' | 'logger' | 'documentsOf'>,
  run: RuleRun,
  job: EndedJob,
): RunChanges {
  const { logger, documentsOf } = dependencies
  const { saved, failed: refused, planned, folder, failure } = job
  if (job.state === 'cancelled') return failed('Its job was cancelled in Downloads.')
  if (job.state === 'done') return { ...outcomeOfSave(saved, folder), nextTryAt: null }
  const isPaused = failure === null || failure.tag === 'interrupted'
  if (isPaused) return { state: 'waiting', text: 'Its job is paused: resume it in Downloads.', nextTryAt: null }
  const { tag, message, next } = failure
  if (stopMayPass(tag, documentsOf(job.jobId))) return postponed(dependencies, run, { why: logger.redact(message) })
  if (tag !== 'some-not-saved') return failed(logger.redact(`${message} ${next}`))
  return failed(`${refused} of ${counted(planned, 'document')} not saved: Downloads says why.`)
}

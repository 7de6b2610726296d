import type { Selection } from '../../shared/model/selection.ts'
import { AppError, failureOf } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { DescribedFailure, Reader } from '../../shared/errors/failure.ts'
import type { Environment } from '../../shared/model/connection.ts'
import type { JobDocument } from '../../shared/model/job.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { counted } from '../../shared/text/format.ts'
import { type Logger, unexpectedFailure } from '../base/logger.ts'
import { askedWaitMs, mayPass } from '../base/retry.ts'
import { isFolder } from '../files/file-system.ts'
import type { PlanOptions, SavePlan } from '../saving/plan/save-plan.ts'
import { outcomeOfSave, stopMayPass } from '../saving/save-job.ts'
import { activeSetsOfWorklist } from '../search/selection.ts'
import { requireReadable, type WorklistStore } from '../worklists/worklist-store.ts'
import {
  planOptionsOf,
  type Schedule,
  type ScheduleDetails,
  type ScheduleRun,
  type ScheduleSource,
} from './schedule.ts'

/** What a run needs of a session. */
export interface SchedulePlanner {
  plan(request: PlanOptions & { selection: Selection }, onProgress: undefined, signal: AbortSignal): Promise<SavePlan>
}

/** How the save of a run ended. */
export interface ScheduleSave {
  jobId: string
  saved: number
  /** Why not all that was asked for is there now, as it was told; null where it is. */
  failure: DescribedFailure | null
  /** How long the service wants to be left alone. */
  askedWaitMs?: number | undefined
}

type KeptWorklists = (environment: Environment) => Pick<WorklistStore, 'find' | 'references'>

export interface ScheduleExecution<Session extends SchedulePlanner> {
  /** A session of the account. Fails as signing in does. */
  open: (schedule: Schedule, details: ScheduleDetails) => Promise<Session>
  /** Where a session is opened for one run only. */
  close?: (session: Session) => void
  worklists: KeptWorklists
  /** How this host saves. The run is told its job before the first byte. */
  save: (session: Session, plan: SavePlan, signal: AbortSignal) => Promise<ScheduleSave>
  /** Goes on with the job that an earlier run began; null where it is done or not there any more. */
  resume: (session: Session, jobId: string, signal: AbortSignal) => Promise<ScheduleSave | null>
  /** Of a job. */
  documents: (jobId: string) => Iterable<JobDocument>
  logger: Logger
  reader: Reader
}

/** How a run ended, in a sentence; and whether the same may succeed later. */
export interface ScheduleOutcome {
  state: 'saved' | 'nothing-new' | 'failed'
  text: string
  saved: number
  jobId: string | null
  failure: DescribedFailure | null
  mayPass: boolean
  /** How long the service wants to be left alone (T33). */
  askedWaitMs?: number | undefined
}

export interface BegunRun {
  schedule: Schedule
  /** With a job that it is to go on with, or none yet. */
  run: Pick<ScheduleRun, 'jobId'>
}

/**
 * Searches, plans and saves what is new, or goes on with the job of the run. Never fails: what went wrong is in the outcome.
 */
export async function executeSchedule<Session extends SchedulePlanner>(
  execution: ScheduleExecution<Session>,
  begun: BegunRun,
  signal: AbortSignal,
): Promise<ScheduleOutcome> {
  const outcome = await attempt(execution, begun, signal)
  // The service may repeat a secret in an error, and this is kept.
  const { redact } = execution.logger
  const { failure } = outcome
  const said = failure === null ? null : { ...failure, message: redact(failure.message) }
  return { ...outcome, text: redact(outcome.text), failure: said }
}

async function attempt<Session extends SchedulePlanner>(
  execution: ScheduleExecution<Session>,
  begun: BegunRun,
  signal: AbortSignal,
): Promise<ScheduleOutcome> {
  try {
    return await planAndSave(execution, begun, signal)
  } catch (thrown) {
    const { scheduleId } = begun.schedule
    const failure = failureOf(thrown) ?? unexpectedFailure(execution.logger, `schedule ${scheduleId}`, thrown)
    if (failure.tag === 'nothing-matched') return nothingNew('Nothing matched: there is no document to save.')
    const described = describeFailure(failure, execution.reader)
    return { ...failed(described, NOTHING_SAVED, mayPass(failure)), askedWaitMs: askedWaitMs(failure) }
  }
}

async function planAndSave<Session extends SchedulePlanner>(
  execution: ScheduleExecution<Session>,
  { schedule, run }: BegunRun,
  signal: AbortSignal,
): Promise<ScheduleOutcome> {
  const { details } = schedule
  if (details === null) throw unreadable(schedule)
  const { folder } = details
  // A drive that is not connected is no reason to begin an archive where it will be.
  if (!isFolder(folder)) throw new AppError({ tag: 'folder-gone', folder })
  const select = (): Selection | null => selectionFor(details.source, schedule, execution.worklists)
  // What an earlier run planned is saved whatever has become of the worklist since.
  if (run.jobId === null && select() === null) return NO_REFERENCES
  const session = await execution.open(schedule, details)
  try {
    return await saveWith(execution, { session, details, select, jobId: run.jobId }, signal)
  } finally {
    execution.close?.(session)
  }
}

interface RunWork<Session> {
  session: Session
  details: ScheduleDetails
  select: () => Selection | null
  /** To go on with. */
  jobId: string | null
}

async function saveWith<Session extends SchedulePlanner>(
  execution: ScheduleExecution<Session>,
  { session, details, select, jobId }: RunWork<Session>,
  signal: AbortSignal,
): Promise<ScheduleOutcome> {
  const { folder } = details
  const resumed = jobId === null ? null : await execution.resume(session, jobId, signal)
  if (resumed !== null) return outcomeOf(execution, resumed, { folder, isComplete: true, problems: [] })
  const selection = select()
  if (selection === null) return NO_REFERENCES
  const plan = await session.plan({ ...planOptionsOf(details), selection }, undefined, signal)
  if (plan.documents.every(({ state }) => state === 'skipped')) {
    return plan.isComplete
      ? nothingNew(outcomeOfSave(0, folder).text)
      : failed(incomplete(0, plan.problems), NOTHING_SAVED, true)
  }
  const ended = await execution.save(session, plan, signal)
  return outcomeOf(execution, ended, { ...plan, folder })
}

function outcomeOf(
  { documents }: Pick<ScheduleExecution<SchedulePlanner>, 'documents'>,
  ended: ScheduleSave,
  { folder, isComplete, problems }: Pick<SavePlan, 'folder' | 'isComplete' | 'problems'>,
): ScheduleOutcome {
  if (ended.failure !== null) {
    const canPass = stopMayPass(ended.failure.tag, documents(ended.jobId))
    return { ...failed(ended.failure, ended, canPass), askedWaitMs: ended.askedWaitMs }
  }
  if (!isComplete) return failed(incomplete(ended.saved, problems), ended, true)
  return {
    ...outcomeOfSave(ended.saved, folder),
    saved: ended.saved,
    jobId: ended.jobId,
    failure: null,
    mayPass: false,
  }
}

/** Of a job that somebody cancelled, which is not tried again. */
export const SAVE_CANCELLED: DescribedFailure = {
  tag: 'interrupted',
  message: 'Its save was cancelled.',
  next: 'Run the schedule again when it suits.',
}

const NOTHING_SAVED = { jobId: null, saved: 0 }

function nothingNew(text: string): ScheduleOutcome {
  return { state: 'nothing-new', text, ...NOTHING_SAVED, failure: null, mayPass: false }
}

const NO_REFERENCES = nothingNew('The worklist has no references.')

function failed(
  failure: DescribedFailure,
  { jobId, saved }: { jobId: string | null; saved: number },
  canPass: boolean,
): ScheduleOutcome {
  // That a search was incomplete tells the number itself.
  const isTold = saved === 0 || failure.tag === 'incomplete'
  const before = isTold ? '' : `${counted(saved, 'document')} saved. `
  return {
    state: 'failed',
    text: `${before}${failure.message} ${failure.next}`,
    saved,
    jobId,
    failure,
    mayPass: canPass,
  }
}

/** With the first problem, because a run keeps one sentence. */
function incomplete(saved: number, [first]: readonly Problem[]): DescribedFailure {
  const what = `${counted(saved, 'document')} saved`
  const missing = first === undefined ? '' : ` (${first.where}: ${first.message})`
  return describeFailure({
    tag: 'incomplete',
    what,
    missing: `the service did not list everything that was asked for${missing}`,
  })
}

/**
 * Null for a worklist without references: without any, a search would find everything. Fails with bad-usage for one that is
 * gone or damaged.
 */
function selectionFor(
  source: ScheduleSource,
  { environment, account }: Schedule,
  worklists: KeptWorklists,
): Selection | null {
  if (source.kind === 'search') return source.selection
  const store = worklists(environment)
  const worklist = store.find(account, source.worklistId)
  requireReadable(worklist)
  const references = store.references(worklist.worklistId)
  return references.length === 0 ? null : activeSetsOfWorklist(worklist, references)
}

/** For a schedule that cannot be read. */
function unreadable({ name }: Pick<Schedule, 'name'>): AppError {
  const message = `What is stored of the schedule “${name}” cannot be read, so it does not run.`
  return new AppError({ tag: 'bad-usage', message, next: 'Remove it and make it again; what it saved is not touched.' })
}

import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { DescribedFailure, Failure, Reader } from '../../shared/errors/failure.ts'
import type { ListedEntry } from '../../shared/model/feed-entry.ts'
import { type Logger, unexpectedFailure } from '../base/logger.ts'
import { askedWaitMs, mayPass } from '../base/retry.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { FeedStore } from '../feed/inbox/inbox-store.ts'
import type { StateNames } from '../feed/inbox/state-names.ts'
import type { RuleRun } from '../feed/rule-runs.ts'
import { type PlannedSave, type PlanningSession, planRule, type RuleTask, type SavingRule } from './plan-rule.ts'

interface RunExecution {
  session: PlanningSession
  store: () => RunStore
  clock: ClockPort
  /** How this host saves. */
  save: (planned: PlannedSave) => Promise<RunChanges> | RunChanges
}

export type RunStore = Pick<FeedStore, 'knownState' | 'read' | 'ofSet' | keyof StateNames>

interface ExecutableRun {
  run: RuleRun
  rule: SavingRule
  entry: ListedEntry
}

/** Searches and plans with the present state, and saves what is new. Fails like a search, a plan and a save. */
export async function executeRun(
  { session, store, clock, save }: RunExecution,
  { run, rule, entry }: ExecutableRun,
  signal: AbortSignal,
): Promise<RunChanges> {
  const names = store()
  const known = entry.setId === null ? undefined : names.knownState(entry.setId)
  const isOutdated = entry.isOutdated && !isReportedAgain(names, entry)
  const task: RuleTask = { rule, entry: { ...entry, isOutdated }, known, names, isLagOver: isLagOver(run) }
  const planned = await planRule(session, task, signal)
  if ('nothingNew' in planned) return { state: 'nothing-new', text: planned.nothingNew, nextTryAt: null }
  return 'notYet' in planned ? postponed({ clock }, run, { why: planned.notYet }) : await save(planned)
}

/** A run serves every message about its set and state until it has searched, so also a newer one that came since. */
function isReportedAgain(store: RunStore, { id, setId, state }: ListedEntry): boolean {
  const later = setId === null ? [] : store.ofSet(setId).filter((other) => other.id > id)
  return later.some((other) => other.state === state && !other.isOutdated)
}

export type RunChanges = Partial<RuleRun>

/** Most searches show a new state within seconds; a lag of half a minute must not cost more than that. */
const FIRST_WAITS_MS = [5_000, 15_000, 30_000]
const NEXT_WAIT_MS = 60_000
const MAX_WAIT_MS = 3_600_000
/** The first attempt and those after the first waits: a command that is ending waits for no more. */
export const FIRST_ATTEMPTS = 1 + FIRST_WAITS_MS.length
/** After half an hour, a service that still shows another state than the message is believed. */
const LAG_ATTEMPTS = 8
/** About two days with the longest waits: a weekend without a sign-in. */
const MAX_ATTEMPTS = 53

interface RetryContext {
  clock: ClockPort
  logger: Logger
  /** Whom the sentences are for. Default: the desk. */
  reader?: Reader
}

function isLagOver({ attempts }: RuleRun): boolean {
  return attempts >= LAG_ATTEMPTS
}

/** Why a run waits, and how long the service asked to wait. */
interface Postponement {
  why: string
  askedMs?: number | undefined
}

/**
 * Retried after 5, 15 and 30 seconds, then after waits that grow from a minute to an hour, but not before the time that the
 * service asked for (T33); given up after 53 attempts.
 */
export function postponed(
  { clock }: Pick<RetryContext, 'clock'>,
  run: RuleRun,
  { why, askedMs = 0 }: Postponement,
): RunChanges {
  const attempts = run.attempts + 1
  if (attempts >= MAX_ATTEMPTS) return { ...failed(`${why} Given up after ${attempts} attempts.`), attempts }
  const later = NEXT_WAIT_MS * 2 ** (run.attempts - FIRST_WAITS_MS.length)
  const waitMs = Math.max(FIRST_WAITS_MS[run.attempts] ?? Math.min(later, MAX_WAIT_MS), askedMs)
  const nextTryAt = new Date(clock.now().getTime() + waitMs).toISOString()
  return { state: 'waiting', text: why, attempts, nextTryAt }
}

/** Retried where the failure can pass; otherwise the run has failed. */
export function afterFailure(context: RetryContext, run: RuleRun, failure: Failure): RunChanges {
  const { logger, reader = 'desk' } = context
  const { message, next } = describeFailure(failure, reader)
  if (mayPass(failure)) return postponed(context, run, { why: logger.redact(message), askedMs: askedWaitMs(failure) })
  return failed(logger.redact(`${message} ${next}`))
}

/** Of a run that could not be planned because of a fault in this program; the details are in the log. */
export function planningFault(logger: Logger, thrown: unknown): DescribedFailure {
  const { tag, message, next } = describeFailure(unexpectedFailure(logger, 'planning what a rule does', thrown))
  return { tag, message, next: `Save the documents of this set yourself. ${next}` }
}

export function failed(text: string): RunChanges {
  return { state: 'failed', text, nextTryAt: null }
}

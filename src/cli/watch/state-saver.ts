import { AppError, failureOf } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import type { FeedEntry } from '../../shared/model/feed-entry.ts'
import type { JobDocument } from '../../shared/model/job.ts'
import { foldState } from '../../shared/text/set-fields.ts'
import { counted } from '../../shared/text/format.ts'
import { fired, serialize } from '../../engine/base/async.ts'
import { askedWaitMs } from '../../engine/base/retry.ts'
import { unexpectedFailure } from '../../engine/base/logger.ts'
import type { Feed } from '../../engine/feed/open-feed.ts'
import { type PlannedRun, type RuleRun, watchRuleId } from '../../engine/feed/rule-runs.ts'
import type { ParcelDesk, ParcelSession } from '../../engine/parcel-desk.ts'
import {
  afterFailure,
  executeRun,
  failed,
  FIRST_ATTEMPTS,
  planningFault,
  postponed,
  type RunChanges,
} from '../../engine/rules/execute-run.ts'
import { planEach } from '../../engine/rules/plan-each.ts'
import { createRunScheduler } from '../../engine/rules/run-scheduler.ts'
import { prepareFolder } from '../../engine/saving/plan/check-folder.ts'
import { createSavingRules } from '../../engine/saving/plan/saving-rules.ts'
import type { SavePlan } from '../../engine/saving/plan/save-plan.ts'
import { outcomeOfSave, stopMayPass } from '../../engine/saving/save-job.ts'
import type { CommandRun } from '../command-run.ts'
import { chosenPattern } from '../options/chosen-pattern.ts'
import type { WatchOptions } from '../options/option-types.ts'
import { failureOfSave } from '../reports/report-save.ts'
import { createSaverReport, type SaverReport } from './saver-report.ts'

interface SaverDependencies {
  run: CommandRun<WatchOptions>
  desk: Pick<ParcelDesk, 'jobs' | 'logger' | 'policy'>
  feed: Feed
  session: ParcelSession
  folder: string
  state: string
}

/**
 * Saves the documents of every set that reaches a state. Each set is retried on its own schedule, so that a lagging
 * search holds up no other set. What is still open at the end stands in the inbox’s database, and the next such run resumes
 * it.
 */
export interface StateSaver {
  /** Records what is to be saved for new entries, inside the transaction that stores them. */
  plan(entries: readonly FeedEntry[]): void
  /** Starts what was planned, once that transaction is committed. */
  startPlanned(): void
  /** Resolves when every open set has been tried after each of the first waits. */
  settled(): Promise<void>
  /** Finishes the save that is running, reports what is still open, and returns why not all was saved. */
  end(): Promise<DescribedFailure | undefined>
}

/** For a run that does not save. */
export const NO_SAVER: StateSaver = {
  plan: () => undefined,
  startPlanned: () => undefined,
  settled: () => Promise.resolve(),
  end: () => Promise.resolve(undefined),
}

/**
 * Creates the folder, and resumes what an earlier run left open. Fails like writing there, and with set-by-organisation,
 * storage-failed.
 */
export function createStateSaver(dependencies: SaverDependencies): StateSaver {
  const { run, desk, feed, folder } = dependencies
  const { clock } = run.terminal
  const state = foldState(dependencies.state)
  const rule = ruleOf(dependencies, state)
  const runs = feed.runsOfWatch(rule.ruleId)
  const report = createSaverReport({ screen: run.screen, feed })
  /** Also true after a transaction that was rolled back: then waking the scheduler finds nothing. */
  let hasPlanned = false
  const tried = new Set<number>()
  const hasWaited = ({ runId, attempts }: RuleRun): boolean => tried.has(runId) && attempts >= FIRST_ATTEMPTS
  const settling = createSettledWaiter(() => runs.open().every(hasWaited))
  const scheduler = createRunScheduler({
    clock,
    logger: desk.logger,
    runs: () => runs,
    attempt: createAttempt(dependencies, report),
    onChanged: (changed) => {
      // Those that have ended are asked for no more, and a watch runs for months.
      if (changed.state === 'waiting') tried.add(changed.runId)
      else tried.delete(changed.runId)
      report.report(changed)
      settling.check()
    },
    onError: (thrown) => {
      report.storeBroken(folder, describeFailure(failureOf(thrown) ?? unexpectedFailure(desk.logger, 'watch', thrown)))
      settling.giveUp()
    },
  })
  createSavingRules(desk.policy).assertFolderAllowed(folder)
  prepareFolder(folder)
  const stop = (): void => void scheduler.stop()
  run.interruption.stop.addEventListener('abort', stop, { once: true })
  const owed = runs.open().length
  if (owed > 0) {
    run.screen.note(`The documents of ${counted(owed, 'set')} are owed from before. They are tried again.`)
    runs.makeAllDue(clock.now().toISOString())
    scheduler.wake()
  }
  let skipped: RuleRun[] = []
  return {
    plan: (entries) => {
      const at = clock.now().toISOString()
      skipped = []
      planEach(
        entries,
        (some) => {
          const planned = planOf(some, { ...rule, state, at })
          runs.plan(planned, scheduler.underWay())
          hasPlanned ||= planned.length > 0
        },
        ({ id: entryId }, thrown) => {
          const fault = planningFault(desk.logger, thrown)
          const failedRun = runs.settle({ ...rule, entryId, at }, 'failed', `${fault.message} ${fault.next}`)
          skipped.push(failedRun)
          report.failed(failedRun, fault)
        },
      )
    },
    startPlanned: () => {
      for (const one of skipped.splice(0)) report.report(one)
      if (hasPlanned) scheduler.wake()
      hasPlanned = false
    },
    settled: () => settling.promise(run.interruption.stop),
    end: async () => {
      run.interruption.stop.removeEventListener('abort', stop)
      await scheduler.stop()
      return report.end(runs.open())
    },
  }
}

type SaverRule = Pick<PlannedRun, 'ruleId' | 'ruleName'>

/**
 * What is to be saved for these entries. A set that reaches the state again is saved again: it was
 * signed by one more, or amended. That two messages may report one change (T13) costs little: what an earlier run saved is in
 * the ledger, and a run that is still to search for the set serves every message until then. What comes while the set is being
 * saved is saved after that, once for all messages. Of an outdated message (T42) a search tells whether the set is still in its state.
 */
function planOf(entries: readonly FeedEntry[], rule: SaverRule & Pick<PlannedRun, 'state' | 'at'>): PlannedRun[] {
  return entries.flatMap(({ id: entryId, setId, state }) =>
    setId === null || state !== rule.state ? [] : [{ ...rule, entryId, setId }],
  )
}

function ruleOf({ run, session, folder }: SaverDependencies, state: string): SaverRule {
  const { username, baseUrl } = session.connection
  const ruleName = `watch --on-state ${run.options.onState ?? state}`
  return { ruleId: watchRuleId([`${username}@${baseUrl}`, state, folder]), ruleName }
}

/** Searches several sets at once but saves one after another: a single save fills service and disk. */
function createAttempt(
  dependencies: SaverDependencies,
  report: SaverReport,
): (run: RuleRun, signal: AbortSignal) => Promise<RunChanges> {
  const { run: command, desk, feed, session, folder } = dependencies
  const { clock } = command.terminal
  const inTurn = serialize()
  const rule = { folder, pattern: chosenPattern(undefined, desk.policy), docTypes: [], conflict: 'keep-both' as const }
  return async (run, signal) => {
    const entry = feed.read(run.entryId)
    if (entry === undefined) return failed('Its message is not in the inbox any more.')
    let hasPlan = false
    const save = async (plan: SavePlan): Promise<RunChanges> => {
      hasPlan = true
      // Shutdown came before its turn.
      if (signal.aborted) throw new AppError({ tag: 'interrupted' })
      return await saveNow(dependencies, { run, plan, report })
    }
    try {
      const changes = await executeRun(
        {
          session,
          clock,
          store: () => feed,
          save: async ({ plan, note }) => ({ note, ...(await inTurn(() => save(plan))) }),
        },
        { run, rule, entry },
        signal,
      )
      if (changes.state === 'waiting' && !hasPlan) report.lagging(run, changes.text ?? '')
      return changes
    } catch (thrown) {
      const failure = failureOf(thrown) ?? unexpectedFailure(desk.logger, `watch: ${run.ruleName}`, thrown)
      if (!signal.aborted) report.failed(run, describeFailure(failure))
      return afterFailure({ clock, logger: desk.logger, reader: 'terminal' }, run, failure)
    }
  }
}

interface Saving {
  run: RuleRun
  plan: SavePlan
  report: SaverReport
}

async function saveNow(
  { run: command, session, desk, folder }: SaverDependencies,
  { run, plan, report }: Saving,
): Promise<RunChanges> {
  const { interruption, terminal } = command
  const { stop, abort } = interruption
  const result = await session.save(plan, { stop, abort })
  const failure = failureOfSave(result)
  if (failure === undefined) return { ...outcomeOfSave(result.job.saved, folder), nextTryAt: null }
  // What was interrupted stays open as it was.
  if (stop.aborted) return {}
  report.failed(run, failure)
  const { tag, message, next } = failure
  const { job } = result.job
  if (stopMayPass(tag, desk.jobs.documents(job))) {
    return postponed(terminal, run, { why: desk.logger.redact(message), askedMs: askedWaitMs(result.failure) })
  }
  const rest = tag === 'some-not-saved' ? whyNotAll(job, desk.jobs.documents(job)) : next
  return failed(desk.logger.redact(`${message} ${rest}`))
}

function whyNotAll(job: string, documents: Iterable<JobDocument>): string {
  const resume = `“parcel-desk resume ${job}” tries again.`
  for (const { failure } of documents) if (failure !== undefined) return `The first: ${failure.message} ${resume}`
  return resume
}

/** Resolves `promise` once `isSettled` is true. */
interface SettledWaiter {
  check(): void
  giveUp(): void
  promise(stop: AbortSignal): Promise<void>
}

function createSettledWaiter(isSettled: () => boolean): SettledWaiter {
  const over = Promise.withResolvers<void>()
  let isWaiting = false
  const check = (): void => {
    if (isWaiting && isSettled()) over.resolve()
  }
  return {
    check,
    giveUp: over.resolve,
    promise: async (stop) => {
      isWaiting = true
      check()
      await Promise.race([over.promise, fired(stop)])
    },
  }
}

import type { ParcelDesk, ParcelSession } from '../../engine/parcel-desk.ts'
import { serialize } from '../../engine/base/async.ts'
import { unexpectedFailure } from '../../engine/base/logger.ts'
import type { FeedStore } from '../../engine/feed/inbox/inbox-store.ts'
import { nothingToDoIn } from '../../engine/rules/plan-rule.ts'
import { createRuleRuns, type PlannedRun, type RuleRun, watchRuleId } from '../../engine/rules/rule-runs.ts'
import { afterFailure, type RunChanges, failed, FIRST_ATTEMPTS, postponed } from '../../engine/rules/rule-retries.ts'
import { createRunScheduler } from '../../engine/rules/run-scheduler.ts'
import { prepareFolder } from '../../engine/saving/plan/check-folder.ts'
import { DEFAULT_NAME_PATTERN } from '../../engine/saving/names/name-pattern.ts'
import { AppError, failureOf } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import type { FeedEntry } from '../../shared/model/feed-entry.ts'
import { counted } from '../../shared/text/format.ts'
import { foldState } from '../../shared/text/fold-state.ts'
import type { CommandRun } from '../command-run.ts'
import type { WatchOptions } from '../options/option-types.ts'
import { failureOfSave } from '../reports/report-save.ts'
import { createSaverReport, type SaverReport } from './saver-report.ts'
import type { SavePlan } from '../../engine/saving/plan/save-plan.ts'
import { executeRun } from '../../engine/rules/execute-run.ts'

interface SaverDependencies {
  run: CommandRun<WatchOptions>
  desk: Pick<ParcelDesk, 'logger'>
  feed: FeedStore
  session: ParcelSession
  folder: string
  state: string
}

/**
 * Saves the documents of every set that reaches a state. Each set is tried at times of its own, so that one whose search
 * lags holds up no other; what is owed at the end stands in the database of the inbox, and the next such run goes on with it.
 */
export interface StateSaver {
  add(entries: readonly FeedEntry[]): void
  /** Resolves when whatever is still owed was tried after each of the first waits. */
  settled(): Promise<void>
  /** Waits no longer: what is being saved is finished, what is owed is said. Why not all was saved. */
  end(): Promise<DescribedFailure | undefined>
}

/** Makes the folder, and takes up what an earlier run owed. Fails like writing there, and with storage-failed. */
export function createStateSaver(parts: SaverDependencies): StateSaver {
  const { run, desk, feed, folder } = parts
  const { clock } = run.terminal
  const wanted = foldState(parts.state)
  const rule = ruleOf(parts, wanted)
  const runs = createRuleRuns(feed.database, rule.ruleId)
  const report = createSaverReport({ screen: run.screen, feed })
  // Two messages may tell of one set and state (T13); what was saved in an earlier run, the ledger knows.
  const seen = new Set<string>()
  const tried = new Set<number>()
  const hasWaited = ({ entryId, attempts }: RuleRun): boolean => tried.has(entryId) && attempts >= FIRST_ATTEMPTS
  const settling = createSettledWaiter(() => runs.open().every(hasWaited))
  const scheduler = createRunScheduler({
    clock,
    logger: desk.logger,
    runs: () => runs,
    attempt: createAttempt(parts, report),
    onChanged: (changed) => {
      tried.add(changed.entryId)
      report.report(changed)
      settling.check()
    },
    onError: (thrown) => {
      report.storeBroken(folder, describeFailure(failureOf(thrown) ?? unexpectedFailure(desk.logger, 'watch', thrown)))
      settling.giveUp()
    },
  })
  prepareFolder(folder)
  const stop = (): void => void scheduler.stop()
  run.interruption.stop.addEventListener('abort', stop, { once: true })
  const owed = runs.open().length
  if (owed > 0) {
    run.screen.note(`The documents of ${counted(owed, 'set')} are owed from before. They are tried again.`)
    runs.makeAllDue(clock.now().toISOString())
    scheduler.wake()
  }
  return {
    add: (entries) => {
      const at = clock.now().toISOString()
      const planned: PlannedRun[] = []
      for (const { id: entryId, setId, state, isOutdated } of entries) {
        if (setId === null || state !== wanted || seen.has(setId)) continue
        const one = { ...rule, entryId, setId, state, at }
        if (isOutdated) report.report(runs.skip(one, nothingToDoIn(feed.knownState(setId)?.status ?? '')))
        else planned.push(one)
        if (!isOutdated) seen.add(setId)
      }
      runs.plan(planned)
      if (planned.length > 0) scheduler.wake()
    },
    settled: () => settling.promise(run.interruption.stop),
    end: async () => {
      run.interruption.stop.removeEventListener('abort', stop)
      await scheduler.stop()
      return report.end(runs.open())
    },
  }
}

function ruleOf({ run, session, folder }: SaverDependencies, state: string): Pick<PlannedRun, 'ruleId' | 'ruleName'> {
  const { username, baseUrl } = session.connection
  const ruleName = `watch --on-state ${run.options.onState ?? state}`
  return { ruleId: watchRuleId([`${username}@${baseUrl}`, state, folder]), ruleName }
}

/** Searches several at once; saves are carried out one after another, for one fills service and disk. */
function createAttempt(
  parts: SaverDependencies,
  report: SaverReport,
): (run: RuleRun, signal: AbortSignal) => Promise<RunChanges> {
  const { run: command, desk, feed, session, folder } = parts
  const { clock } = command.terminal
  const inTurn = serialize()
  const rule = { folder, pattern: DEFAULT_NAME_PATTERN, docTypes: [], conflict: 'keep-both' as const }
  return async (run, signal) => {
    const entry = feed.read(run.entryId)
    if (entry === undefined) return failed('Its message is not in the inbox any more.')
    let hasPlan = false
    const save = async (plan: SavePlan): Promise<RunChanges> => {
      hasPlan = true
      // Before its turn came, the end did.
      if (signal.aborted) throw new AppError({ tag: 'interrupted' })
      return await saveNow(parts, { run, plan, report })
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
  if (failure === undefined) {
    const { saved } = result.job
    const text = `${counted(saved, 'document')} saved to ${folder}.`
    return { state: saved === 0 ? 'nothing-new' : 'saved', text, nextTryAt: null }
  }
  // What was not taken up any more is owed as it was.
  if (stop.aborted) return {}
  report.failed(run, failure)
  const { message, next } = failure
  // What one document lacks, the next run of it would lack too; what stopped the others may pass.
  if (result.job.state === 'done' && result.job.failed > 0) return failed(desk.logger.redact(`${message} ${next}`))
  return postponed(terminal, run, desk.logger.redact(message))
}

interface SettledWaiter {
  check(): void
  giveUp(): void
  promise(stop: AbortSignal): Promise<void>
}

function createSettledWaiter(isSettled: () => boolean): SettledWaiter {
  const over = Promise.withResolvers<void>()
  let isAsked = false
  const check = (): void => {
    if (isAsked && isSettled()) over.resolve()
  }
  return {
    check,
    giveUp: over.resolve,
    promise: async (stop) => {
      isAsked = true
      stop.addEventListener('abort', () => over.resolve(), { once: true })
      if (stop.aborted) return
      check()
      await over.promise
    },
  }
}

/** For a run that does not save. */
export const NO_SAVER: StateSaver = {
  add: () => undefined,
  settled: () => Promise.resolve(),
  end: () => Promise.resolve(undefined),
}

import { ignoring } from '../shared/errors/ignoring.ts'
import { failureOf } from '../shared/errors/app-error.ts'
import type { SaveResult } from '../shared/model/job.ts'
import type { ParcelSet } from '../shared/model/parcel-set.ts'
import type { GrowingJob } from './saving/growing-job.ts'
import { nothingMatched, type WholePlan } from './saving/plan/plan-save.ts'
import type { SavableSets } from './search/find-savable.ts'
import type { SearchOutcome } from './search/search-service.ts'
import type { FoundSet } from './search/selection.ts'

/** What a save is about to do. */
export interface PlanSummary extends Omit<WholePlan, 'documents' | 'docTypes'> {
  documents: number
  skipped: number
  tooLong: number
}

export interface FoundSaving {
  search(onSets: (sets: readonly FoundSet[]) => void, signal: AbortSignal): Promise<SearchOutcome>
  /** The set as found, if nothing that the search still finds can change what is saved of it. */
  readCertain(found: FoundSet): ParcelSet | undefined
  /** All that may be saved once the search is over. */
  findSavable(found: SearchOutcome, signal: AbortSignal): Promise<SavableSets>
  plan(savable: SavableSets, signal: AbortSignal): Promise<WholePlan>
  /** Stores a job without documents and runs it. */
  begin(plan: WholePlan): { job: GrowingJob; ended: Promise<SaveResult> }
  onPlanned(plan: PlanSummary): void
  signal: AbortSignal | undefined
}

/**
 * Saves while the search goes on that finds what to save: the job begins with the first documents. Undefined where there are
 * none. Fails as searching and planning do as long as there is no job; then that is how the job ends, once it has saved what was found.
 */
export async function saveAsFound(saving: FoundSaving): Promise<SaveResult | undefined> {
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, ...(saving.signal === undefined ? [] : [saving.signal])])
  const planned = new Set<string>()
  let running: ReturnType<FoundSaving['begin']> | undefined
  let summary: PlanSummary | undefined
  const planPart = async (savable: SavableSets): Promise<void> => {
    const plan = await saving.plan(savable, signal)
    summary = addUp(summary, plan)
    if (plan.documents.length === 0) return
    if (running === undefined) {
      running = saving.begin(plan)
      // What stops the job leaves nothing to search for.
      void running.ended.catch(ignoring('the result tells it')).then(() => stop.abort())
    }
    running.job.add(plan.documents)
  }
  let planning = Promise.resolve()
  const onSets = (found: readonly FoundSet[]): void => {
    planning = planning.then(async () => {
      const sets = found.filter(({ setId }) => !planned.has(setId)).flatMap((one) => saving.readCertain(one) ?? [])
      if (sets.length === 0) return
      for (const { setId } of sets) planned.add(setId)
      await planPart({ sets, isComplete: false, problems: [] })
    })
    planning.catch(() => stop.abort())
  }
  try {
    const found = await saving.search(onSets, signal)
    await planning
    const savable = await saving.findSavable(found, signal)
    await planPart({ ...savable, sets: Iterator.from(savable.sets).filter(({ setId }) => !planned.has(setId)) })
    if (summary === undefined || (summary.documents === 0 && savable.isComplete)) throw nothingMatched()
    const { problems, isComplete } = savable
    saving.onPlanned({ ...summary, problems, isComplete })
    running?.job.complete({ problems, isSelectionComplete: isComplete })
    running?.job.end(null)
  } catch (thrown) {
    // A plan that fails ends the search, which only says that it was ended.
    const cause: unknown = await planning.then(
      () => thrown,
      (failed: unknown) => failed,
    )
    if (running === undefined) throw cause
    const failure = failureOf(cause)
    running.job.end(failure ?? { tag: 'internal', reference: 'search' })
    if (failure === undefined) {
      await running.ended
      throw cause
    }
  }
  return await running?.ended
}

/** The summary of a plan, added to that of the parts before it. */
export function addUp(
  before: PlanSummary | undefined,
  { documents, ...plan }: Omit<WholePlan, 'docTypes'>,
): PlanSummary {
  const { folder, conflict, isComplete, problems, freeBytes } = plan
  return {
    folder,
    conflict,
    isComplete,
    problems,
    freeBytes,
    requests: plan.requests + (before?.requests ?? 0),
    likelyBytes: plan.likelyBytes + (before?.likelyBytes ?? 0),
    documents: documents.length + (before?.documents ?? 0),
    skipped: documents.filter(({ state }) => state === 'skipped').length + (before?.skipped ?? 0),
    tooLong: documents.filter(({ action }) => action === 'too-long').length + (before?.tooLong ?? 0),
  }
}

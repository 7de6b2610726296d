import type { ParcelSet, Problem, Counterparty } from '../../shared/model/parcel-set.ts'
import { isSameState } from '../../shared/text/fold-state.ts'
import { counted } from '../../shared/text/format.ts'
import { readSets, type PartialResult, type SearchContext } from './search-customers.ts'
import type { ReferenceResult } from './search-reference.ts'
import type { ReferenceSummary, SearchResult, Selection } from './selection.ts'

export interface SearchOutcome extends SearchResult {
  /** The sets that may be saved: without those whose reference only resembles a requested one (T8). */
  savable(): Iterable<ParcelSet>
}

interface FinishedSearches {
  context: SearchContext
  selection: Selection
  /** False if customers may be missing because their list could not be read in full. */
  isWhole: boolean
  found: readonly PartialResult[]
  references: readonly ReferenceResult[]
}

/** Combines all searches into one result: true counts, one summary per reference, sets read when iterated. */
export function combineResults({ context, selection, isWhole, found, references }: FinishedSearches): SearchOutcome {
  const { index, problems } = context
  const setIds = new Set(found.flatMap((one) => one.setIds))
  const savableIds = references.length === 0 ? setIds : new Set(references.flatMap((one) => one.exactIds))
  // A set that two customers see came twice, but counts once, in the total as in the list.
  const twice = found.reduce((sum, one) => sum + one.setIds.length, 0) - setIds.size
  const { states } = selection
  const isInWantedState = ({ status }: { status: string | null }): boolean =>
    states.length === 0 || (status !== null && states.some((state) => isSameState(status, state)))
  return {
    total: found.reduce((sum, one) => sum + one.total, 0) - twice,
    loaded: setIds.size,
    lacking: sumShortfalls(found),
    complete: isWhole && found.every((one) => one.isComplete),
    requests: found.reduce((sum, one) => sum + one.requests, 0),
    references: references.map(answerReference),
    problems: withoutRepeats(problems),
    sets: () => readSets(index, setIds).filter(isInWantedState),
    savable: () => readSets(index, savableIds).filter(isInWantedState),
  }
}

function sumShortfalls(found: readonly PartialResult[]): SearchOutcome['lacking'] {
  return {
    unsent: found.reduce((sum, { lacking }) => sum + lacking.unsent, 0),
    unreadable: found.reduce((sum, { lacking }) => sum + lacking.unreadable, 0),
  }
}

function answerReference({ reference, exactIds }: ReferenceResult): ReferenceSummary {
  const sets = exactIds.length
  return { reference, state: sets === 0 ? 'missing' : sets === 1 ? 'found' : 'several', sets }
}

/** Searches that find the same rows again, such as those for owners, report the same problems again. */
function withoutRepeats(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [`${problem.where}\n${problem.message}`, problem])).values()]
}

/**
 * Lists a set that several customers see once, under the first of them in search order, whatever the order of the answers;
 * and reports it, because the documents are filed there (T6).
 */
export function assignSharedSets(
  context: SearchContext,
  customers: readonly Counterparty[],
  found: readonly PartialResult[],
): void {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { setIds } of found) {
    for (const setId of setIds) (seen.has(setId) ? shared : seen).add(setId)
  }
  if (shared.size === 0) return
  for (const [index, customer] of [...customers.entries()].toReversed()) {
    for (const setId of found[index]?.setIds ?? []) {
      if (shared.has(setId)) context.index.setOwner(setId, customer)
    }
  }
  const message = `${counted(shared.size, 'set')} seen by several customers: listed once, under the first of them`
  context.problems.push({ where: 'the search', message })
}

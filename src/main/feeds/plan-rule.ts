import { statSync } from 'node:fs'
import { AppError, failureOf } from '../../shared/errors/app-error.ts'
import type { ListedEntry } from '../../shared/model/feed-entry.ts'
import type { ParcelSet } from '../../shared/model/parcel-set.ts'
import { foldState } from '../../shared/text/fold-state.ts'
import type { ParcelSession, SavePlan } from '../core/parcel-desk.ts'
import type { StoredRule } from './feed-settings.ts'

/** The filter of the service for what is at hand (reference “Search sets”). */
const STATUS = 'ACTIVE'

/** Why nothing can be saved yet, in a sentence; it is tried again. */
export interface NotYet {
  notYet: string
}

/** What of a rule says how to save. */
export type SavingRule = Pick<StoredRule, 'folder' | 'pattern' | 'docTypes' | 'conflict'>

export interface RuleTask {
  rule: SavingRule
  entry: ListedEntry
  /** The state that the set is known to be in; folded. */
  knownState: string | undefined
  /** Asked so often already that a service that still shows another state is believed. */
  isPatienceOver: boolean
}

/**
 * What is to be saved for a rule: the set is searched for anew, so that documents and state are those of now. Undefined
 * where there is nothing new, decided by the ledger (T10). Fails with folder-gone and like a search or a plan.
 */
export async function planRule(
  session: ParcelSession,
  task: RuleTask,
  signal: AbortSignal,
): Promise<SavePlan | NotYet | undefined> {
  const { rule, entry } = task
  if (!isFolder(rule.folder)) throw new AppError({ tag: 'folder-gone', folder: rule.folder })
  const set = await searchAnew(session, entry, signal)
  if (set === undefined) return { notYet: 'The service does not list this set yet.' }
  if (isBehind(set, task)) return { notYet: 'The service still shows an earlier state of this set.' }
  const plan = await planSet(session, { rule, set }, signal)
  if (plan === undefined) return undefined
  const isPending = plan.documents.some(({ state }) => state === 'pending')
  if (isPending) return plan
  return plan.isComplete ? undefined : { notYet: plan.problems[0]?.message ?? 'Its documents are not listed yet.' }
}

async function planSet(
  session: ParcelSession,
  { rule, set }: { rule: SavingRule; set: ParcelSet },
  signal: AbortSignal,
): Promise<SavePlan | undefined> {
  const { folder, pattern, docTypes, conflict } = rule
  const options = { folder, pattern, docTypes, conflict, isOnlyNew: true }
  const sets = (): Iterable<ParcelSet> => session.sets.read([set.setId])
  try {
    return await session.planSets(
      { ...options, sets, status: STATUS, isComplete: true, problems: [] },
      undefined,
      signal,
    )
  } catch (thrown) {
    // No document of these types: there is nothing to do.
    if (failureOf(thrown)?.tag === 'nothing-matched') return undefined
    throw thrown
  }
}

/** By its shipment reference where that is known, one call; else among all sets of the customer (T5). */
async function searchAnew(
  session: ParcelSession,
  { setId, customerId, shipmentRef }: ListedEntry,
  signal: AbortSignal,
): Promise<ParcelSet | undefined> {
  const find = (): ParcelSet | undefined => (setId === null ? undefined : [...session.sets.read([setId])][0])
  const known = find()
  const owner = customerId ?? known?.customerId
  const reference = known?.shipmentRef ?? shipmentRef
  const asked = {
    ...{ customers: owner === null || owner === undefined ? [] : [owner], status: STATUS, instance: undefined },
    ...{ shipmentRefs: reference === null ? [] : [reference], filters: {}, states: [] },
  }
  await session.search(asked, undefined, signal)
  return find()
}

/** A search may lag behind the queue; but where it shows what is known by now, the set has simply moved on. */
function isBehind({ status }: ParcelSet, { entry, knownState, isPatienceOver }: RuleTask): boolean {
  if (status === null || isPatienceOver) return false
  const shown = foldState(status)
  return shown !== entry.state && shown !== knownState
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

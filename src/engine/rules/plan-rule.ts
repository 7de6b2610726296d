import { AppError, failureOf } from '../../shared/errors/app-error.ts'
import type { ListedEntry } from '../../shared/model/feed-entry.ts'
import type { ParcelSet } from '../../shared/model/parcel-set.ts'
import { isEarlierState, isSameState, stateLabel } from '../../shared/text/set-fields.ts'
import { isFolder } from '../files/file-system.ts'
import type { StoredRule } from '../feed/feed-settings.ts'
import type { KnownState } from '../feed/inbox/set-states.ts'
import type { StateNames } from '../feed/inbox/state-names.ts'
import type { ParcelSession } from '../parcel-desk.ts'
import type { SavePlan } from '../saving/plan/save-plan.ts'
import { activeSets, DEFAULT_STATUS } from '../search/selection.ts'

/** Why nothing can be saved yet, as a sentence; it is retried. */
export interface NotYet {
  notYet: string
}

/** What is to be saved, with a sentence that the user must see beside the result. */
export interface PlannedSave {
  plan: SavePlan
  note: string | null
}

/** Why there is nothing to do, as a sentence. */
export interface NothingNew {
  nothingNew: string
}

/** What planning needs of a session. */
export type PlanningSession = Pick<ParcelSession, 'sets' | 'search' | 'planSets'>

/** The part of a rule that says how to save. */
export type SavingRule = Pick<StoredRule, 'folder' | 'pattern' | 'docTypes' | 'conflict'>

export interface RuleTask {
  rule: SavingRule
  entry: ListedEntry
  /** The known state of the set. */
  known: KnownState | undefined
  /** Tried so often that a service which still shows another state is believed. */
  isLagOver: boolean
  names: StateNames
}

/**
 * Plans what to save for a rule. The set is searched for again, so that documents and state are current; the ledger decides
 * what is new (T10). Fails with folder-gone and like a search or a plan.
 */
export async function planRule(
  session: PlanningSession,
  task: RuleTask,
  signal: AbortSignal,
): Promise<PlannedSave | NothingNew | NotYet> {
  const { rule, entry } = task
  if (!isFolder(rule.folder)) throw new AppError({ tag: 'folder-gone', folder: rule.folder })
  const set = await searchSetAgain(session, entry, signal)
  if (typeof set === 'string') return { notYet: set }
  if (set === undefined) return { notYet: 'The service does not list this set yet.' }
  const isShown = showsState(session, set, task)
  if (isBehind(set, task, isShown)) return { notYet: 'The service still shows an earlier state of this set.' }
  // Only their times say which of two messages is newer, and the service’s clock may be wrong: it has been asked.
  if (entry.isOutdated && !isShown) return { nothingNew: nothingToDoIn(set.status ?? task.known?.status ?? '') }
  const plan = await planSet(session, { rule, set }, signal)
  const nothingNew = nothingToDo(set, task)
  if (plan === undefined) return { nothingNew }
  const isPending = plan.documents.some(({ state }) => state !== 'skipped')
  if (isPending)
    return { plan, note: hasMovedOn(set, task) ? `The set is ${stateLabel(set.status ?? '')} already.` : null }
  return plan.isComplete ? { nothingNew } : { notYet: plan.problems[0]?.message ?? 'Its documents are not listed yet.' }
}

async function planSet(
  session: PlanningSession,
  { rule, set }: { rule: SavingRule; set: ParcelSet },
  signal: AbortSignal,
): Promise<SavePlan | undefined> {
  const { folder, pattern, docTypes, conflict } = rule
  const options = { folder, pattern, docTypes, conflict, isOnlyNew: true }
  const sets = (): Iterable<ParcelSet> => session.sets.read([set.setId])
  try {
    return await session.planSets(
      { ...options, sets, status: DEFAULT_STATUS, isComplete: true, problems: [] },
      undefined,
      signal,
    )
  } catch (thrown) {
    // The set has no document of these types.
    if (failureOf(thrown)?.tag === 'nothing-matched') return undefined
    throw thrown
  }
}

/**
 * By its shipment reference where that is known, in one call; otherwise among all sets of the customer (T5). A sentence where it
 * may be among what could not be read: what was known of it before may be outdated.
 */
async function searchSetAgain(
  session: PlanningSession,
  { setId, customerId, shipmentRef }: ListedEntry,
  signal: AbortSignal,
): Promise<ParcelSet | string | undefined> {
  const find = (): ParcelSet | undefined => (setId === null ? undefined : [...session.sets.read([setId])][0])
  const known = find()
  const owner = customerId ?? known?.customerId
  const reference = known?.shipmentRef ?? shipmentRef
  const selection = activeSets({
    customers: owner === null || owner === undefined ? [] : [owner],
    shipmentRefs: reference === null ? [] : [reference],
  })
  const { complete, problems, sets } = await session.search(selection, undefined, signal)
  if (complete || Iterator.from(sets()).some((one) => one.setId === setId)) return find()
  const [first] = problems
  return first === undefined ? 'The search for this set was not complete.' : `${first.where}: ${first.message}.`
}

/**
 * Whether the search shows a state from before the message, because it may lag behind the queue. A check is no evidence of
 * that: it used the same search.
 */
function isBehind(set: ParcelSet, task: RuleTask, isShown: boolean): boolean {
  return set.status !== null && !isShown && !task.isLagOver && !hasMovedOn(set, task)
}

/**
 * Whether the search shows the message’s state under its own name or one that searches use for it. Such a name is learnt from
 * a set that was seen to change after the message, or that shows nothing else until the lag is over; not from an outdated
 * message, which the newer one may have followed.
 */
function showsState(
  { sets }: PlanningSession,
  { status, setId }: ParcelSet,
  { entry, names, isLagOver }: RuleTask,
): boolean {
  const [shown, reported] = [status ?? '', entry.newStatus ?? '']
  const isOwnWord = isSameState(shown, reported)
  if (!isOwnWord && names.isNameOf(shown, reported)) return true
  if (!isOwnWord && entry.isOutdated) return false
  const reportedAt = entry.updatedAt ?? entry.seenAt
  const last = sets.history(setId)?.changes.at(-1)
  const hasChanged = last !== undefined && last.seenAt > reportedAt && isSameState(last.after, shown)
  const isLearned = isOwnWord || ((hasChanged || isLagOver) && names.mayBeNameOf(shown, reported))
  if (isLearned) names.learnName(shown, reported)
  return isLearned
}

/** Whether the set has reached the state of a newer message, or a later state that was not its state before the message. */
function hasMovedOn({ status }: ParcelSet, { entry, known }: RuleTask): boolean {
  const [shown, reported] = [status ?? '', entry.newStatus ?? '']
  if (isSameState(shown, reported)) return false
  if (known === undefined || known.isFromCheck) return isEarlierState(reported, shown)
  if (!isSameState(known.status, reported)) {
    const mayLag = entry.isOutdated && isEarlierState(shown, reported)
    return (isSameState(shown, known.status) && !mayLag) || isEarlierState(reported, shown)
  }
  return isEarlierState(reported, shown) && !isSameState(shown, known.statusBefore ?? '')
}

function nothingToDo(set: ParcelSet, task: RuleTask): string {
  return hasMovedOn(set, task) ? nothingToDoIn(set.status ?? '') : `Nothing new to save to ${task.rule.folder}.`
}

/** Said of a set that has moved on from the state of a rule. */
function nothingToDoIn(status: string): string {
  return `Nothing to do: already ${stateLabel(status)}.`
}

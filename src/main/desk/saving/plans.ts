import { randomUUID } from 'node:crypto'
import type { Selection } from '../../../shared/model/selection.ts'
import type { Output } from '../../../shared/contract/contract.ts'
import { badUsage } from '../../../shared/errors/app-error.ts'
import type { ParcelSet, Problem } from '../../../shared/model/parcel-set.ts'
import type { ParcelSession } from '../../../engine/parcel-desk.ts'
import type { PlanOptions, SavePlan } from '../../../engine/saving/plan/save-plan.ts'
import { activeSets } from '../../../engine/search/selection.ts'
import type { ChosenFolders } from '../chosen-paths.ts'
import type { Handler } from '../router.ts'
import type { SearchRun, SearchRuns } from '../search/search-runs.ts'
import type { OpenSessions } from '../sessions.ts'
import { saveCommand } from './save-command.ts'

interface PlanDependencies {
  sessions: Pick<OpenSessions, 'find'>
  runs: Pick<SearchRuns, 'find'>
  chosen: ChosenFolders
  plans: DeskPlans
}

type PlanInput = Parameters<Handler<'saving.plan'>>[0]

/** Plans sets that the page shows, and keeps the plan. Fails as `ParcelSession.planSets` does. */
export async function planForPage(
  dependencies: PlanDependencies,
  input: PlanInput,
  signal: AbortSignal,
): Promise<Output<'saving.plan'>> {
  const { sessions, chosen, plans } = dependencies
  const { setIds, folderId, pattern, docTypes, conflict, isOnlyNew, worklist } = input
  const { sessionId, selection, ...selected } = selectedSets(dependencies, input)
  const { session, connection } = sessions.find(sessionId)
  const folder = chosen.find(folderId)
  const options: PlanOptions = { folder: folder.path, pattern, docTypes, conflict, isOnlyNew }
  const planned = await session.planSets({ ...options, ...selected, status: selection.status }, undefined, signal)
  const plan = worklist === null ? planned : { ...planned, worklist }
  const kept = plans.add({ sessionId, folderId, plan })
  const named = setIds === null ? null : [...selected.sets()]
  const commandLine = saveCommand({ connection, selection, chosen: named, options })
  return { ...summarise(kept), folder, commandLine }
}

interface SelectedSets {
  sets: () => Iterable<ParcelSet>
  isComplete: boolean
  problems: Problem[]
}

interface SetsOfSession extends SelectedSets {
  sessionId: string
  /** What found them. */
  selection: Selection
}

function selectedSets({ sessions, runs }: PlanDependencies, input: PlanInput): SetsOfSession {
  const { searchId, sessionId, setIds } = input
  if (searchId !== null) {
    const run = runs.find(searchId)
    return { sessionId: run.sessionId, selection: run.selection, ...selectSets(run, setIds) }
  }
  if (sessionId === null || setIds === null) throw badUsage('Neither a search nor sets are named.', 'Choose a set.')
  const { session } = sessions.find(sessionId)
  return { sessionId, selection: activeSets({ customers: [], shipmentRefs: [] }), ...knownSets(session, setIds) }
}

/** Sets that are shown without a search of theirs, as the desk has last seen them. */
function knownSets({ sets: seen }: Pick<ParcelSession, 'sets'>, setIds: readonly string[]): SelectedSets {
  const sets = (): Iterable<ParcelSet> => seen.read(setIds)
  const missing = setIds.length - [...sets()].length
  if (missing === 0) return { sets, isComplete: true, problems: [] }
  const message = `${missing} of ${setIds.length} were found by no search here, so they are not in the plan`
  return { sets, isComplete: false, problems: [{ where: 'chosen sets', message }] }
}

/** All results are as complete as their search; sets chosen one by one are complete if the search has them. */
function selectSets(run: SearchRun, setIds: readonly string[] | null): SelectedSets {
  const sets = (): ReturnType<SearchRun['setsOf']> => run.setsOf(setIds)
  if (setIds === null) return { sets, isComplete: run.isComplete, problems: [...run.problems] }
  const missing = setIds.filter((setId) => !run.has(setId)).length
  if (missing === 0) return { sets, isComplete: true, problems: [] }
  const message = `${missing} of ${setIds.length} are not among the results of this search, so they are not in the plan`
  return { sets, isComplete: false, problems: [{ where: 'chosen sets', message }] }
}

function summarise({ planId, plan }: DeskPlan): Omit<Output<'saving.plan'>, 'folder' | 'commandLine'> {
  const { documents, requests, freeBytes, likelyBytes, isComplete, problems, alsoSaving, docTypes } = plan
  const actions = { save: 0, compare: 0, replace: 0, leave: 0, unchanged: 0, 'too-long': 0 }
  for (const { action } of documents) actions[action] += 1
  return {
    planId,
    documents: documents.length,
    skipped: actions.leave + actions.unchanged,
    actions,
    folders: foldersIn(documents).size,
    collisions: documents.filter(({ isSuffixed }) => isSuffixed).length,
    requests,
    freeBytes,
    likelyBytes,
    isComplete,
    problems,
    alsoSaving: [...alsoSaving],
    docTypes,
  }
}

/** Every folder below the chosen one, including those that contain only folders. */
function foldersIn(documents: Iterable<{ relativePath: string }>): Set<string> {
  const folders = new Set<string>()
  for (const { relativePath } of documents) {
    for (let end = relativePath.lastIndexOf('/'); end > 0; end = relativePath.lastIndexOf('/', end - 1)) {
      const folder = relativePath.slice(0, end)
      if (folders.has(folder)) break
      folders.add(folder)
    }
  }
  return folders
}

/** A dialog shows one; others are left from dialogs that were closed in a hurry. Each may have a hundred thousand documents. */
const MAX_PLANS = 4

export interface DeskPlan {
  planId: string
  sessionId: string
  folderId: string
  plan: SavePlan
}

export interface DeskPlans {
  add(made: Omit<DeskPlan, 'planId'>): DeskPlan
  /** Fails with bad-usage where it was discarded or started. */
  find(planId: string): DeskPlan
  discard(planId: string): void
}

/** The plans of the page, in memory only: a plan is useless once the service or the folder has changed. */
export function createDeskPlans(): DeskPlans {
  const plans = new Map<string, DeskPlan>()
  return {
    add: (made) => {
      const [oldest] = plans.keys()
      if (plans.size >= MAX_PLANS && oldest !== undefined) plans.delete(oldest)
      const added = { planId: randomUUID(), ...made }
      plans.set(added.planId, added)
      return added
    },
    find: (planId) => {
      const plan = plans.get(planId)
      if (plan === undefined) throw badUsage('This plan no longer exists.', 'Open “Save” again.')
      return plan
    },
    discard: (planId) => {
      plans.delete(planId)
    },
  }
}

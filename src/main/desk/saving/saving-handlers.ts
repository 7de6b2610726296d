import type { Output } from '../../../shared/contract/contract.ts'
import { badUsage, failureOf } from '../../../shared/errors/app-error.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import type { Environment } from '../../../shared/model/connection.ts'
import type { ParcelSet } from '../../../shared/model/parcel-set.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import {
  EXAMPLE_FIELDS,
  type NameFields,
  namePrefix,
  type NameToken,
  parseNamePattern,
  renderName,
  TOKENS,
} from '../../../engine/saving/names/name-pattern.ts'
import type { PlannedDocument } from '../../../engine/saving/plan/save-plan.ts'
import type { ChosenFolders } from '../chosen-paths.ts'
import type { FoldersPort } from '../desk-ports.ts'
import type { HandlersOf } from '../router.ts'
import type { SearchRuns } from '../search/search-runs.ts'
import type { OpenSessions } from '../sessions.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import { type FetchableRecords, planFetchAgain, recordsToFetch } from './fetch-again.ts'
import { type JobQueue, sessionFor } from './job-queue.ts'
import { type DeskPlans, planForPage } from './plans.ts'

export interface SavingDependencies {
  engine: Pick<ParcelDesk, 'jobs' | 'verify'>
  sessions: Pick<OpenSessions, 'find' | 'findFor'>
  runs: Pick<SearchRuns, 'find'>
  folders: FoldersPort
  /** Folders that the user has chosen. */
  chosen: ChosenFolders
  plans: DeskPlans
  /** The folders that the organisation allows; null: any. */
  roots: () => readonly string[] | null
  queue: JobQueue
  settings: Pick<SettingsStore, 'read'>
}

type SavingHandlers = HandlersOf<'saving'>

/** Answers the page about target folders, plans and jobs. */
export function createSavingHandlers(dependencies: SavingDependencies): HandlersOf<'saving' | 'jobs'> {
  return {
    ...folderHandlers(dependencies),
    ...patternHandlers(dependencies),
    ...planHandlers(dependencies),
    ...jobHandlers(dependencies),
  }
}

type FolderMethods = `saving.${'folders' | 'chooseFolder' | 'openFolder' | 'forgetFolder' | 'recallFolder'}`

function folderHandlers({ folders, chosen, roots }: SavingDependencies): Pick<SavingHandlers, FolderMethods> {
  return {
    'saving.folders': () => ({ folders: chosen.list() }),
    'saving.chooseFolder': async () => {
      const last = chosen.list().find(({ isThere }) => isThere)
      const path = await folders.chooseFolder('Folder to save into', last?.path ?? roots()?.[0])
      return path === undefined ? null : chosen.add(path)
    },
    'saving.openFolder': async ({ folderId }) => {
      await folders.open(chosen.find(folderId).path)
      return {}
    },
    'saving.forgetFolder': ({ folderId }) => {
      chosen.forget(folderId)
      return {}
    },
    'saving.recallFolder': ({ folderId }) => {
      chosen.restore(folderId)
      return {}
    },
  }
}

function patternHandlers({ sessions }: SavingDependencies): Pick<SavingHandlers, 'saving.tokens' | 'saving.example'> {
  return {
    'saving.tokens': () => ({ tokens: TOKENS.map(describeToken) }),
    'saving.example': ({ sessionId, pattern, setIds }) => {
      const { session, connection } = sessions.find(sessionId)
      try {
        return { examples: nameExamples(pattern, session.sets.read(setIds), connection.environment), failure: null }
      } catch (thrown) {
        const failure = failureOf(thrown)
        if (failure?.tag !== 'bad-usage') throw thrown
        return { examples: [], failure: describeFailure(failure, 'desk') }
      }
    },
  }
}

const OF_DOCUMENT: readonly NameToken['field'][] = ['documentId', 'docType', 'name']

function describeToken({ name, field, label }: NameToken): Output<'saving.tokens'>['tokens'][number] {
  return { token: name, of: OF_DOCUMENT.includes(field) ? 'document' : 'set', label }
}

type PlanMethods = `saving.${'plan' | 'cancelPlanning' | 'planned' | 'discardPlan' | 'start'}`

function planHandlers(dependencies: SavingDependencies): Pick<SavingHandlers, PlanMethods> {
  const { sessions, chosen, plans, queue } = dependencies
  let cancelled = new AbortController()
  return {
    'saving.plan': (input, signal) => planForPage(dependencies, input, AbortSignal.any([signal, cancelled.signal])),
    'saving.cancelPlanning': () => {
      cancelled.abort()
      cancelled = new AbortController()
      return {}
    },
    'saving.planned': ({ planId, slice: { from, count } }) => {
      const { documents } = plans.find(planId).plan
      return { documents: documents.slice(from, from + count).map(plannedDocument) }
    },
    'saving.discardPlan': ({ planId }) => {
      plans.discard(planId)
      return {}
    },
    'saving.start': ({ planId, concurrency }) => {
      const { plan, sessionId, folderId } = plans.find(planId)
      const jobId = queue.start(sessions.find(sessionId).session, plan, concurrency)
      plans.discard(planId)
      chosen.markUsed(folderId)
      return { jobId }
    },
  }
}

type Planned = Output<'saving.planned'>['documents'][number]

function plannedDocument({ isSuffixed, facts, ...planned }: PlannedDocument): Planned {
  const { setId, documentId, relativePath, state, action, there } = planned
  const { modifiedDate } = facts
  return { setId, documentId, relativePath, state, action, there, modifiedDate, isCollision: isSuffixed }
}

function jobHandlers({ engine, sessions, folders, queue, settings }: SavingDependencies): HandlersOf<'jobs'> {
  /** What the last comparison found to fetch: the page shows one comparison at a time. */
  let compared: { jobId: string; records: FetchableRecords } | undefined
  return {
    'jobs.documents': ({ jobId, slice, state, isBySet }) => {
      const { documents, count } = engine.jobs.page(jobId, { state, isBySet, ...slice })
      return { documents: documents.map(jobDocument), count }
    },
    'jobs.sets': ({ jobId, state }) => ({ sets: engine.jobs.sets(jobId, state) }),
    'jobs.pause': ({ jobId }) => {
      queue.pause(jobId)
      return {}
    },
    'jobs.resume': ({ jobId, acceptsDamaged }) => {
      queue.resume(jobId, acceptsDamaged)
      return {}
    },
    'jobs.cancel': async ({ jobId }) => {
      await queue.cancel(jobId)
      return {}
    },
    'jobs.openFolder': async ({ jobId }) => {
      await folders.open(engine.jobs.get(jobId).folder)
      return {}
    },
    'jobs.previewUndo': async ({ jobId }, signal) => {
      const { folder } = engine.jobs.get(jobId)
      return { folder, ...(await engine.jobs.previewUndo(jobId, signal)) }
    },
    'jobs.undo': ({ jobId }) => queue.undo(jobId),
    'jobs.stopUndo': ({ jobId }) => {
      queue.stopUndo(jobId)
      return {}
    },
    'jobs.verify': async ({ jobId }, signal) => {
      const { folder, environment, origin: baseUrl, username } = engine.jobs.get(jobId)
      const result = await engine.verify(folder, signal)
      const { pattern, patterns } = settings.read()
      const records = await recordsToFetch(
        result,
        { environment, baseUrl },
        {
          savedAt: (path) => engine.jobs.savedAt(jobId, path),
          sets: (ids) => sessions.findFor({ environment, baseUrl, username })?.session.sets.read(ids) ?? [],
          patterns: [pattern, ...patterns.map((named) => named.pattern)],
        },
      )
      compared = { jobId, records }
      const { missing, changed, copied } = records
      const counts = { restorable: missing.length, fetchable: missing.length + changed.length }
      return { ...result, ...counts, replaceable: changed.length + copied.length }
    },
    'jobs.fetchAgain': ({ jobId, concurrency, replaces }) => {
      const { folder, environment, origin: baseUrl, username } = engine.jobs.get(jobId)
      if (compared?.jobId !== jobId || countOf(compared.records, replaces) === 0) {
        throw badUsage('No missing or changed documents are known.', 'Verify the folder again.')
      }
      const { session } = sessionFor(sessions, { environment, baseUrl, username })
      const plan = planFetchAgain(session, folder, { records: compared.records, replaces })
      const started = queue.start(session, plan, concurrency)
      compared = undefined
      return { jobId: started }
    },
  }
}

function countOf({ missing, changed, copied }: FetchableRecords, replaces: boolean): number {
  return missing.length + changed.length + (replaces ? copied.length : 0)
}

type PagedDocument = ReturnType<ParcelDesk['jobs']['page']>['documents'][number]

function jobDocument({
  bytes,
  sha256,
  failure,
  remark,
  ...rest
}: PagedDocument): Output<'jobs.documents'>['documents'][number] {
  return {
    ...rest,
    bytes: bytes ?? null,
    sha256: sha256 ?? null,
    failure: failure ?? null,
    remark: remark ?? null,
  }
}

/**
 * How a pattern names documents: the first one of each set, or the examples' own where there are no sets. They also stand
 * in where the service has not listed a set's documents. Fails with bad-usage where the pattern is invalid.
 */
function nameExamples(pattern: string, sets: Iterable<ParcelSet>, environment: Environment): string[] {
  const parsed = parseNamePattern(pattern)
  const prefix = namePrefix(environment)
  const render = (fields: NameFields): string => {
    const { folders, file } = renderName(parsed, fields, { prefix })
    return [...folders, file].join('/')
  }
  const examples = Array.from(sets, (set) => render(fieldsOf(set)))
  return examples.length === 0 ? [render(EXAMPLE_FIELDS)] : examples
}

function fieldsOf({ documents, ...set }: ParcelSet): NameFields {
  const { documentId, docType, name } = EXAMPLE_FIELDS
  return { ...set, ...(documents?.[0] ?? { documentId, docType, name }) }
}

import { randomUUID } from 'node:crypto'
import type { Selection } from '../../../shared/model/selection.ts'
import type { Payload } from '../../../shared/contract/contract.ts'
import { badUsage, failureOf } from '../../../shared/errors/app-error.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import type { DescribedFailure } from '../../../shared/errors/failure.ts'
import type { ParcelSet, Problem } from '../../../shared/model/parcel-set.ts'
import { isSameState } from '../../../shared/text/set-fields.ts'
import { type Logger, unexpectedFailure } from '../../../engine/base/logger.ts'
import type { ParcelSession } from '../../../engine/parcel-desk.ts'
import { type AnsweredReference, type SearchListeners, cleanReferences } from '../../../engine/search/selection.ts'
import type { EventHub } from '../event-hub.ts'
import type { OpenSessions } from '../sessions.ts'

export interface SearchRuns {
  /**
   * Returns at once; progress follows as events. The service is asked once `mayBegin` has resolved, and never where the search
   * was ended before. Fails with no-credentials, bad-usage (an empty reference).
   */
  start(sessionId: string, selection: Selection, mayBegin?: (ended: AbortSignal) => Promise<void>): SearchRun
  /** A search that was made earlier, with its answers as they were kept; the service is not asked. */
  restore(sessionId: string, selection: Selection, answers: readonly KeptAnswer[]): SearchRun
  /** Fails with bad-usage if it was closed. */
  find(searchId: string): SearchRun
  /** Ends a search and keeps what it found. */
  cancel(searchId: string): void
  /** Ends a search and forgets what it found. */
  close(searchId: string): void
  /** Every search that is not closed, oldest first. */
  list(): SearchRun[]
}

/** An answer of an earlier search. */
export interface KeptAnswer {
  reference: string
  isComplete: boolean
  sets: readonly Pick<ParcelSet, 'setId' | 'status'>[]
}

interface SearchRunsOptions {
  sessions: Pick<OpenSessions, 'find' | 'beforeClose'>
  events: Pick<EventHub, 'emit'>
  logger: Logger
}

/** The searches of the page. Closing a session closes its searches. */
export function createSearchRuns({ sessions, events, logger }: SearchRunsOptions): SearchRuns {
  const runs = new Map<string, RunningSearch>()
  const find = (searchId: string): RunningSearch => {
    const run = runs.get(searchId)
    if (run === undefined) throw badUsage('This search is not open any more.', 'Search again.')
    return run
  }
  const close = async (searchId: string): Promise<void> => {
    const run = runs.get(searchId)
    runs.delete(searchId)
    await run?.end()
  }
  sessions.beforeClose(async ({ sessionId }) => {
    const ofSession = [...runs.values()].filter((run) => run.sessionId === sessionId)
    await Promise.all(ofSession.map((run) => close(run.searchId)))
  })
  return {
    start: (sessionId, selection, mayBegin = () => Promise.resolve()) => {
      const { session } = sessions.find(sessionId)
      const searchId = randomUUID()
      const onProgress = (progress: RunProgress): void => {
        events.emit('searches.progressed', progress, searchId)
      }
      const run = createSearchRun({ searchId, sessionId, session, logger, onProgress, mayBegin }, selection)
      runs.set(searchId, run)
      return run
    },
    restore: (sessionId, selection, answers) => {
      const { session } = sessions.find(sessionId)
      const run = restoreSearchRun({ searchId: randomUUID(), sessionId, session }, selection, answers)
      runs.set(run.searchId, run)
      events.emit('searches.progressed', run.progress, run.searchId)
      return run
    },
    find,
    cancel: (searchId) => {
      void find(searchId).end()
    },
    close: (searchId) => {
      void close(searchId)
    },
    list: () => [...runs.values()],
  }
}

export type RunProgress = Payload<'searches.progressed'>

/** A search that the page shows. Its sets can be read from the start until it is closed. */
export interface SearchRun {
  readonly searchId: string
  readonly sessionId: string
  /** With its references trimmed, each once. */
  readonly selection: Selection
  readonly progress: RunProgress
  /** False while it runs. */
  readonly isComplete: boolean
  readonly problems: readonly Problem[]
  /** Ids of the sets in the requested states, in the order of the selection. */
  setIds(from: number, count: number): string[]
  /**
   * The sets with these ids as last received, without those that this search does not have; for null, all that it found in the
   * requested states and that may be saved, that is, without sets whose reference only resembles a requested one (T8).
   */
  setsOf(setIds: readonly string[] | null): Iterable<ParcelSet>
  /** Undefined until the reference is answered. */
  answerOf(reference: string): AnsweredReference | undefined
  has(setId: string): boolean
  /** From now on it has these sets of an earlier search as well; they are not counted as results. */
  addEarlier(setIds: readonly string[]): void
  /** Resolves when it has ended, however it ended. */
  readonly finished: Promise<void>
}

interface SearchRunBasis {
  searchId: string
  sessionId: string
  session: ParcelSession
}

interface SearchRunOptions extends SearchRunBasis {
  logger: Logger
  onProgress: (progress: RunProgress) => void
  mayBegin: (ended: AbortSignal) => Promise<void>
}

export interface RunningSearch extends SearchRun {
  /** Ends the search if it still runs. Resolves when nothing of it is under way any more. */
  end(): Promise<void>
}

/** Starts a search and keeps the ids of the sets it finds; the sets themselves are in the local index. */
function createSearchRun(options: SearchRunOptions, requested: Selection): RunningSearch {
  const { searchId, sessionId, session, onProgress } = options
  const selection = { ...requested, shipmentRefs: cleanReferences(requested.shipmentRefs) }
  const found = createFoundSets(session, selection)
  const stop = new AbortController()
  let progress: RunProgress = initialProgress(searchId, selection)
  const update = (changes: Partial<RunProgress>): void => {
    progress = { ...progress, ...changes, ...found.counts() }
    onProgress(progress)
  }
  const listeners: SearchListeners = {
    onSets: found.add,
    onReference: found.answer,
    onProgress: ({ total, requests, expectedRequests }) => {
      // Before the first answer the total is unknown; 0 would say that there are no sets.
      update({ total: requests === 0 ? null : total, requests, expectedRequests })
    },
  }
  const finished = searchToEnd(options, { selection, listeners, stop: stop.signal }).then(update)
  return {
    searchId,
    sessionId,
    selection,
    ...found,
    finished,
    get progress() {
      return progress
    },
    get isComplete() {
      return progress.isComplete
    },
    get problems() {
      return progress.problems
    },
    end: async () => {
      stop.abort()
      await finished
    },
  }
}

function restoreSearchRun(
  { searchId, sessionId, session }: SearchRunBasis,
  selection: Selection,
  answers: readonly KeptAnswer[],
): RunningSearch {
  const found = createFoundSets(session, selection)
  for (const { reference, isComplete, sets } of answers) {
    found.add(sets)
    found.answer({ reference, isComplete, setIds: sets.map(({ setId }) => setId) })
  }
  const isComplete = answers.length === selection.shipmentRefs.length && answers.every((answer) => answer.isComplete)
  const { loaded, received } = found.counts()
  const counts = { loaded, received, total: received, expectedRequests: 0 }
  const progress: RunProgress = { ...initialProgress(searchId, selection), state: 'done', isComplete, ...counts }
  return {
    searchId,
    sessionId,
    selection,
    progress,
    isComplete,
    problems: [],
    ...found,
    finished: Promise.resolve(),
    end: () => Promise.resolve(),
  }
}

/** Runs the search to its end and returns the resulting progress. */
async function searchToEnd(
  { session, logger, searchId, mayBegin }: SearchRunOptions,
  { selection, listeners, stop }: { selection: Selection; listeners: SearchListeners; stop: AbortSignal },
): Promise<Partial<RunProgress>> {
  try {
    await mayBegin(stop)
    const { total, requests, complete, lacking, problems } = await session.search(selection, listeners, stop)
    return { state: 'done', total, requests, expectedRequests: requests, isComplete: complete, lacking, problems }
  } catch (thrown) {
    if (stop.aborted) return { state: 'cancelled' }
    const failure = failureOf(thrown) ?? unexpectedFailure(logger, `search ${searchId}`, thrown)
    logger.warn('search.failed', { failure, thrown })
    return { state: 'failed', failure: redacted(describeFailure(failure, 'desk'), logger) }
  }
}

function redacted({ tag, message, next }: DescribedFailure, logger: Logger): DescribedFailure {
  return { tag, message: logger.redact(message), next: logger.redact(next) }
}

interface FoundSets extends Pick<SearchRun, 'setIds' | 'setsOf' | 'answerOf' | 'has' | 'addEarlier'> {
  add(sets: readonly Pick<ParcelSet, 'setId' | 'status'>[]): void
  answer(answer: AnsweredReference): void
  counts(): { loaded: number; received: number }
}

/** The sets received, in the order of the selection, each once. */
function createFoundSets({ sets: seen }: ParcelSession, { shipmentRefs, states }: Selection): FoundSets {
  const [received, earlier] = [new Set<string>(), new Set<string>()]
  const matching: string[] = []
  const answers = new Map<string, AnsweredReference>()
  const isInWantedState = (status: string | null): boolean =>
    states.length === 0 || (status !== null && states.some((state) => isSameState(status, state)))
  const has = (setId: string): boolean => received.has(setId) || earlier.has(setId)
  const savable = (): string[] => {
    if (shipmentRefs.length === 0) return matching
    const exact = new Set([...answers.values()].flatMap(({ setIds }) => setIds))
    return matching.filter((setId) => exact.has(setId))
  }
  return {
    add: (sets) => {
      for (const { setId, status } of sets) {
        if (received.has(setId)) continue
        received.add(setId)
        if (isInWantedState(status)) matching.push(setId)
      }
    },
    answer: (answer) => {
      answers.set(answer.reference, answer)
    },
    counts: () => ({ loaded: matching.length, received: received.size }),
    setIds: (from, count) => matching.slice(from, from + count),
    setsOf: (setIds) => seen.read(setIds === null ? savable() : setIds.filter(has)),
    answerOf: (reference) => answers.get(reference),
    has,
    addEarlier: (setIds) => {
      for (const setId of setIds) earlier.add(setId)
    },
  }
}

function initialProgress(searchId: string, { shipmentRefs, customers }: Selection): RunProgress {
  return {
    searchId,
    state: 'running',
    loaded: 0,
    received: 0,
    total: null,
    requests: 0,
    expectedRequests: Math.max(shipmentRefs.length, customers.length),
    isComplete: false,
    lacking: { unsent: 0, unreadable: 0 },
    problems: [],
    failure: null,
  }
}

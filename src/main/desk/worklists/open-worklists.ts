import { setImmediate } from 'node:timers/promises'
import { type Logger, unexpectedFailure } from '../../../engine/base/logger.ts'
import type { ClockPort } from '../../../engine/ports/clock.ts'
import { activeSetsOfWorklist } from '../../../engine/search/selection.ts'
import type { SearchRun, SearchRuns } from '../search/search-runs.ts'
import type { OpenedSession, OpenSessions } from '../sessions.ts'
import { localDay, type NewAnswer, type StoredAnswer } from '../../../engine/worklists/answer-store.ts'
import { keepSet } from '../../../engine/worklists/compare-answers.ts'
import type { StoredWorklist } from '../../../engine/worklists/worklist-rows.ts'
import type { WorklistStore } from '../../../engine/worklists/worklist-store.ts'

export interface OpenWorklist {
  /** Shows and saves its sets. */
  run: SearchRun
  /** False while the run only shows what an earlier check found. */
  isCheck: boolean
}

/** A worklist of the account of a session. */
export interface OwnedWorklist {
  opened: OpenedSession
  store: WorklistStore
  worklist: StoredWorklist
}

/** The searches behind worklists. Closing a session ends its checks, and keeps what they found. */
export interface OpenWorklists {
  /** Undefined until it is opened in this session, and after the session has ended. */
  find(sessionId: string, worklistId: string): OpenWorklist | undefined
  /** Shows what is kept, without a call; or else what was opened or checked while that was read. */
  open(owned: OwnedWorklist): Promise<void>
  /**
   * Looks its references up, or those that were never answered; what it finds is kept when it ends, however it ends. The latter
   * wait for the check under way, if there is one, and are not looked up if it is stopped or fails.
   */
  check(owned: OwnedWorklist, which: 'all' | 'unanswered'): void
  close(sessionId: string, worklistId: string): void
}

interface OpenWorklistsOptions {
  sessions: Pick<OpenSessions, 'beforeClose'>
  runs: SearchRuns
  clock: ClockPort
  logger: Logger
  onChanged: (worklistId: string) => void
}

/** References between two turns of the event loop; so many are read or written in a few milliseconds. */
const SLICE = 500

/** A list that takes minutes to look up is drawn first: each answer would take its turn from the reading of the lines. */
const LONG_LIST = 1_000
const DRAWING_MS = 1_000

export function createOpenWorklists({ sessions, runs, clock, logger, onChanged }: OpenWorklistsOptions): OpenWorklists {
  const open = new Map<string, OpenWorklist>()
  const keeping = new Map<Promise<void>, string>()
  /** Checks whose answers are not kept yet. */
  const underWay = new Map<SearchRun, Promise<void>>()
  const find = (sessionId: string, worklistId: string): OpenWorklist | undefined => {
    const found = open.get(keyOf(sessionId, worklistId))
    return found !== undefined && runs.list().includes(found.run) ? found : undefined
  }
  const replace = (sessionId: string, worklistId: string, next: OpenWorklist): void => {
    const before = find(sessionId, worklistId)
    open.set(keyOf(sessionId, worklistId), next)
    if (before !== undefined) runs.close(before.run.searchId)
  }
  const show = async ({ opened: { sessionId }, store, worklist }: OwnedWorklist): Promise<void> => {
    const { worklistId } = worklist
    const before = find(sessionId, worklistId)
    const references = store.references(worklistId)
    const kept: StoredAnswer[] = []
    for await (const answers of readKept(store, worklistId, references)) kept.push(...answers)
    if (find(sessionId, worklistId) !== before) return
    const run = runs.restore(sessionId, activeSetsOfWorklist(worklist, references), kept)
    replace(sessionId, worklistId, { run, isCheck: false })
  }
  const keepFound = async (owned: OwnedWorklist, run: SearchRun, which: 'all' | 'unanswered'): Promise<void> => {
    const { store, worklist } = owned
    const { worklistId } = worklist
    // Lines that this check does not reach show what is kept, and what is shown can be saved.
    for await (const answers of readKept(store, worklistId, store.references(worklistId))) {
      run.addEarlier(answers.flatMap(({ sets }) => sets.map(({ setId }) => setId)))
    }
    await run.finished
    // One time for all: an answer that is older than the check was not reached by it.
    const at = clock.now()
    const hasFound = await keepAnswers(owned, run, at)
    // A look at the new lines only leaves the others as they were: the list was not checked.
    if (hasFound && (which === 'all' || worklist.checkedAt === null)) {
      store.noteChecked(worklistId, at, comparedWith(worklist, at))
    }
    onChanged(worklistId)
  }
  const inBackground = ({ sessionId }: OpenedSession, work: () => Promise<void>): Promise<void> => {
    const kept = work()
      .catch((thrown: unknown) => void unexpectedFailure(logger, 'keeping what a worklist found', thrown))
      .finally(() => keeping.delete(kept))
    keeping.set(kept, sessionId)
    return kept
  }
  const lookUp = (owned: OwnedWorklist, which: 'all' | 'unanswered'): void => {
    const { opened, store, worklist } = owned
    const { worklistId } = worklist
    const references = store.references(worklistId)
    const known = which === 'all' ? new Map() : store.answers.read(worklistId, references)
    const wanted = references.filter((reference) => !known.has(reference))
    // A search without a reference would be one for everything.
    if (wanted.length === 0) return void inBackground(opened, () => show(owned).then(() => onChanged(worklistId)))
    const selection = activeSetsOfWorklist(worklist, wanted)
    const run = runs.start(opened.sessionId, selection, async (ended) => {
      if (wanted.length > LONG_LIST) await clock.wait(DRAWING_MS, ended)
    })
    replace(opened.sessionId, worklistId, { run, isCheck: true })
    underWay.set(
      run,
      inBackground(opened, () => keepFound(owned, run, which)).finally(() => underWay.delete(run)),
    )
  }
  /** For lines that were added while this check was under way: it goes on, so that the other lines get their answers. */
  const lookUpAfter = async (owned: OwnedWorklist, run: SearchRun): Promise<void> => {
    const { opened, store, worklist } = owned
    const { worklistId } = worklist
    await underWay.get(run)
    // Whoever stopped it, or closed the list, wants no other; and what failed would fail again.
    if (find(opened.sessionId, worklistId)?.run !== run || run.progress.state !== 'done') return
    lookUp({ ...owned, worklist: store.find(opened.connection, worklistId) }, 'unanswered')
    onChanged(worklistId)
  }
  sessions.beforeClose(async ({ sessionId }) => {
    await Promise.all([...keeping].filter(([, of]) => of === sessionId).map(([kept]) => kept))
    // They hold their searches, with every row.
    for (const key of open.keys()) if (key.startsWith(keyOf(sessionId, ''))) open.delete(key)
  })
  return {
    find,
    open: show,
    check: (owned, which) => {
      const shown = find(owned.opened.sessionId, owned.worklist.worklistId)?.run
      if (which === 'all' || shown === undefined || !underWay.has(shown)) lookUp(owned, which)
      else void inBackground(owned.opened, () => lookUpAfter(owned, shown))
    },
    close: (sessionId, worklistId) => {
      const found = find(sessionId, worklistId)
      open.delete(keyOf(sessionId, worklistId))
      if (found !== undefined) runs.close(found.run.searchId)
    },
  }
}

/** The answers of these references that are kept, with other work between the slices. */
async function* readKept(
  { answers }: WorklistStore,
  worklistId: string,
  references: readonly string[],
): AsyncGenerator<StoredAnswer[]> {
  for (let from = 0; from < references.length; from += SLICE) {
    yield [...answers.read(worklistId, references.slice(from, from + SLICE)).values()]
    await setImmediate()
  }
}

/** Keeps what was answered; false if nothing was. */
async function keepAnswers({ opened, store, worklist }: OwnedWorklist, run: SearchRun, at: Date): Promise<boolean> {
  const { shipmentRefs } = run.selection
  let hasFound = false
  for (let from = 0; from < shipmentRefs.length; from += SLICE) {
    const found = shipmentRefs.slice(from, from + SLICE).flatMap((reference): NewAnswer[] => {
      const answer = run.answerOf(reference)
      if (answer === undefined) return []
      const sets = Array.from(opened.session.sets.read(answer.setIds), keepSet)
      return [{ reference, isComplete: answer.isComplete, sets }]
    })
    store.answers.write(worklist.worklistId, found, at)
    hasFound ||= found.length > 0
    await setImmediate()
  }
  return hasFound
}

/** The first check of a day is compared with the last one of an earlier day; the others of the day too. */
function comparedWith({ checkedAt, comparedWith: before }: StoredWorklist, at: Date): string | null {
  return checkedAt !== null && localDay(new Date(checkedAt)) === localDay(at) ? before : checkedAt
}

function keyOf(sessionId: string, worklistId: string): string {
  return `${sessionId} ${worklistId}`
}

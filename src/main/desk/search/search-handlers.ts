import { AppError, badUsage } from '../../../shared/errors/app-error.ts'
import { SETS_LIST } from '../../../shared/text/format.ts'
import type { AccountIdentity } from '../../../shared/words/account-names.ts'
import type { Logger } from '../../../engine/base/logger.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import { DEFAULT_STATUS, withStatus } from '../../../engine/search/selection.ts'
import type { HandlersOf } from '../router.ts'
import type { TableFiles } from '../table-files.ts'
import type { OpenSessions } from '../sessions.ts'
import { describeKnown } from './known-hits.ts'
import { findSavedFiles, isOneFolder } from './saved-files.ts'
import type { SavedSearches } from './saved-searches.ts'
import type { SearchRuns } from './search-runs.ts'
import { describeRows, missingReferences, numberReferences, setSources } from './set-rows.ts'
import { describeSet } from './set-view.ts'

interface SearchHandlerOptions {
  engine: Pick<ParcelDesk, 'feed'>
  sessions: Pick<OpenSessions, 'find' | 'current'>
  runs: SearchRuns
  savedSearches: SavedSearches
  tableFiles: TableFiles
  logger: Logger
}

/** Searches and sets for the page. */
export function createSearchHandlers(options: SearchHandlerOptions): HandlersOf<'search' | 'sets'> {
  return { ...createRunHandlers(options), ...createSavedHandlers(options), ...createSetHandlers(options) }
}

type SavedMethod = 'search.saved' | 'search.save' | 'search.forget'

function createRunHandlers({
  engine,
  sessions,
  runs,
  savedSearches,
  tableFiles,
  logger,
}: SearchHandlerOptions): Omit<HandlersOf<'search'>, SavedMethod> {
  return {
    'search.start': ({ sessionId, selection: requested }) => {
      const { searchId } = runs.start(sessionId, withStatus(requested))
      try {
        savedSearches.note(sessions.find(sessionId).connection, requested)
      } catch (thrown) {
        // Failing to remember a search is no reason to refuse it.
        logger.warn('recent-search.not-kept', { thrown })
      }
      return { searchId }
    },
    'search.export': async ({ rows, format }) => ({
      file: await tableFiles.save({ title: 'Save the list', name: SETS_LIST, sheet: 'Parcel sets', format, rows }),
    }),
    'search.rows': ({ searchId, slice: { from, count } }) => {
      const run = runs.find(searchId)
      return { rows: describeRows(setSources(engine, sessions.find(run.sessionId)), run.setIds(from, count)) }
    },
    'search.touched': ({ searchId, afterEntry }) => {
      const run = runs.find(searchId)
      const sources = setSources(engine, sessions.find(run.sessionId))
      const inbox = engine.feed(sessions.find(run.sessionId).connection.environment)
      if (afterEntry === null) return { rows: [], lastEntry: inbox.newestId() }
      const { setIds, lastEntry } = inbox.setsAfter(afterEntry)
      return { rows: describeRows(sources, setIds.filter(run.has)), lastEntry }
    },
    'search.missing': ({ searchId }) => {
      const run = runs.find(searchId)
      return { references: missingReferences(run), numbers: numberReferences(run) }
    },
    'search.cancel': ({ searchId }) => {
      runs.cancel(searchId)
      return {}
    },
    'search.close': ({ searchId }) => {
      runs.close(searchId)
      return {}
    },
  }
}

function createSavedHandlers({
  sessions,
  savedSearches,
}: SearchHandlerOptions): Pick<HandlersOf<'search'>, SavedMethod> {
  const account = (): AccountIdentity => {
    const current = sessions.current()
    if (current !== undefined) return current.connection
    throw new AppError({ tag: 'no-credentials', what: 'Nobody is signed in.', next: 'Sign in first.' })
  }
  return {
    'search.saved': () => savedSearches.read(account()),
    'search.save': (search) => {
      if (search.name.trim() === '') throw badUsage('A saved search needs a name.', 'Give it one.')
      return savedSearches.save(account(), search)
    },
    'search.forget': ({ id }) => {
      savedSearches.forget(account(), id)
      return {}
    },
  }
}

function createSetHandlers({ engine, sessions, runs }: SearchHandlerOptions): HandlersOf<'sets'> {
  return {
    'sets.rows': ({ sessionId, setIds }) => ({
      rows: describeRows(setSources(engine, sessions.find(sessionId)), setIds),
    }),
    'sets.find': async ({ sessionId, ...query }) => await describeKnown(sessions.find(sessionId).session.sets, query),
    'sets.savedFiles': async ({ sessionId, setIds }) => ({
      files: await findSavedFiles(sessions.find(sessionId).session.sets, setIds),
    }),
    'sets.haveOneFolder': ({ sessionId, setIds }) => ({
      isOneFolder: isOneFolder(sessions.find(sessionId).session.sets, setIds),
    }),
    'sets.read': async ({ sessionId, setId }) => {
      const { session, connection } = sessions.find(sessionId)
      return await describeSet(session.sets, setId, engine.feed(connection.environment))
    },
    'sets.loadDocuments': async ({ sessionId, setId }, signal) => {
      const { session } = sessions.find(sessionId)
      // With the status filter of the search that found it: a filed set is not found among the active ones.
      const foundBy = runs.list().findLast((run) => run.sessionId === sessionId && run.has(setId))
      const status = foundBy?.selection.status ?? DEFAULT_STATUS
      return { outcome: await session.sets.loadDocuments({ setId, status }, signal) }
    },
  }
}

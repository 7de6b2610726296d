import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DeskSnapshot } from '../../shared/contract/contract.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { bytesOfMb } from '../../shared/model/size-limits.ts'
import { createParcelDesk } from '../../engine/create-parcel-desk.ts'
import type { ParcelDesk } from '../../engine/parcel-desk.ts'
import { type DataLock, lockDesk } from '../../engine/storage/data-lock.ts'
import { createAccountHandlers, describeAccounts } from './account-handlers.ts'
import { createChosenFolders } from './chosen-paths.ts'
import type { DeskPorts } from './desk-ports.ts'
import { createDocumentHandlers, createDocumentKeys } from './documents/document-handlers.ts'
import { createEventHub, type EventHub } from './event-hub.ts'
import { createFeedsService, type FeedsService } from './feed/feeds-service.ts'
import { createFeedHandlers } from './feed/handlers/feed-handlers.ts'
import { createInboxHandlers } from './feed/handlers/inbox-handlers.ts'
import { createKnownServices } from './known-services.ts'
import { type Handlers, createRouter, type Router } from './router.ts'
import { createJobQueue, type JobQueue } from './saving/job-queue.ts'
import { createDeskPlans } from './saving/plans.ts'
import { createSavingHandlers } from './saving/saving-handlers.ts'
import { createSavedSearches } from './search/saved-searches.ts'
import { createSearchHandlers } from './search/search-handlers.ts'
import { createSearchRuns, type SearchRuns } from './search/search-runs.ts'
import { serveDesk } from './serving/serve-desk.ts'
import { createOpenSessions, type OpenSessions } from './sessions.ts'
import { createSettingsHandlers } from './settings/settings-handlers.ts'
import { createSettingsStore, type SettingsStore, createViewStore } from './settings/settings-store.ts'
import { createTextFiles } from './text-files.ts'

/** The application with a page: what a host carries calls, events and bytes to and from. */
export interface Desk {
  router: Router
  events: Pick<EventHub, 'listen' | 'emit'>
  /** The page's own files and the documents that it opened. */
  serve(request: Request): Promise<Response>
  /** The services below, for what a host does without the page. */
  engine: ParcelDesk
  /** Clears away what an earlier run left. Fails with locked where another desk is open on the data folder. */
  start(): Promise<void>
  /** Stops what runs so that it can go on with the next start, then closes everything. May be called twice. */
  stop(): Promise<void>
}

/** Builds the application for a host with a page. */
export function createDesk(ports: DeskPorts): Desk {
  const engine = createParcelDesk(ports)
  const events = createEventHub(ports.clock)
  const notices = createNotices(engine, events)
  const sessions = createOpenSessions({ engine })
  const settings = createSettingsStore(ports.paths.dataDir, notices.add)
  const runs = createSearchRuns({ sessions, events, logger: engine.logger })
  const queue = createJobQueue({
    engine,
    sessions,
    events,
    clock: ports.clock,
    largestDocumentBytes: () => bytesOfMb(settings.read().largestDocumentMb),
  })
  const keys = createDocumentKeys()
  const feeds = createFeedsService({
    ports,
    engine,
    events,
    sessions,
    queue,
    onNotice: notices.add,
    concurrency: () => settings.read().concurrency,
    largestMessageBytes: () => bytesOfMb(settings.read().largestMessageMb),
  })
  const built = { ports, engine, events, notices, sessions, runs, queue, settings, feeds }
  const router = createRouter({ ...createHandlers({ ...built, keys }), ...createSnapshot(built) }, engine.logger)
  const { dataDir } = ports.paths
  let stopped: Promise<void> | undefined
  let lock: DataLock | undefined
  return {
    router,
    events,
    engine,
    serve: serveDesk({ root: ports.host.pageDir, readDocument: keys.read }),
    start: async () => {
      lock = lockDesk(dataDir)
      const caches = ['test', 'production'].map((environment) => join(dataDir, environment, 'cache'))
      // A killed run leaves what it fetched to look at.
      await Promise.all(caches.map((cache) => rm(cache, { recursive: true, force: true })))
      feeds.start()
    },
    stop: () => (stopped ??= stopDesk(built, router).finally(() => lock?.release())),
  }
}

interface Built {
  ports: DeskPorts
  engine: ParcelDesk
  events: EventHub
  notices: Notices
  sessions: OpenSessions
  runs: SearchRuns
  queue: JobQueue
  settings: SettingsStore
  feeds: FeedsService
}

type Parts = Built & { keys: ReturnType<typeof createDocumentKeys> }

function createHandlers(parts: Parts): Omit<Handlers, 'desk.snapshot'> {
  const { ports, engine, events, notices, sessions, runs, queue, settings, feeds, keys } = parts
  const { dataDir } = ports.paths
  const { folders, host, clock } = ports
  const { logger } = engine
  const savedSearches = createSavedSearches({ dataDir, onNotice: notices.add })
  const trusted = (): string[] => [
    ...engine.accounts.profiles().map(({ baseUrl }) => baseUrl),
    ...(host.demo === null ? [] : [host.demo.baseUrl]),
  ]
  const services = createKnownServices({ dataDir, confirm: ports.confirm, onNotice: notices.add, trusted })
  const chosen = createChosenFolders(dataDir, notices.add)
  const views = createViewStore(dataDir, notices.add)
  const files = createTextFiles(folders)
  return {
    ...createAccountHandlers({ engine, sessions, folders, services, events }),
    ...createSearchHandlers({ engine, sessions, runs, savedSearches, logger }),
    ...createDocumentHandlers({ sessions, folders, keys, dataDir, events, settings }),
    ...createSavingHandlers({ engine, sessions, runs, folders, chosen, plans: createDeskPlans(), queue }),
    ...createSettingsHandlers({ engine, folders, files, host, clock, dataDir, settings, views, events }),
    ...createFeedHandlers({ ports, engine, sessions, feeds, chosen }),
    ...createInboxHandlers({ sessions, feeds, files }),
  }
}

function createSnapshot(built: Built): Pick<Handlers, 'desk.snapshot'> {
  const { ports, engine, events, notices, sessions, runs, queue, settings, feeds } = built
  return {
    'desk.snapshot': (): DeskSnapshot => {
      // What still waits to be sent is part of the snapshot: it must not count as newer.
      events.flush()
      return {
        eventNumber: events.lastNumber(),
        version: ports.host.version,
        host: ports.host.kind,
        demo: ports.host.demo,
        ...describeAccounts(engine, sessions),
        searches: runs.list().map(({ progress }) => progress),
        jobs: queue.list(),
        settings: settings.read(),
        notices: notices.all(),
        feed: feedOf(sessions, feeds),
      }
    },
  }
}

/** Of the environment that the page works in. */
function feedOf(sessions: OpenSessions, feeds: FeedsService): DeskSnapshot['feed'] {
  const current = sessions.current()
  if (current === undefined) return null
  const feed = feeds.of(current.connection.environment)
  return { view: feed.view(), counts: feed.counts() }
}

async function stopDesk({ sessions, queue, events, engine, feeds }: Built, router: Router): Promise<void> {
  router.close()
  await feeds.stop()
  await queue.stop()
  for (const { sessionId } of sessions.list()) await sessions.close(sessionId)
  events.flush()
  await engine.close()
}

interface Notices {
  add(notice: Problem): void
  all(): Problem[]
}

/** What the user must hear once, from the engine and from the desk's own files. A reload of the page shows it again. */
function createNotices(engine: ParcelDesk, events: EventHub): Notices {
  const kept: Problem[] = []
  return {
    add: (notice) => {
      kept.push(notice)
      events.emit('notices.raised', notice)
    },
    all: () => {
      kept.push(...engine.notices())
      return [...kept]
    },
  }
}

import { ENVIRONMENTS } from '../../shared/model/connection.ts'
import type { DeskSnapshot } from '../../shared/contract/contract.ts'
import { failureOf } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { EffectivePolicy } from '../../shared/policy/effective-policy.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { parseBandwidth } from '../../shared/model/bandwidth-table.ts'
import { bytesOfMb } from '../../shared/model/size-limits.ts'
import { createParcelDesk } from '../../engine/create-parcel-desk.ts'
import { removeOldCaches } from '../../engine/documents/document-cache.ts'
import type { ParcelDesk } from '../../engine/parcel-desk.ts'
import { type DataLock, isDataDirLocked, lockDesk } from '../../engine/storage/data-lock.ts'
import { createTables } from '../../engine/tables/table-thread.ts'
import { closeForbidden, stopForbiddenSaves } from './close-forbidden.ts'
import { createAccountHandlers, describeAccounts } from './account-handlers.ts'
import { createChosenFiles, createChosenFolders } from './chosen-paths.ts'
import { createConnectionHandlers, createProxyHandlers } from './connection-handlers.ts'
import type { DeskPorts } from './desk-ports.ts'
import { createAttachmentHandlers } from './documents/attachment-handlers.ts'
import { createDocumentHandlers, createDocumentKeys } from './documents/document-handlers.ts'
import { createReader, type Reader } from './documents/reader.ts'
import { createEventHub, type EventHub } from './event-hub.ts'
import { createFeedsService, type FeedsService } from './feed/feeds-service.ts'
import { createFeedHandlers } from './feed/handlers/feed-handlers.ts'
import { createInboxHandlers } from './feed/handlers/inbox-handlers.ts'
import { createKnownServices } from './known-services.ts'
import { type Handlers, createRouter, type Router } from './router.ts'
import { createJobQueue, type JobQueue } from './saving/job-queue.ts'
import { createDeskPlans } from './saving/plans.ts'
import { createSavingHandlers } from './saving/saving-handlers.ts'
import { createScheduleHandlers } from './schedules/schedule-handlers.ts'
import { createSchedulesService } from './schedules/schedules-service.ts'
import { createSavedSearches } from './search/saved-searches.ts'
import { createSearchHandlers } from './search/search-handlers.ts'
import { createSearchRuns, type SearchRuns } from './search/search-runs.ts'
import { serveDesk } from './serving/serve-desk.ts'
import { createOpenSessions, type OpenSessions } from './sessions.ts'
import { createCrashNotes, type CrashNotes } from './settings/crash-notes.ts'
import { describeOrganisation, watchPolicy } from './settings/organisation.ts'
import { createSettingsHandlers } from './settings/settings-handlers.ts'
import { createSettingsStore, type SettingsStore, createViewStore } from './settings/settings-store.ts'
import { createTableFiles } from './table-files.ts'
import { createTextFiles } from './text-files.ts'
import { createUpdatesService, type UpdatesService } from './updates/updates-service.ts'
import { createWorklistHandlers } from './worklists/worklist-handlers.ts'
import { createWorklistsService } from './worklists/worklists-service.ts'

/** The application with a page: its host carries calls, events and bytes to and from it. */
export interface Desk {
  router: Router
  events: Pick<EventHub, 'listen' | 'emit'>
  /** The page's own files and the documents that it opened. */
  serve(request: Request): Promise<Response>
  /** Tells the user something of this host: once, and again after a reload of the page. */
  tell(notice: Problem): void
  /** The services below, for what a host does without the page. */
  engine: ParcelDesk
  /** Clears away what an earlier run left. Fails with locked if another desk is open on the data folder. */
  start(): Promise<void>
  /** Stops running work so that the next start can continue it, then closes everything. May be called twice. */
  stop(): Promise<void>
}

/** Builds the application for a host with a page: services first, then one handler for each method, then the router. */
export function createDesk(ports: DeskPorts): Desk {
  const { clock, folders, host } = ports
  const { dataDir } = ports.paths
  const engine = createParcelDesk(ports)
  const { logger } = engine
  const events = createEventHub(clock)
  const notices = createNotices(engine, events)
  const onNotice = notices.add
  const settings = createSettingsStore({ dataDir, policy: ports.policy, onNotice })
  const limitCalls = (): void => {
    const { bandwidth, callsPerMinute } = settings.read()
    engine.limit({ bandwidth: parseBandwidth(bandwidth), callsPerMinute: callsPerMinute ?? undefined })
  }
  const views = createViewStore(dataDir, onNotice)
  const crashNotes = createCrashNotes({ dataDir, crashes: engine.crashes, onNotice })
  const chosen = createChosenFolders(dataDir, onNotice)
  const savedSearches = createSavedSearches({ dataDir, onNotice })
  const trusted = (): string[] => trustedAddresses(engine, ports)
  const services = createKnownServices({ dataDir, confirm: ports.confirm, onNotice, trusted })
  const files = createTextFiles(folders)
  const [serviceFiles, queueFiles] = [createChosenFiles(), createChosenFiles()]
  const sessions = createOpenSessions({ engine })
  const runs = createSearchRuns({ sessions, events, logger })
  const worklists = createWorklistsService({ engine, sessions, runs, events, clock, logger })
  const tables = createTables({ program: ports.tableProgram, clock })
  const tableFiles = createTableFiles(files, tables)
  const plans = createDeskPlans()
  const roots = (): readonly string[] | null => ports.policy.current().values.ArchiveRoots
  const keys = createDocumentKeys()
  const queue = createJobQueue({
    engine,
    sessions,
    events,
    clock,
    largestDocumentBytes: () => bytesOfMb(settings.read().largestDocumentMb),
  })
  const feeds = createFeedsService({
    ports,
    engine,
    events,
    sessions,
    queue,
    onNotice,
    concurrency: () => settings.read().concurrency,
    largestMessageBytes: () => bytesOfMb(settings.read().largestMessageMb),
  })
  const schedules = createSchedulesService({
    dataDir,
    engine,
    sessions,
    queue,
    feeds,
    events,
    clock,
    power: ports.power,
    concurrency: () => settings.read().concurrency,
  })
  const updates = createUpdatesService({
    updater: ports.updater,
    http: ports.http,
    clock,
    dataDir,
    current: host.version,
    logger,
    wanted: () => ({ mode: settings.read().updates, address: ports.policy.current().values.UpdateUrl }),
    isSaving: () => isDataDirLocked(dataDir),
    onChanged: (view) => events.emit('updates.changed', view),
    onNews: (sentence) => ports.notify.show({ title: 'Update', body: sentence }, () => undefined),
  })
  const reader = createReader({
    port: ports.reader,
    currentSessionId: () => sessions.current()?.sessionId,
    events,
  })
  let isReadingCertificates = false
  ports.network?.onSlowCertificates((isSlow) => {
    isReadingCertificates = isSlow
    events.emit('certificates.changed', { isReadingCertificates })
  })
  const handlers: Handlers = {
    'desk.snapshot': () =>
      takeSnapshot({
        ports,
        engine,
        events,
        notices,
        sessions,
        runs,
        queue,
        settings,
        feeds,
        reader,
        crashNotes,
        updates,
        isReadingCertificates,
      }),
    ...createAccountHandlers({ engine, sessions, folders, services, chosenFiles: serviceFiles, events }),
    ...createConnectionHandlers({ engine, sessions, services, feeds, serviceFiles, queueFiles, events }),
    ...createProxyHandlers({ proxies: engine.accounts.proxies, feeds, events }),
    ...createSearchHandlers({ engine, sessions, runs, savedSearches, tableFiles, logger }),
    ...reader.handlers,
    ...createWorklistHandlers({ worklists, folders, tableFiles, tables }),
    ...createDocumentHandlers({ sessions, folders, keys, dataDir, events, settings, policy: ports.policy }),
    ...createAttachmentHandlers({ files, policy: ports.policy }),
    ...createSavingHandlers({ engine, sessions, runs, folders, chosen, plans, roots, queue, settings }),
    ...createScheduleHandlers({ schedules, engine, sessions, chosen, clock }),
    ...createSettingsHandlers({
      engine,
      folders,
      files,
      host,
      clock,
      dataDir,
      settings,
      views,
      events,
      feedStates: () => usedFeeds(feeds),
      crashNotes,
    }),
    'updates.check': updates.check,
    'updates.download': updates.download,
    'updates.install': async () => {
      await updates.install()
      return {}
    },
    ...createFeedHandlers({ ports, engine, sessions, feeds, chosen, chosenFiles: queueFiles }),
    ...createInboxHandlers({ sessions, feeds, tableFiles }),
  }
  const router = createRouter(handlers, logger)

  const stopping = new AbortController()
  const onPolicy = (policy: EffectivePolicy): void => {
    events.emit('organisation.changed', describeOrganisation(policy))
    events.emit('settings.changed', settings.read())
    policy.problems.forEach(notices.add)
    feeds.applyPolicy()
    closeForbidden({
      engine,
      sessions,
      onClosed: () => events.emit('accounts.changed', describeAccounts(engine, sessions)),
    })
    stopForbiddenSaves(ports.policy, queue)
  }

  const close = async (): Promise<void> => {
    stopping.abort()
    router.close()
    updates.stop()
    await schedules.stop()
    await feeds.stop()
    await queue.stop()
    for (const { sessionId } of sessions.list()) await sessions.close(sessionId)
    events.flush()
    await engine.close()
  }
  let lock: DataLock | undefined
  let closed: Promise<void> | undefined
  return {
    router,
    events,
    tell: onNotice,
    engine,
    serve: serveDesk({ root: host.pageDir, readDocument: keys.read }),
    start: async () => {
      lock = lockDesk(dataDir)
      await removeOldCaches(dataDir, ENVIRONMENTS)
      void watchPolicy(ports, onPolicy, stopping.signal).catch(() => undefined)
      feeds.start()
      schedules.start()
      updates.start()
      limitCalls()
      events.listen(({ name }) => {
        if (name !== 'settings.changed') return
        updates.apply()
        limitCalls()
      })
    },
    stop: () => (closed ??= close().finally(() => lock?.release())),
  }
}

/** Services that need no confirmation before a password is sent to them. */
function trustedAddresses({ accounts }: ParcelDesk, { host, policy }: Pick<DeskPorts, 'host' | 'policy'>): string[] {
  const readyMade = policy.current().values.ConnectionList.map(({ address }) => address)
  const demo = host.demo === null ? [] : [host.demo.baseUrl]
  return [...accounts.profiles().map(({ baseUrl }) => baseUrl), ...readyMade, ...demo]
}

interface SnapshotSources {
  ports: DeskPorts
  engine: ParcelDesk
  events: EventHub
  notices: Notices
  sessions: OpenSessions
  runs: SearchRuns
  queue: JobQueue
  settings: SettingsStore
  feeds: FeedsService
  reader: Pick<Reader, 'state'>
  crashNotes: Pick<CrashNotes, 'current'>
  updates: Pick<UpdatesService, 'view'>
  isReadingCertificates: boolean
}

function takeSnapshot(sources: SnapshotSources): DeskSnapshot {
  const { ports, engine, events, notices, sessions, runs, queue, settings, feeds, reader, crashNotes, updates } =
    sources
  // Events that still wait are part of the snapshot and must not count as newer.
  events.flush()
  // A database that cannot be opened leaves a part empty and is told: the rest of the desk works.
  const part = <T>(read: () => T, otherwise: T): T => {
    try {
      return read()
    } catch (thrown) {
      const failure = failureOf(thrown)
      if (failure?.tag !== 'storage-failed') throw thrown
      notices.add({ where: failure.file, message: describeFailure(failure, 'desk').message })
      return otherwise
    }
  }
  const jobs = part(queue.list, [])
  const feed = part(() => describeFeed(sessions, feeds), null)
  return {
    eventNumber: events.lastNumber(),
    version: ports.host.version,
    host: ports.host.kind,
    systemRegion: ports.host.systemRegion ?? null,
    demo: ports.host.demo,
    ...describeAccounts(engine, sessions),
    searches: runs.list().map(({ progress }) => progress),
    jobs,
    settings: settings.read(),
    organisation: describeOrganisation(ports.policy.current()),
    notices: notices.all(),
    feed,
    reader: reader.state(),
    crash: crashNotes.current(),
    proxies: engine.accounts.proxies.wanted(),
    updates: updates.view(),
    isReadingCertificates: sources.isReadingCertificates,
  }
}

/** The feeds that somebody set up, for support. */
function usedFeeds(feeds: FeedsService): unknown[] {
  return ENVIRONMENTS.map(feeds.of)
    .filter((feed) => feed.isSetUp())
    .map((feed) => feed.view())
}

/** The feed of the current session's environment. */
function describeFeed(sessions: OpenSessions, feeds: FeedsService): DeskSnapshot['feed'] {
  const current = sessions.current()
  if (current === undefined) return null
  const feed = feeds.of(current.connection.environment)
  return { view: feed.view(), counts: feed.counts() }
}

interface Notices {
  add(notice: Problem): void
  all(): Problem[]
}

/** What the user must be told once, by the engine and by the desk's own files. A reload of the page shows it again. */
function createNotices(engine: ParcelDesk, events: EventHub): Notices {
  const kept: Problem[] = []
  const add = (notice: Problem): void => {
    if (kept.some(({ where, message }) => where === notice.where && message === notice.message)) return
    kept.push(notice)
    events.emit('notices.raised', notice)
  }
  engine.onNotice(add)
  return { add, all: () => [...kept] }
}

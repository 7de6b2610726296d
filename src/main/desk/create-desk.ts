import { ignoring } from '../../shared/errors/ignoring.ts'
import type { EffectivePolicy } from '../../shared/policy/effective-policy.ts'
import { lockDesk } from '../../engine/storage/data-lock.ts'
import { registerAccounts } from './accounts/register-accounts.ts'
import type { Desk } from './desk.ts'
import { createDeskCore, type DeskCore } from './desk-core.ts'
import type { DeskPorts } from './desk-ports.ts'
import { registerDocuments } from './documents/register-documents.ts'
import { registerFeeds } from './feed/register-feeds.ts'
import type { RoomLife } from './room.ts'
import { createRouter } from './router.ts'
import { registerPacks } from './packs/register-packs.ts'
import { registerSaving } from './saving/register-saving.ts'
import { registerSchedules } from './schedules/register-schedules.ts'
import { registerSearch } from './search/register-search.ts'
import { serveDesk } from './serving/serve-desk.ts'
import { watchPolicy } from './settings/organisation.ts'
import { registerSettings } from './settings/register-settings.ts'
import { registerTexts } from './texts/register-texts.ts'
import { registerUpdates } from './updates/register-updates.ts'
import { registerWorklists } from './worklists/register-worklists.ts'

/** Builds the application for a host with a page, room by room: each begins after those that it uses, and stops before them. */
export function createDesk(ports: DeskPorts): Desk {
  const core = createDeskCore(ports)
  const { engine, events, notices } = core
  const documents = registerDocuments(core)
  const search = registerSearch(core)
  const worklists = registerWorklists(core, search.runs)
  const saving = registerSaving(core, search.runs)
  const packs = registerPacks(core, saving.queue)
  const texts = registerTexts(core, search.runs)
  const feeds = registerFeeds(core, saving.queue)
  const schedules = registerSchedules(core, saving.queue, feeds.feeds)
  const updates = registerUpdates(core)
  const settings = registerSettings(core, feeds.feeds)
  const accounts = registerAccounts(core, feeds)
  const rooms: RoomLife[] = [
    documents,
    search,
    worklists,
    saving,
    packs,
    texts,
    feeds,
    schedules,
    updates,
    settings,
    accounts,
  ]

  const router = createRouter(
    {
      'desk.snapshot': () => {
        // Events that still wait are part of the snapshot and must not count as newer.
        events.flush()
        return {
          eventNumber: events.lastNumber(),
          ...describeHost(ports.host),
          ...accounts.snapshot(),
          ...search.snapshot(),
          ...saving.snapshot(),
          ...feeds.snapshot(),
          ...settings.snapshot(),
          ...documents.snapshot(),
          ...updates.snapshot(),
          notices: notices.all(),
        }
      },
      ...accounts.handlers,
      ...search.handlers,
      ...worklists.handlers,
      ...documents.handlers,
      ...saving.handlers,
      ...packs.handlers,
      ...texts.handlers,
      ...schedules.handlers,
      ...settings.handlers,
      ...updates.handlers,
      ...feeds.handlers,
    },
    engine.logger,
  )

  return {
    router,
    events,
    tell: notices.add,
    engine,
    serve: serveDesk({ root: ports.host.pageDir, readDocument: documents.readDocument }),
    ...liveWith(core, rooms, router),
  }
}

/** Starts the rooms in their order, tells them of each new policy, and stops them in the opposite order. */
function liveWith(
  { ports, sessions, events, engine }: DeskCore,
  rooms: readonly RoomLife[],
  router: Desk['router'],
): Pick<Desk, 'start' | 'stop'> {
  const stopping = new AbortController()
  const close = async (): Promise<void> => {
    stopping.abort()
    router.close()
    for (const room of rooms.toReversed()) await room.stop?.()
    for (const { sessionId } of sessions.list()) await sessions.close(sessionId)
    events.flush()
    await engine.close()
  }
  let lock: ReturnType<typeof lockDesk> | undefined
  let closed: Promise<void> | undefined
  return {
    start: async () => {
      lock = lockDesk(ports.paths.dataDir)
      for (const room of rooms) await room.start?.()
      const tell = (policy: EffectivePolicy): void => rooms.forEach((room) => room.onPolicy?.(policy))
      void watchPolicy(ports, tell, stopping.signal).catch(ignoring('only stopping ends it'))
    },
    stop: () => (closed ??= close().finally(() => lock?.release())),
  }
}

function describeHost({ version, kind, systemRegion, demo }: DeskPorts['host']) {
  return { version, host: kind, systemRegion: systemRegion ?? null, demo }
}

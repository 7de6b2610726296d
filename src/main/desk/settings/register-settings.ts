import { parseBandwidth } from '../../../shared/model/bandwidth-table.ts'
import { ENVIRONMENTS } from '../../../shared/model/connection.ts'
import type { DeskCore } from '../desk-core.ts'
import type { FeedsService } from '../feed/feeds-service.ts'
import type { ShownRoom } from '../room.ts'
import { createCrashNotes } from './crash-notes.ts'
import { describeOrganisation } from './organisation.ts'
import { createSettingsHandlers } from './settings-handlers.ts'
import { createViewStore } from './settings-store.ts'

type SettingsGroups = 'settings' | 'views' | 'diagnostics' | 'files'

export function registerSettings(
  desk: DeskCore,
  feeds: FeedsService,
): ShownRoom<SettingsGroups, 'settings' | 'organisation' | 'crash'> {
  const { ports, engine, events, settings, files, notices } = desk
  const { clock, folders, host, policy } = ports
  const { dataDir } = ports.paths
  const views = createViewStore(dataDir, notices.add)
  const crashNotes = createCrashNotes({ dataDir, crashes: engine.crashes, onNotice: notices.add })
  const stores = { settings, views, crashNotes }
  const limitCalls = (): void => {
    const { bandwidth, callsPerMinute } = settings.read()
    engine.limit({ bandwidth: parseBandwidth(bandwidth), callsPerMinute: callsPerMinute ?? undefined })
  }
  return {
    handlers: createSettingsHandlers({
      ...stores,
      engine,
      folders,
      files,
      host,
      clock,
      dataDir,
      events,
      feedStates: () => usedFeeds(feeds),
    }),
    snapshot: () => ({
      settings: settings.read(),
      organisation: describeOrganisation(policy.current()),
      crash: crashNotes.current(),
    }),
    start: () => {
      limitCalls()
      events.listen(({ name }) => {
        if (name === 'settings.changed') limitCalls()
      })
    },
    onPolicy: (changed) => {
      events.emit('organisation.changed', describeOrganisation(changed))
      events.emit('settings.changed', settings.read())
      changed.problems.forEach(notices.add)
    },
  }
}

/** The feeds that somebody set up, for support. */
function usedFeeds(feeds: FeedsService): unknown[] {
  return ENVIRONMENTS.map(feeds.of)
    .filter((feed) => feed.isSetUp())
    .map((feed) => feed.view())
}

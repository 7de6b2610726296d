import { isDataDirLocked } from '../../../engine/storage/data-lock.ts'
import type { DeskCore } from '../desk-core.ts'
import type { ShownRoom } from '../room.ts'
import { createUpdatesService } from './updates-service.ts'

export function registerUpdates({ ports, engine, events, settings }: DeskCore): ShownRoom<'updates', 'updates'> {
  const { updater, http, clock, host, policy, notify } = ports
  const { dataDir } = ports.paths
  const updates = createUpdatesService({
    updater,
    http,
    clock,
    dataDir,
    current: host.version,
    logger: engine.logger,
    wanted: () => ({ mode: settings.read().updates, address: policy.current().values.UpdateUrl }),
    isSaving: () => isDataDirLocked(dataDir),
    onChanged: (view) => events.emit('updates.changed', view),
    onNews: (sentence) => notify.show({ title: 'Update', body: sentence }, () => undefined),
  })
  return {
    handlers: {
      'updates.check': updates.check,
      'updates.download': updates.download,
      'updates.install': async () => {
        await updates.install()
        return {}
      },
    },
    snapshot: () => ({ updates: updates.view() }),
    start: () => {
      updates.start()
      events.listen(({ name }) => {
        if (name === 'settings.changed') updates.apply()
      })
    },
    stop: updates.stop,
  }
}

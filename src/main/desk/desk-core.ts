import type { Problem } from '../../shared/model/parcel-set.ts'
import { failureOf } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import { createParcelDesk } from '../../engine/create-parcel-desk.ts'
import type { ParcelDesk } from '../../engine/parcel-desk.ts'
import { createTables, type Tables } from '../../engine/tables/table-thread.ts'
import { type ChosenFolders, createChosenFolders } from './chosen-paths.ts'
import type { DeskPorts } from './desk-ports.ts'
import { createEventHub, type EventHub } from './event-hub.ts'
import { createOpenSessions, type OpenSessions } from './sessions.ts'
import { createSettingsStore, type SettingsStore } from './settings/settings-store.ts'
import { createTableFiles, type TableFiles } from './table-files.ts'
import { createTextFiles, type TextFiles } from './text-files.ts'

/** What every room of the desk may use. */
export interface DeskCore {
  ports: DeskPorts
  engine: ParcelDesk
  events: EventHub
  notices: Notices
  settings: SettingsStore
  sessions: OpenSessions
  chosenFolders: ChosenFolders
  files: TextFiles
  tables: Tables
  tableFiles: TableFiles
}

export function createDeskCore(ports: DeskPorts): DeskCore {
  const { dataDir } = ports.paths
  const engine = createParcelDesk(ports)
  const events = createEventHub(ports.clock)
  const notices = createNotices(engine, events)
  const files = createTextFiles(ports.folders)
  const tables = createTables({ program: ports.tableProgram, clock: ports.clock })
  return {
    ports,
    engine,
    events,
    notices,
    settings: createSettingsStore({ dataDir, policy: ports.policy, onNotice: notices.add }),
    sessions: createOpenSessions({ engine }),
    chosenFolders: createChosenFolders(dataDir, notices.add),
    files,
    tables,
    tableFiles: createTableFiles(files, tables),
  }
}

/** What the user must be told once, by the engine and by the desk's own files. A reload of the page shows it again. */
export interface Notices {
  add(notice: Problem): void
  all(): Problem[]
  /** What `read` returns; where its database cannot be opened that is told, and the rest of the desk works on. */
  unlessBroken<T>(read: () => T, otherwise: T): T
}

function createNotices(engine: Pick<ParcelDesk, 'onNotice'>, events: Pick<EventHub, 'emit'>): Notices {
  const kept: Problem[] = []
  const add = (notice: Problem): void => {
    if (kept.some(({ where, message }) => where === notice.where && message === notice.message)) return
    kept.push(notice)
    events.emit('notices.raised', notice)
  }
  engine.onNotice(add)
  return {
    add,
    all: () => [...kept],
    unlessBroken: (read, otherwise) => {
      try {
        return read()
      } catch (thrown) {
        const failure = failureOf(thrown)
        if (failure?.tag !== 'storage-failed') throw thrown
        add({ where: failure.file, message: describeFailure(failure, 'desk').message })
        return otherwise
      }
    },
  }
}

import { join } from 'node:path'
import { policyOf } from './test-policy.ts'
import { createEventHub } from '../../src/main/desk/event-hub.ts'
import { createCrashNotes } from '../../src/main/desk/settings/crash-notes.ts'
import { createSettingsHandlers } from '../../src/main/desk/settings/settings-handlers.ts'
import {
  createSettingsStore,
  type SettingsStore,
  createViewStore,
} from '../../src/main/desk/settings/settings-store.ts'
import { createTextFiles } from '../../src/main/desk/text-files.ts'
import type { DeskEvent } from '../../src/shared/contract/contract.ts'
import type { Problem } from '../../src/shared/model/parcel-set.ts'
import { createDeskCalls, type DeskCalls } from './desk-calls.ts'
import { createQuickClock } from './quick-clock.ts'
import type { TestDesk } from './test-desk.ts'

export interface SettingsPage extends DeskCalls {
  settings: SettingsStore
  logDir: string
  events: DeskEvent[]
  notices: Problem[]
  /** Answers of the dialog for a new file, in order; with none left, the dialog is closed. */
  filesToWrite: string[]
  /** The names that the dialogs suggested. */
  suggested: string[]
  opened: string[]
}

/** Settings as a page sees them. */
export function openSettingsPage({ desk: engine, dataDir, root }: TestDesk): SettingsPage {
  const [events, notices]: [DeskEvent[], Problem[]] = [[], []]
  const [filesToWrite, suggested, opened]: [string[], string[], string[]] = [[], [], []]
  const clock = createQuickClock()
  const hub = createEventHub(clock)
  hub.listen((event) => void events.push(event))
  const onNotice = (notice: Problem): void => void notices.push(notice)
  const logDir = join(root, 'logs')
  const versions = [{ name: 'Chromium', version: '199' }]
  const folders = {
    chooseNewFile: (_title: string, name: string) => {
      suggested.push(name)
      return Promise.resolve(filesToWrite.shift())
    },
    open: (path: string) => Promise.resolve(void opened.push(path)),
  }
  const settings = createSettingsStore({ dataDir, policy: policyOf(), onNotice })
  const handlers = createSettingsHandlers({
    engine,
    clock,
    dataDir,
    events: hub,
    crashNotes: createCrashNotes({ dataDir, crashes: engine.crashes, onNotice }),
    feedStates: () => [{ environment: 'test', state: 'off' }],
    settings,
    views: createViewStore(dataDir, onNotice),
    host: {
      kind: 'shell',
      version: '1.2.3',
      versions,
      logDir,
      pageDir: root,
      thirdPartyFile: join(root, 'third-parties.json'),
      demo: null,
    },
    folders,
    files: createTextFiles(folders),
  })
  return {
    ...createDeskCalls(handlers, engine.logger),
    settings,
    logDir,
    events,
    notices,
    filesToWrite,
    suggested,
    opened,
  }
}

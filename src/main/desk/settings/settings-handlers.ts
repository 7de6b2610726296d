import { readThirdParties } from '../../../engine/files/third-parties.ts'
import { assertSupportBundleAllowed } from '../../../engine/policy/guards.ts'
import { makeFolder } from '../../../engine/files/file-system.ts'
import type { FoldersPort } from '../desk-ports.ts'
import type { EventHub } from '../event-hub.ts'
import type { HandlersOf } from '../router.ts'
import type { TextFiles } from '../text-files.ts'
import type { CrashNotes } from './crash-notes.ts'
import { type DiagnosticsOptions, readDiagnostics } from './diagnostics.ts'
import type { SettingsStore, ViewStore } from './settings-store.ts'

interface SettingsHandlerOptions extends DiagnosticsOptions {
  folders: Pick<FoldersPort, 'open'>
  files: TextFiles
  settings: SettingsStore
  views: ViewStore
  /** For the support bundle. */
  feedStates: () => unknown
  crashNotes: CrashNotes
  events: Pick<EventHub, 'emit'>
}

/** Settings, the page's layout, diagnostics, and exported text files. */
export function createSettingsHandlers(
  options: SettingsHandlerOptions,
): HandlersOf<'settings' | 'views' | 'diagnostics' | 'files'> {
  const { engine, settings, views, events, folders, files, host, feedStates, crashNotes } = options
  const tellCrash = (): void => events.emit('crashes.changed', { crash: crashNotes.current() })
  return {
    'settings.change': (changes) => {
      const changed = settings.change(changes)
      events.emit('settings.changed', changed)
      return changed
    },
    'views.read': ({ view }) => ({ state: views.read(view) }),
    'views.write': ({ view, state }) => {
      views.write(view, state)
      return {}
    },
    'diagnostics.read': () => readDiagnostics(options),
    'diagnostics.thirdParties': async () => ({ parties: await readThirdParties(host.thirdPartyFile) }),
    'diagnostics.openLogFolder': async () => {
      // If nothing has been logged yet, the folder does not exist.
      makeFolder(host.logDir)
      await folders.open(host.logDir)
      return {}
    },
    'diagnostics.saveSupportBundle': async () => {
      // Before the user chooses a place for it.
      assertSupportBundleAllowed(engine.policy)
      const dialog = { title: 'Save for support', suggestedName: 'parcel-desk-support.zip' }
      const versions = async (): Promise<unknown> => await readDiagnostics(options)
      const bundle = { versions, logDir: host.logDir, feeds: feedStates }
      return { file: await files.save(dialog, async () => (await engine.supportBundle(bundle)).zip) }
    },
    'diagnostics.recordPageError': (error) => {
      if (crashNotes.addPageError(error)) tellCrash()
      return {}
    },
    'diagnostics.dismissCrash': () => {
      crashNotes.dismiss()
      tellCrash()
      return {}
    },
    'files.open': async ({ fileId }) => {
      await files.open(fileId)
      return {}
    },
  }
}

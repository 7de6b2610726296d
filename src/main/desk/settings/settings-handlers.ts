import { portableName } from '../../../engine/saving/names/portable-name.ts'
import { makeFolder } from '../../../engine/storage/make-folder.ts'
import type { FoldersPort } from '../desk-ports.ts'
import type { EventHub } from '../event-hub.ts'
import type { HandlersOf } from '../router.ts'
import type { TextFiles } from '../text-files.ts'
import { type DiagnosticsOptions, readDiagnostics, supportBundle } from './diagnostics.ts'
import type { ViewStore } from './settings-store.ts'

interface SettingsHandlerOptions extends DiagnosticsOptions {
  folders: Pick<FoldersPort, 'open'>
  files: TextFiles
  views: ViewStore
  events: Pick<EventHub, 'emit'>
}

/** Settings, the page's layout, diagnostics, and exported text files. */
export function createSettingsHandlers(
  options: SettingsHandlerOptions,
): HandlersOf<'settings' | 'views' | 'diagnostics' | 'files'> {
  const { settings, views, events, folders, files, host } = options
  return {
    'settings.read': () => settings.read(),
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
    'diagnostics.openLogFolder': async () => {
      // If nothing has been logged yet, the folder does not exist.
      makeFolder(host.logDir)
      await folders.open(host.logDir)
      return {}
    },
    'diagnostics.saveSupportBundle': async () => {
      const dialog = { title: 'Save for support', suggestedName: 'parcel-desk-support.txt' }
      return { file: await files.save(dialog, () => supportBundle(options)) }
    },
    'files.saveText': async ({ suggestedName, text }) => ({
      // The page may suggest a name, but not a folder.
      file: await files.save({ title: 'Save', suggestedName: portableName(suggestedName) }, () => text),
    }),
    'files.open': async ({ fileId }) => {
      await files.open(fileId)
      return {}
    },
  }
}

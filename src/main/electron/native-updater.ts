import { app, dialog } from 'electron'
import { messageOf } from '../../shared/errors/app-error.ts'
import { userDataFolder } from '../../adapters/data-folder.ts'
import { runSystemProgram, systemFolder } from '../../adapters/policy/run-system-program.ts'
import { type InstalledKind, installedKind } from '../../adapters/updates/installed-kind.ts'
import type { UpdaterPort } from '../desk/desk-ports.ts'
import { wordsToStartAgain } from './read-launch.ts'
import type { Quitting } from './window/quitting.ts'

const FROM_SOURCES: InstalledKind = { why: 'This copy runs from its sources.' }

/** Neither the installer for Windows nor Squirrel passes the words of this start on. */
const ON_USUAL_FOLDER =
  'After the restart it opens your usual data folder, not the one of now: then quit it, and start it as you did this time.'

interface NativeUpdaterOptions {
  /** Of this start. */
  dataDir: string
  quitting: () => Pick<Quitting, 'quitTo'> | undefined
}

/** Only a package updates itself. What is needed for that is loaded when there is an update. */
export function createNativeUpdater({ dataDir, quitting }: NativeUpdaterOptions): UpdaterPort {
  const { platform, execPath: program, env, argv } = process
  const installed: InstalledKind = app.isPackaged ? installedKind({ platform, program, env }) : FROM_SOURCES
  const isFolderKept = installed.form === 'app-image' || dataDir === userDataFolder()
  return {
    installed,
    ...(isFolderKept ? {} : { afterRestart: ON_USUAL_FOLDER }),
    parse: async (text) => (await import('../../adapters/updates/parse-feed.ts')).parseFeed(text),
    verify: async (file) => {
      // macOS lets Squirrel check the signature when it installs; an AppImage has none (docs/administrators.md).
      if (installed.form !== 'nsis') return undefined
      const { publisherRefusal } = await import('../../adapters/updates/publisher.ts')
      return await publisherRefusal({ file, program, systemFolder: systemFolder() }, runSystemProgram)
    },
    install: async (file) => {
      const { installUpdate } = await import('../../adapters/updates/install-update.ts')
      const { installWithSquirrel } = await import('./squirrel.ts')
      // Everything is closed first: an installer ends what still runs, in the middle of a document too.
      quitting()?.quitTo(async () => {
        try {
          if (installed.form === 'mac') await installWithSquirrel(file)
          else if (installed.form !== undefined)
            await installUpdate(installed, file, { env, words: wordsToStartAgain(argv) })
        } catch (thrown) {
          const why = messageOf(thrown)
          dialog.showErrorBox('The update was not installed', `${why}\n\nParcel Desk is as it was. Start it again.`)
        }
      })
    },
  }
}

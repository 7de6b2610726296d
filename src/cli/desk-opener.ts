import type { Logger } from '../main/core/logger.ts'
import { given } from './choose-connection.ts'
import type { GeneralOptions } from './option-types.ts'
import type { Screen } from './screen.ts'
import type { DeskOptions, OpenedDesk, Terminal } from './terminal.ts'

/** Opens the engine when a command first needs it, and closes what was opened. */
export interface DeskOpener {
  /** Where it is to be and how it is to log; before this, the defaults count. */
  configure(options: GeneralOptions): void
  open(): Promise<OpenedDesk>
  /** The log of the engine, or one of its own where the engine is not open. */
  log(): Promise<Logger>
  close(): Promise<void>
}

/** What the engine has to tell besides, such as a database that was set aside, is shown at the end. */
export function createDeskOpener(terminal: Terminal, screen: Screen): DeskOpener {
  let options: DeskOptions = deskOptions({}, terminal)
  let opening: Promise<OpenedDesk> | undefined
  let opened: OpenedDesk | undefined
  const openOnce = async (): Promise<OpenedDesk> => {
    opened = await terminal.openDesk(options)
    return opened
  }
  return {
    configure: (asked) => {
      options = deskOptions(asked, terminal)
    },
    open: async () => await (opening ??= openOnce()),
    log: async () => opened?.log ?? (await terminal.openLog(options)),
    close: async () => {
      screen.problems(opened?.desk.notices() ?? [])
      try {
        await opened?.desk.close()
      } catch (thrown) {
        // Its result is printed and on the disk; how it was put away changes nothing of that.
        opened?.log.warn('close.failed', { thrown })
      }
    },
  }
}

function deskOptions({ dataDir, logFile, verbose }: GeneralOptions, { env }: Terminal): DeskOptions {
  return { dataDir: dataDir ?? given(env, 'PARCEL_DESK_DATA_DIR'), logFile, isVerbose: verbose === true }
}

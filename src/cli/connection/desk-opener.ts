import type { Problem } from '../../shared/model/parcel-set.ts'
import type { Logger } from '../../engine/base/logger.ts'
import type { ParcelDesk } from '../../engine/parcel-desk.ts'
import type { GeneralOptions } from '../options/option-types.ts'
import type { DeskOptions, Terminal } from '../terminal/terminal.ts'
import { envValue } from './choose-connection.ts'

/** Opens the engine when a command first needs it, and closes what was opened. */
export interface DeskOpener {
  /** Where it is to be and how it is to log; before this, the defaults count. */
  configure(options: GeneralOptions): void
  open(): Promise<ParcelDesk>
  /** The log of the engine, or one of its own where the engine is not open. */
  log(): Promise<Logger>
  /** The text without the secrets that the engine has met. */
  redact(text: string): string
  /** What the engine has to tell besides, such as a database that was set aside. */
  notices(): Problem[]
  close(): Promise<void>
}

/** Nothing is opened yet. */
export function createDeskOpener(terminal: Terminal): DeskOpener {
  let options: DeskOptions = deskOptions({}, terminal)
  let opening: Promise<ParcelDesk> | undefined
  let opened: ParcelDesk | undefined
  const openOnce = async (): Promise<ParcelDesk> => {
    opened = await terminal.openDesk(options)
    return opened
  }
  return {
    configure: (asked) => {
      options = deskOptions(asked, terminal)
    },
    open: async () => await (opening ??= openOnce()),
    log: async () => opened?.logger ?? (await terminal.openLog(options)),
    redact: (text) => opened?.logger.redact(text) ?? text,
    notices: () => opened?.notices() ?? [],
    close: async () => {
      try {
        await opened?.close()
      } catch (thrown) {
        // Its result is printed and on the disk; how it was put away changes nothing of that.
        opened?.logger.warn('close.failed', { thrown })
      }
    },
  }
}

function deskOptions({ dataDir, logFile, verbose }: GeneralOptions, { env }: Terminal): DeskOptions {
  return { dataDir: dataDir ?? envValue(env, 'PARCEL_DESK_DATA_DIR'), logFile, isVerbose: verbose === true }
}

import { ignoring } from '../../shared/errors/ignoring.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import type { Logger } from '../../engine/base/logger.ts'
import type { ParcelDesk } from '../../engine/parcel-desk.ts'
import type { GeneralOptions } from '../options/option-types.ts'
import type { DeskOptions, Terminal } from '../terminal/terminal.ts'
import { envPath, envValue } from './choose-connection.ts'

const DATA_DIR = 'PARCEL_DESK_DATA_DIR'

/** Opens the engine when a command first needs it, and closes it again. */
export interface DeskOpener {
  /** Sets data folder and logging; until then the defaults apply. Fails with bad-usage. */
  configure(options: GeneralOptions): void
  open(): Promise<ParcelDesk>
  /** The engine's log, or a separate one if the engine is not open. */
  log(): Promise<Logger>
  /** Keeps a record of an error that nobody expected. Never fails. */
  recordCrash(thrown: unknown): Promise<void>
  /** The text without the secrets that the engine knows. */
  redact(text: string): string
  close(): Promise<void>
}

/** `onNotice` is told the engine’s notices, such as a database that was set aside. */
export function createDeskOpener(terminal: Terminal, onNotice: (notice: Problem) => void): DeskOpener {
  let options: DeskOptions = deskOptions({}, terminal)
  let opening: Promise<ParcelDesk> | undefined
  let opened: ParcelDesk | undefined
  const openOnce = async (): Promise<ParcelDesk> => {
    opened = await terminal.openDesk(options)
    opened.onNotice(onNotice)
    return opened
  }
  return {
    configure: (general) => {
      options = deskOptions(general, terminal)
      // As the option is checked where it is read.
      if (general.dataDir === undefined) envPath(terminal.env, DATA_DIR)
    },
    open: async () => await (opening ??= openOnce()),
    log: async () => opened?.logger ?? (await terminal.openLog(options)),
    recordCrash: async (thrown) => {
      const desk =
        opened ??
        (opening === undefined
          ? await openOnce().catch(ignoring('one that is still opening may never be open'))
          : undefined)
      desk?.crashes.add('command line', thrown)
    },
    redact: (text) => opened?.logger.redact(text) ?? text,
    close: async () => {
      try {
        await opened?.close()
      } catch (thrown) {
        // The result is printed and on disk already; an error while closing does not change it.
        opened?.logger.warn('close.failed', { thrown })
      }
    },
  }
}

function deskOptions({ dataDir, logFile, verbose }: GeneralOptions, { env }: Terminal): DeskOptions {
  return { dataDir: dataDir ?? envValue(env, DATA_DIR), logFile, isVerbose: verbose === true }
}

import type { Logger } from '../main/core/logger.ts'
import { given } from './choose-connection.ts'
import type { CommonOptions } from './option-types.ts'
import type { Screen } from './screen.ts'
import type { DeskOptions, OpenedDesk, Terminal } from './terminal.ts'

/** Opens the engine when a command first needs it, and closes what was opened. */
export interface DeskOpener {
  /** Where it is to be and how it is to log; before this, the defaults count. */
  configure(options: CommonOptions): void
  open(): Promise<OpenedDesk>
  /** The log of the engine, or one of its own where the engine is not open. */
  log(): Promise<Logger>
  close(): Promise<void>
}

/** Messages that the engine has at its start are shown once. */
export function createDeskOpener(terminal: Terminal, screen: Screen): DeskOpener {
  let options: DeskOptions = deskOptions({}, terminal)
  let opening: Promise<OpenedDesk> | undefined
  let opened: OpenedDesk | undefined
  const openOnce = async (): Promise<OpenedDesk> => {
    opened = await terminal.openDesk(options)
    screen.problems(opened.desk.notices())
    return opened
  }
  return {
    configure: (asked) => {
      options = deskOptions(asked, terminal)
    },
    open: async () => await (opening ??= openOnce()),
    log: async () => opened?.log ?? (await terminal.openLog(options)),
    close: async () => {
      await opened?.desk.close()
    },
  }
}

function deskOptions({ dataDir, logFile, verbose }: CommonOptions, { env }: Terminal): DeskOptions {
  return { dataDir: dataDir ?? given(env, 'PARCEL_DESK_DATA_DIR'), logFile, isVerbose: verbose === true }
}

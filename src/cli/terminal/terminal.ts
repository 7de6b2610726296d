import type { Readable, Writable } from 'node:stream'
import type { Logger } from '../../engine/base/logger.ts'
import type { ParcelDesk } from '../../engine/parcel-desk.ts'
import type { ClockPort } from '../../engine/ports/clock.ts'

/** A stream that may be a terminal; for a pipe or file both properties are absent. */
export type OutputStream = Writable & { isTTY?: boolean; columns?: number }
export type InputStream = Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown }

export interface DeskOptions {
  dataDir: string | undefined
  logFile: string | undefined
  /** Log lines, including debug, go to stderr too. */
  isVerbose: boolean
}

/** The process as the command line sees it; tests supply their own. */
export interface Terminal {
  version: string
  /** Path of the notices of third parties, which a build puts beside the program. */
  thirdPartyFile: string
  /** The entry that reads PDFs (`pdf-worker.ts`). */
  pdfProgram: URL
  /** What to say of the installation itself, without its full stop. */
  installationNotice(): Promise<string | undefined>
  clock: ClockPort
  env: Readonly<Record<string, string | undefined>>
  workingDir: string
  stdin: InputStream
  stdout: OutputStream
  stderr: OutputStream
  /** Calls the listener on every Ctrl+C and termination signal. Returns the unsubscriber. */
  onInterrupt(listener: () => void): () => void
  /** Stops this process and those started with it, as Ctrl+Z does, and returns when they go on. */
  suspend(): void
  /** Calls the listener whenever this process goes on after a stop, as after `fg`. Returns the unsubscriber. */
  onContinued(listener: () => void): () => void
  /** Calls the listener for an uncaught error, and where nothing is left that could end a wait. Returns the unsubscriber. */
  onUncaught(listener: (error: unknown) => void): () => void
  /** A log for failures before the engine is open. */
  openLog(options: DeskOptions): Promise<Logger>
  openDesk(options: DeskOptions): Promise<ParcelDesk>
}

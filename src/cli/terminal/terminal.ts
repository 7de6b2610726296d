import type { Readable, Writable } from 'node:stream'
import type { Logger } from '../../engine/base/logger.ts'
import type { ParcelDesk } from '../../engine/parcel-desk.ts'
import type { ClockPort } from '../../engine/ports/clock.ts'

/** A stream that may be a screen; a pipe or file has neither of the two. */
export type OutputStream = Writable & { isTTY?: boolean; columns?: number }
export type InputStream = Readable & { isTTY?: boolean }

export interface DeskOptions {
  dataDir: string | undefined
  logFile: string | undefined
  /** Log lines go to stderr too, the fine ones included. */
  isVerbose: boolean
}

/** What the command line has of the process it runs in; tests give their own. */
export interface Terminal {
  version: string
  clock: ClockPort
  env: Readonly<Record<string, string | undefined>>
  workingDir: string
  stdin: InputStream
  stdout: OutputStream
  stderr: OutputStream
  /** Calls the listener at every Ctrl+C and request to end; the returned function takes it off again. */
  onInterrupt(listener: () => void): () => void
  /** Calls the listener for an error that nobody caught; the returned function takes it off again. */
  onUncaught(listener: (error: unknown) => void): () => void
  /** A log for what fails before the engine is open. */
  openLog(options: DeskOptions): Promise<Logger>
  openDesk(options: DeskOptions): Promise<ParcelDesk>
}

import type { DescribedFailure } from '../shared/errors/failure.ts'
import type { ParcelDesk } from '../engine/parcel-desk.ts'
import type { Interruption } from './terminal/interruption.ts'
import type { Screen } from './terminal/screen.ts'
import type { Terminal } from './terminal/terminal.ts'

/** What a command gets to work with. */
export interface CommandRun<Options> {
  options: Options
  /** The arguments that are not options. */
  args: readonly string[]
  terminal: Terminal
  screen: Screen
  interruption: Interruption
  /** Opens the engine on the first call. */
  open(): Promise<ParcelDesk>
}

/**
 * A command. It returns the failure to end with after its result was printed, or undefined; it throws if the command as a
 * whole failed.
 */
export type CommandAction<Options> = (run: CommandRun<Options>) => Promise<DescribedFailure | undefined>

import type { DescribedFailure } from '../shared/errors/failure.ts'
import type { ParcelDesk } from '../engine/parcel-desk.ts'
import type { Interruption } from './terminal/interruption.ts'
import type { Screen } from './terminal/screen.ts'
import type { Terminal } from './terminal/terminal.ts'

/** What a command gets to work with. */
export interface CommandRun<Options> {
  options: Options
  /** The words that are no options. */
  args: readonly string[]
  terminal: Terminal
  screen: Screen
  interruption: Interruption
  /** Opens the engine, once, the first time it is asked for. */
  open(): Promise<ParcelDesk>
}

/**
 * A command. What it returns is the failure to end with after its result was printed; undefined when all is done. What
 * it throws is the failure of the command as a whole.
 */
export type CommandAction<Options> = (run: CommandRun<Options>) => Promise<DescribedFailure | undefined>

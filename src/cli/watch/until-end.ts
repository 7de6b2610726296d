import { ignoring } from '../../shared/errors/ignoring.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import { fired } from '../../engine/base/async.ts'
import type { CommandRun } from '../command-run.ts'
import type { QueueOptions } from '../options/option-types.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { Consumption } from './consume-queues.ts'
import type { EntryPrinter } from './entry-printer.ts'
import { NO_SAVER, type StateSaver } from './state-saver.ts'

/** What goes on while queues are consumed. */
export interface Watching {
  consumption: Consumption
  saver?: StateSaver
  printer: EntryPrinter
}

/**
 * Waits until enough is taken, the time is up, a queue refuses for good, nobody reads what is printed, or the run is interrupted;
 * then ends what goes on. Returns the failure to end with.
 */
export async function untilEnd(
  { options, interruption, screen, terminal }: CommandRun<QueueOptions>,
  { consumption, saver = NO_SAVER, printer }: Watching,
): Promise<DescribedFailure | undefined> {
  const over = new AbortController()
  const ends = [
    fired(interruption.stop).then(() => 'interrupted' as const),
    timeUp(terminal, options.for, over.signal),
    printer.isBroken,
  ]
  const ending = await Promise.race([consumption.ended, ...ends])
  await consumption.stop()
  await printer.done()
  // If the count was reached or the queue ended, wait for the documents of what was taken, unless interrupted meanwhile.
  if (ending === 'count' || typeof ending !== 'string') await Promise.race([saver.settled(), ...ends])
  over.abort()
  const notSaved = await saver.end()
  if (interruption.stop.aborted) return describeFailure({ tag: 'interrupted' })
  const kept = ending === 'time' ? consumption.neverLive() : typeof ending === 'string' ? undefined : ending
  const failure = kept ?? notSaved
  if (failure !== undefined) await screen.failureResult(failure)
  return failure
}

/** Never resolves if no time was given. */
async function timeUp({ clock }: Terminal, seconds: number | undefined, signal: AbortSignal): Promise<'time'> {
  if (seconds === undefined) return await new Promise(() => undefined)
  await clock.wait(seconds * 1_000, signal).catch(ignoring('being interrupted ends the wait'))
  return 'time'
}

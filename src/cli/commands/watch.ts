import path from 'node:path'
import { badUsage } from '../../shared/errors/app-error.ts'
import type { FeedEntry } from '../../shared/model/feed-entry.ts'
import type { Feed } from '../../engine/feed/open-feed.ts'
import { streamKey, type StreamPlaces } from '../../engine/feed/stream/stream-places.ts'
import type { ParcelDesk, ParcelSession } from '../../engine/parcel-desk.ts'
import type { CommandAction, CommandRun } from '../command-run.ts'
import type { QueueOptions, WatchOptions } from '../options/option-types.ts'
import { type AmqpAddress, plainTextProblems, SERVICE_BROKER } from '../watch/amqp-address.ts'
import { consumeQueues } from '../watch/consume-queues.ts'
import { createEntryPrinter } from '../watch/entry-printer.ts'
import { createStateSaver, NO_SAVER, type StateSaver } from '../watch/state-saver.ts'
import { untilEnd } from '../watch/until-end.ts'
import { openWatchSession } from '../watch/watch-session.ts'
import { queueSources, type QueueUse } from '../watch/watched-queues.ts'

/**
 * `watch`: takes messages from a queue, stores each, and then prints it. Works without a connection to the service; with one,
 * the messages go to the inbox of its environment, and sets that this installation has seen are shown with their names.
 */
export const watch: CommandAction<WatchOptions> = async (given) => {
  const run = withQueue(given)
  const { options, terminal } = run
  refuseHalves(options)
  const opened = await openWatchSession(run, { isServiceNeeded: options.saveTo !== undefined })
  const { desk, address, session, feed, customers, password } = opened
  const places = options.stream === undefined ? undefined : feed.places
  const readingOf = places === undefined ? undefined : streamReading(run, places)
  const sources = await queueSources(run, address, { customers, password, readingOf })
  const saver = await openSaver(run, { desk, feed, session })
  const { stdout } = terminal
  const printer = createEntryPrinter({ feed, screen: run.screen, stdout, isJson: options.json === true, session })
  warn(run, address)
  const consumption = consumeQueues({
    desk,
    feed,
    sources,
    clock: terminal.clock,
    count: options.count,
    isMatch: amongCustomers(customers),
    beforeCommit: saver.plan,
    onEntries: (entries) => {
      printer.add(entries)
      saver.startPlanned()
    },
    note: run.screen.note,
    warn: (where, message) => run.screen.problems([{ where, message }]),
    ...(places === undefined ? {} : { places }),
  })
  return untilEnd(run, { consumption, saver, printer })
}

type QueueRun = CommandRun<WatchOptions & QueueOptions>

/** A stream is consumed like a queue of its name. */
function withQueue(run: CommandRun<WatchOptions>): QueueRun {
  const { queue, stream, from } = run.options
  if ((queue === undefined) === (stream === undefined)) {
    throw badUsage('Messages come from a queue or from a stream.', 'Give --queue or --stream, and not both.')
  }
  if (stream === undefined && from !== undefined) {
    throw badUsage('--from says where to begin a stream, and no stream is named.', 'Leave it out, or give --stream.')
  }
  return { ...run, options: { ...run.options, queue: queue ?? stream ?? '' } }
}

function streamReading({ options, screen }: QueueRun, places: StreamPlaces): NonNullable<QueueUse['readingOf']> {
  const { from = 'next' } = options
  const say = (message: string): void => screen.problems([{ where: `Stream “${options.queue}”`, message }])
  return (source) => ({ from, place: () => places.read(streamKey(source)), onGone: say, onReplaced: say })
}

function refuseHalves(options: WatchOptions): void {
  const { saveTo, onState } = options
  if ((saveTo === undefined) !== (onState === undefined)) {
    throw badUsage('--save-to and --on-state belong together.', 'Give both, or neither.')
  }
}

/**
 * Printed even with --quiet: started by mistake, this takes messages from other programs (T36) or exposes a password (T37).
 */
function warn({ screen, options }: QueueRun, address: AmqpAddress): void {
  if (options.stream === undefined) {
    screen.problems([{ where: `Queue “${options.queue}”`, message: 'messages taken here reach no other program.' }])
  }
  screen.problems(plainTextProblems(address, SERVICE_BROKER))
}

async function openSaver(run: QueueRun, { desk, feed, session }: SaverDependencies): Promise<StateSaver> {
  const { saveTo, onState } = run.options
  if (saveTo === undefined || onState === undefined || session === undefined) return NO_SAVER
  // Now, so that a refused password ends the run before it takes any message.
  await session.signIn(run.interruption.stop)
  const folder = path.resolve(run.terminal.workingDir, saveTo)
  return createStateSaver({ run, desk, feed, session, folder, state: onState })
}

interface SaverDependencies {
  desk: ParcelDesk
  feed: Feed
  session: ParcelSession | undefined
}

/** Unreadable messages match every customer. */
function amongCustomers(customers: readonly string[]): (entry: FeedEntry) => boolean {
  const ids = new Set(customers.map((id) => id.toLowerCase()))
  return ({ isReadable, customerId }) => ids.size === 0 || !isReadable || ids.has(customerId?.toLowerCase() ?? '')
}

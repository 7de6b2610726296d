import type { FeedEntry } from '../../shared/model/feed-entry.ts'
import { type Backlog, entriesAtOnce, openBacklog } from '../../engine/feed/inbox/backlog.ts'
import type { WatchSession } from '../watch/watch-session.ts'
import type { CommandRun } from '../command-run.ts'
import type { CollectOptions } from '../options/option-types.ts'
import { createEntryPrinter, type EntryPrinter } from '../watch/entry-printer.ts'
import type { CollectorHealth } from './collector-health.ts'

/** The inbox of a collector, whose new entries are counted and printed, at once or later. */
export interface CollectorInbox extends Backlog {
  printer: EntryPrinter
  /** To be given the entries that are made at once. */
  onEntries: (entries: readonly FeedEntry[]) => void
}

/** Fails with storage-failed. */
export function openCollectorInbox(
  { options, screen, terminal }: CommandRun<CollectOptions>,
  { desk, feed, session }: Pick<WatchSession, 'desk' | 'feed' | 'session'>,
  health: CollectorHealth,
): CollectorInbox {
  const printer = createEntryPrinter({
    feed,
    screen,
    stdout: terminal.stdout,
    isJson: options.json === true,
    session,
  })
  const onEntries = (entries: readonly FeedEntry[]): void => {
    health.stored(entries)
    printer.add(entries)
  }
  // To end with a certain message, each has to be counted when it comes.
  const isCounted = options.count !== undefined
  const backlog = isCounted
    ? entriesAtOnce(feed)
    : openBacklog({ feed, clock: terminal.clock, logger: desk.logger, onEntries })
  return { ...backlog, printer, onEntries }
}

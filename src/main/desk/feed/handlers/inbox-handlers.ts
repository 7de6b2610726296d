import type { Output } from '../../../../shared/contract/contract.ts'
import { badUsage } from '../../../../shared/errors/app-error.ts'
import type { FeedEntry, ListedEntry } from '../../../../shared/model/feed-entry.ts'
import type { CsvCell } from '../../../../shared/text/csv-lines.ts'
import type { Cell } from '../../../../engine/tables/write-workbook.ts'
import { isOfWatch, type RuleRun } from '../../../../engine/feed/rule-runs.ts'
import type { EnvironmentFeed } from '../environment-feed.ts'
import type { FeedsService } from '../feeds-service.ts'
import type { HandlersOf } from '../../router.ts'
import type { OpenSessions } from '../../sessions.ts'
import type { TableFiles } from '../../table-files.ts'

interface InboxHandlerDependencies {
  sessions: Pick<OpenSessions, 'find'>
  feeds: Pick<FeedsService, 'of'>
  tableFiles: TableFiles
}

/** The page’s calls about the inbox, in the environment of its session. */
export function createInboxHandlers({ sessions, feeds, tableFiles }: InboxHandlerDependencies): HandlersOf<'inbox'> {
  const feedOf = (sessionId: string): EnvironmentFeed => feeds.of(sessions.find(sessionId).connection.environment)
  return {
    ...createMarkHandlers(feedOf),
    'inbox.page': ({ sessionId, filter, before, count }) => {
      const feed = feedOf(sessionId)
      const page = feed.store().page({ filter, before, count })
      return { entries: page.entries.map(describing(feed, page.entries)), count: page.count, counts: feed.counts() }
    },
    'inbox.facets': ({ sessionId }) => {
      const feed = feedOf(sessionId)
      const { customers, ...others } = feed.store().facets()
      const names = new Map(feed.settings.read().followed.map((one) => [one.customerId, one.customerName]))
      const named = customers.map((one) =>
        one.label === one.value ? { ...one, label: names.get(one.value) ?? one.label } : one,
      )
      return { customers: named, ...others }
    },
    'inbox.read': ({ sessionId, entryId }) => {
      const feed = feedOf(sessionId)
      const { raw, ...entry } = findEntry(feed, entryId)
      const { sets } = sessions.find(sessionId).session
      const services = entry.setId === null ? [] : sets.servicesOf(entry.setId)
      return { entry: describing(feed, [entry])(entry), raw, services }
    },
    'inbox.export': async ({ sessionId, filter, format }) => {
      const feed = feedOf(sessionId)
      const exported = countingEach(feed.store().list(filter))
      const named = { title: 'Save the list', name: `parcel-desk-inbox-${feed.environment}`, sheet: 'Inbox' }
      const file = await tableFiles.save({ ...named, format, rows: inboxTable(exported.entries) })
      return { file, entries: exported.count() }
    },
  }
}

type MarkMethod = `inbox.${'mark' | 'markAll' | 'snooze' | 'note'}`

/** Every change of a mark, snooze or note is sent to all pages. */
function createMarkHandlers(feedOf: (sessionId: string) => EnvironmentFeed): Pick<HandlersOf<'inbox'>, MarkMethod> {
  return {
    'inbox.mark': ({ sessionId, entryIds, change }) => {
      const feed = feedOf(sessionId)
      const changed = feed.store().mark(entryIds, change)
      feed.emitInboxChanged()
      return { changed, counts: feed.counts() }
    },
    'inbox.markAll': ({ sessionId, filter, change }) => {
      const feed = feedOf(sessionId)
      const changed = feed.store().markAll(filter, change)
      feed.emitInboxChanged()
      return { changed, counts: feed.counts() }
    },
    'inbox.snooze': ({ sessionId, entryIds, until }) => {
      const feed = feedOf(sessionId)
      const changed = feed.snooze(entryIds, new Date(until))
      feed.emitInboxChanged()
      return { changed, counts: feed.counts() }
    },
    'inbox.note': ({ sessionId, entryId, text }) => {
      const feed = feedOf(sessionId)
      findEntry(feed, entryId)
      const before = feed.store().keepNote(entryId, text)
      feed.emitInboxChanged()
      return { before }
    },
  }
}

function findEntry(feed: EnvironmentFeed, entryId: number): FeedEntry {
  const stored = feed.store().read(entryId)
  if (stored === undefined) throw badUsage('There is no such entry in the inbox.', 'Reload the inbox.')
  return stored
}

function countingEach(entries: Iterable<ListedEntry>): { entries: Iterable<ListedEntry>; count(): number } {
  let counted = 0
  const each = function* (): Generator<ListedEntry> {
    for (const entry of entries) {
      counted += 1
      yield entry
    }
  }
  return { entries: each(), count: () => counted }
}

export type EntryView = Output<'inbox.page'>['entries'][number]

/** What makes entries into what the page shows of them, with the runs of rules. */
function describing(
  feed: Pick<EnvironmentFeed, 'store' | 'settings'>,
  entries: readonly ListedEntry[],
): (entry: ListedEntry) => EntryView {
  const runs = feed.store().runs.ofEntries(entries.map(({ id }) => id))
  const names = new Map(feed.settings.read().followed.map((one) => [one.customerId, one.customerName]))
  return ({ id, ...entry }) => ({
    entryId: id,
    ...entry,
    customerName: entry.customerName ?? names.get(entry.customerId ?? '') ?? null,
    ruleRuns: (runs.get(id) ?? []).map(describeRun),
  })
}

function describeRun(run: RuleRun): EntryView['ruleRuns'][number] {
  const { ruleName, state, at, jobId } = run
  // A `watch` retries its runs while it is running; this desk does not know when that is.
  const nextTryAt = state === 'waiting' && !isOfWatch(run) ? run.nextTryAt : null
  return { ruleName, state, at, text: wordsOf(run, nextTryAt), jobId, nextTryAt }
}

function wordsOf(run: RuleRun, nextTryAt: string | null): string {
  const { text, note, state } = run
  if (nextTryAt !== null) return `${text} It is tried again automatically.`
  if (state === 'waiting' && isOfWatch(run)) return `${text} The next “parcel-desk watch” like it goes on with it.`
  return note === null ? text : `${text} ${note}`
}

const COLUMNS: readonly (readonly [string, (entry: ListedEntry) => CsvCell])[] = [
  ['Seen', ({ seenAt }) => seenAt],
  ['Source', ({ source }) => source],
  ['Customer', ({ customerName }) => customerName],
  ['Customer ID', ({ customerId }) => customerId],
  ['Parcel', ({ parcelReference }) => parcelReference],
  ['Shipment', ({ shipmentRef }) => shipmentRef],
  ['State', ({ newStatus }) => newStatus],
  ['State before', ({ stateBefore, isOutdated }) => (isOutdated ? null : stateBefore)],
  ['Action', ({ action }) => action],
  ['Person', ({ actor }) => actor],
  ['Company', ({ actorCompany }) => actorCompany],
  ['Updated (as sent)', ({ updatedDate }) => updatedDate],
  ['Updated', ({ updatedAt }) => updatedAt],
  ['Instance', ({ instance }) => instance],
  ['Set ID', ({ setId }) => setId],
  ['Transaction ID', ({ transactionId }) => transactionId],
  ['Could not be read because', ({ reason }) => reason],
  ['Received', ({ received }) => received],
  ['Redelivered', ({ isRedelivered }) => isRedelivered],
  ['Outdated', ({ isOutdated }) => isOutdated],
  ['Read', ({ isRead }) => isRead],
  ['Done', ({ isDone }) => isDone],
  ['Flagged', ({ isFlagged }) => isFlagged],
  ['Snoozed until', ({ snoozedUntil }) => snoozedUntil],
  ['Note', ({ note }) => note],
]

/** Entries for a spreadsheet, after their headings. */
export function* inboxTable(entries: Iterable<ListedEntry>): Generator<Cell[]> {
  yield COLUMNS.map(([heading]) => heading)
  for (const entry of entries) yield COLUMNS.map(([, cellOf]) => textOf(cellOf(entry)))
}

function textOf(cell: CsvCell): Cell {
  return typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : cell
}

import { badUsage } from '../../../../shared/errors/app-error.ts'
import type { ListedEntry } from '../../../../shared/model/feed-entry.ts'
import type { OpenSessions } from '../../sessions.ts'
import type { HandlersOf } from '../../handlers.ts'
import type { TextFiles } from '../../text-files.ts'
import type { EnvironmentFeed } from '../environment-feed.ts'
import type { FeedsService } from '../feeds-service.ts'
import { inboxCsv } from './inbox-csv.ts'
import { describeEntries } from './inbox-entries.ts'

interface Parts {
  sessions: Pick<OpenSessions, 'find'>
  feeds: Pick<FeedsService, 'of'>
  files: TextFiles
}

/** What came in, for the page: of the environment that its session is in. */
export function createInboxHandlers({ sessions, feeds, files }: Parts): HandlersOf<'inbox'> {
  const feedOf = (sessionId: string): EnvironmentFeed => feeds.of(sessions.find(sessionId).connection.environment)
  return {
    ...createMarkHandlers(feedOf),
    'inbox.page': ({ sessionId, filter, before, count }) => {
      const feed = feedOf(sessionId)
      const page = feed.store().page({ filter, before, count })
      return { entries: describeEntries(feed, page.entries), count: page.count, counts: feed.counts() }
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
      const found = feed.store().read(entryId)
      if (found === undefined) throw badUsage('There is no such entry in the inbox.', 'Reload the inbox.')
      const { raw, ...entry } = found
      const others = entry.setId === null ? [] : feed.store().ofSet(entry.setId)
      const [described, ...ofSet] = describeEntries(feed, [entry, ...others.filter(({ id }) => id !== entryId)])
      if (described === undefined) throw new Error('an entry was not described')
      return { entry: described, raw, ofSet }
    },
    'inbox.exportCsv': async ({ sessionId, filter }) => {
      const feed = feedOf(sessionId)
      const asked = { title: 'Save the list', suggestedName: `parcel-desk-inbox-${feed.environment}.csv` }
      const exported = countingEach(feed.store().list(filter))
      const file = await files.save(asked, () => inboxCsv(exported.entries))
      return { file, entries: exported.count() }
    },
  }
}

type MarkMethod = 'inbox.mark' | 'inbox.markAll' | 'inbox.look'

/** Whatever changes a mark is told to every page. */
function createMarkHandlers(feedOf: (sessionId: string) => EnvironmentFeed): Pick<HandlersOf<'inbox'>, MarkMethod> {
  return {
    'inbox.mark': ({ sessionId, entryIds, change }) => {
      const feed = feedOf(sessionId)
      const changed = feed.store().mark(entryIds, change)
      feed.tellInbox()
      return { changed, counts: feed.counts() }
    },
    'inbox.markAll': ({ sessionId, filter, change }) => {
      const feed = feedOf(sessionId)
      const changed = feed.store().markAll(filter, change)
      feed.tellInbox()
      return { changed, counts: feed.counts() }
    },
    'inbox.look': ({ sessionId }) => {
      const feed = feedOf(sessionId)
      feed.store().look()
      feed.tellInbox()
      return feed.counts()
    },
  }
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

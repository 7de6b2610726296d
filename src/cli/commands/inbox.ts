import type { FeedEntry } from '../../shared/model/feed-entry.ts'
import type { CommandAction } from '../command-run.ts'
import type { InboxOptions } from '../options/option-types.ts'
import { ENTRY_HEADINGS, entryCells, storedRecord } from '../reports/records.ts'
import { textTable } from '../terminal/text-table.ts'

/** `inbox`: the stored notifications, oldest first, read in batches. */
export const inbox: CommandAction<InboxOptions> = async ({ options, open, screen }) => {
  const desk = await open()
  const { customer, state, since, unread, environment } = options
  const choice = { customers: customer, state, since, isUnread: unread }
  const environments = environment === undefined ? (['production', 'test'] as const) : [environment]
  const feeds = environments.map((one) => desk.feed(one))
  const entries = (): Generator<FeedEntry> => inOrder(feeds.map((feed) => feed.all(choice)))
  await screen.result(Iterator.from(entries()).map(storedRecord), function* () {
    let count = 0
    const rows = Iterator.from(entries()).map((entry) => {
      count += 1
      return [...entryCells(entry), entry.environment]
    })
    yield* textTable([...ENTRY_HEADINGS, 'ENVIRONMENT'], rows, { columns: screen.columns, cuttable: CUTTABLE })
    if (count === 0) yield 'There is nothing in the inbox.\n'
  })
  return undefined
}

const CUTTABLE = ['CUSTOMER', 'SHIPMENT', 'PARCEL', 'BY']

/** Merges ordered lists into one ordered list. */
function* inOrder(lists: Iterator<FeedEntry>[]): Generator<FeedEntry> {
  const heads = lists.map((list) => ({ list, entry: nextOf(list) }))
  for (;;) {
    const [oldest] = heads.filter(({ entry }) => entry !== undefined).toSorted(bySeenAt)
    if (oldest?.entry === undefined) return
    yield oldest.entry
    oldest.entry = nextOf(oldest.list)
  }
}

function bySeenAt(one: { entry: FeedEntry | undefined }, other: { entry: FeedEntry | undefined }): number {
  return (one.entry?.seenAt ?? '') < (other.entry?.seenAt ?? '') ? -1 : 1
}

function nextOf(list: Iterator<FeedEntry>): FeedEntry | undefined {
  const next = list.next()
  return next.done === true ? undefined : next.value
}

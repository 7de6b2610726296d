import { badUsage } from '../../shared/errors/app-error.ts'
import { counted } from '../../shared/text/format.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import type { FirmPublisher, SetAside } from '../../engine/feed/firm/firm-publisher.ts'
import { republish, republishSetAside } from '../../engine/feed/firm/republish.ts'
import type { SetAsideMessages } from '../../engine/feed/firm/set-aside.ts'
import type { FeedStore } from '../../engine/feed/inbox/inbox-store.ts'
import type { CommandRun } from '../command-run.ts'
import type { CollectOptions } from '../options/option-types.ts'
import { SET_ASIDE } from '../options/option-values.ts'
import type { Screen } from '../terminal/screen.ts'

/**
 * What `--republish` asks for, before anything is taken. Fails with bad-usage, storage-failed, interrupted, and like
 * `FirmPublisher.ready`.
 */
export async function republishFirst(
  { options, screen, interruption }: CommandRun<CollectOptions>,
  publisher: FirmPublisher,
  { feed, setAside }: { feed: Pick<FeedStore, 'bodiesSince'>; setAside: SetAsideMessages },
): Promise<void> {
  const { republish: from, republishUntil: until, republishCustomer: customerIds } = options
  if (from === undefined || from === SET_ASIDE) {
    if (until !== undefined || customerIds !== undefined) {
      throw badUsage(
        '--republish-until and --republish-customer narrow what --republish publishes from a time on.',
        'Give --republish with a day or a moment, or leave them out.',
      )
    }
    if (from === undefined) return
    const { published, left } = await republishSetAside(publisher, setAside, interruption.stop)
    screen.note(
      `Published of what was set aside: ${counted(published, 'message')}.` +
        (left === 0 ? '' : ` Still without a stream: ${counted(left, 'message')}.`),
    )
    return
  }
  const count = await republish(publisher, { bodies: feed.bodiesSince(from, until), customerIds }, interruption.stop)
  screen.note(`Published again: ${counted(count, 'message')} of the inbox.`)
}

/** Says of each customer once that messages are set aside, even with --quiet. */
export function sayUnroutable(screen: Pick<Screen, 'problems'>): SetAside {
  const said = new Set<string>()
  return (messages) => {
    for (const { routingKey, reason } of messages) {
      if (said.has(routingKey)) continue
      said.add(routingKey)
      screen.problems([
        {
          where: `Customer ${plainText(routingKey, 100)}`,
          message: `messages are set aside: ${reason}. They are in the stream “parcel.unreadable” and in this inbox. Import the definitions of “parcel-desk feed topology --keep-users” with this customer among all, then run collect once with --republish set-aside.`,
        },
      ])
    }
  }
}

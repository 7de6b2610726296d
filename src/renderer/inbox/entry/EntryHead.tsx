import { AlarmClock, AlarmClockOff, Check, Flag, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { stateLabel } from '../../../shared/text/set-fields.ts'
import { visibleText } from '../../../shared/text/plain-text.ts'
import { ShortCommandButton } from '../../commands/CommandButton.tsx'
import { differsInState, type InboxEntry } from '../../parcel/entry-words.ts'
import base from '../../ui/base/base.module.css'
import { exactMoment } from '../../ui/base/words.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { shownAt } from '../list/day-rows.ts'
import styles from './EntryPane.module.css'
import { EntryNote } from './EntryNote.tsx'
import { RuleRuns } from './RuleRuns.tsx'
import { Sentence } from './Sentence.tsx'

/** What happened, and what can be done about it. */
export function EntryHead({ entry }: { readonly entry: InboxEntry }): ReactNode {
  const { isReadable, isOutdated, source, stateBefore, newStatus, ruleRuns } = entry
  const isChange = isReadable && !isOutdated && source !== 'schedule' && differsInState(stateBefore, newStatus)
  return (
    <>
      <header>
        <h2 className={styles.sentence}>
          <Sentence entry={entry} />
        </h2>
        <p className={base.aside}>
          {isChange && `was ${stateLabel(visibleText(stateBefore))} · `}
          <time dateTime={shownAt(entry)}>{exactMoment(shownAt(entry))}</time>
        </p>
      </header>
      <div className={base.buttons}>
        <ShortCommandButton id="inbox.done" icon={Check}>
          Done
        </ShortCommandButton>
        <ShortCommandButton id="inbox.flag" icon={Flag}>
          Flag
        </ShortCommandButton>
        <ShortCommandButton id="inbox.unread" icon={Mail}>
          Unread
        </ShortCommandButton>
        {isSnoozed(entry) ? (
          <ShortCommandButton id="inbox.endSnooze" icon={AlarmClockOff}>
            Bring back
          </ShortCommandButton>
        ) : (
          <ShortCommandButton id="inbox.snooze" icon={AlarmClock}>
            Snooze…
          </ShortCommandButton>
        )}
      </div>
      <EntryNotices entry={entry} />
      {ruleRuns.length > 0 && <RuleRuns runs={ruleRuns} />}
      <EntryNote entry={entry} />
    </>
  )
}

/** What must not be overlooked. */
function EntryNotices({ entry }: { readonly entry: InboxEntry }): ReactNode {
  const { isReadable, reason, isOutdated, source, stateBefore, snoozedUntil, returnedAt } = entry
  return (
    <>
      {!isReadable && (
        <Banner tone="warning" title={reason ?? 'The message could not be read.'}>
          It is kept below as received. No rule has acted on it.
        </Banner>
      )}
      {isOutdated && (
        <Banner tone="info" title={`Older than what is known${knownText(stateBefore)}`}>
          A later message about this set had already come when this one arrived. The set keeps its newer state, and no
          rule acts on this one.
        </Banner>
      )}
      {snoozedUntil !== null && (
        <Banner
          tone="info"
          title={
            returnedAt === null
              ? `Snoozed until ${exactMoment(snoozedUntil)}`
              : `It was snoozed until ${exactMoment(snoozedUntil)} and is back`
          }
        >
          {returnedAt === null
            ? 'Until then it is only under Snoozed. It comes back unread, on top.'
            : 'It came back unread, on top of the list.'}
        </Banner>
      )}
      {isReadable && source === 'check' && (
        <p className={base.aside}>
          No message reported this change: a check by searching found it. Who made it, and exactly when, is unknown.
        </p>
      )}
    </>
  )
}

function isSnoozed({ snoozedUntil, returnedAt }: InboxEntry): boolean {
  return snoozedUntil !== null && returnedAt === null
}

/** “: Title held”. */
function knownText(state: string | null): string {
  return state === null ? '' : `: ${stateLabel(visibleText(state))}`
}

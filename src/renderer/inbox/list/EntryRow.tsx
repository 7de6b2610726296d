import { CalendarClock, FileWarning, Flag, SearchCheck, StickyNote, Undo2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { VisuallyHidden } from 'react-aria-components'
import { SCHEDULE_ACTIONS } from '../../../shared/model/feed-entry.ts'
import { stateLabel } from '../../../shared/text/set-fields.ts'
import { visibleText } from '../../../shared/text/plain-text.ts'
import { customerText, differsInState, markNames, sentenceText, type InboxEntry } from '../../parcel/entry-words.ts'
import { StateChip } from '../../parcel/StateChip.tsx'
import { Glyph } from '../../ui/actions/Glyph.tsx'
import base from '../../ui/base/base.module.css'
import { classes } from '../../ui/base/classes.ts'
import { Foreign } from '../../ui/base/Foreign.tsx'
import { useRegion } from '../../ui/base/use-region.ts'
import { exactMoment, numberText, shortMoment, timeOfDay } from '../../ui/base/words.ts'
import { Boundary } from '../../ui/feedback/Boundary.tsx'
import tickStyles from '../../ui/fields/TickBox.module.css'
import { RuleOutcome } from '../entry/RuleRuns.tsx'
import { Sentence } from '../entry/Sentence.tsx'
import { shownAt } from './day-rows.ts'
import styles from './EntryList.module.css'

interface EntryRowProps {
  readonly entry: InboxEntry
  readonly id: string
  readonly position: number
  readonly topPx: number
  readonly isCurrent: boolean
  readonly isTicked: boolean
  /** The heading above is that of its day. */
  readonly isOfDay: boolean
}

/** One entry as a sentence: who did what, to what state, whose, when. */
export const EntryRow = memo(function EntryRow(props: EntryRowProps): ReactNode {
  useRegion()
  const { entry, id, position, topPx, isCurrent, isTicked, isOfDay } = props
  return (
    <tr
      id={id}
      className={classes(styles.row, !entry.isRead && styles.unread, entry.isDone && styles.done)}
      style={{ transform: `translateY(${topPx}px)` }}
      aria-rowindex={position + 2}
      aria-selected={isTicked}
      data-current={isCurrent || undefined}
      data-entry={entry.entryId}
    >
      <td className={styles.tick} aria-label="Tick">
        <span className={tickStyles.box} aria-hidden />
      </td>
      <Boundary watched={entry} renderFailure={() => <td className={styles.what}>This entry cannot be shown.</td>}>
        <Cells entry={entry} isOfDay={isOfDay} />
      </Boundary>
    </tr>
  )
})

function Cells({ entry, isOfDay }: { readonly entry: InboxEntry; readonly isOfDay: boolean }): ReactNode {
  return (
    <>
      <th scope="row" className={styles.what} title={visibleText(sentenceText(entry))}>
        <VisuallyHidden elementType="span">{markNames(entry)}</VisuallyHidden>
        <span className={styles.sentence}>
          <Sentence entry={entry} />
          <Older entry={entry} />
        </span>
      </th>
      <td className={styles.marks}>
        <Marks entry={entry} />
      </td>
      <td>
        <StateChange entry={entry} />
      </td>
      <td className={classes(styles.customer, base.muted)}>
        <Owner entry={entry} />
      </td>
      <td className={classes(styles.time, !isOfDay && styles.otherDay)}>
        <Time entry={entry} isOfDay={isOfDay} />
      </td>
    </>
  )
}

/** Why an entry changes nothing: no reader of the list knows what “older” means. */
function Older({ entry }: { readonly entry: InboxEntry }): ReactNode {
  const { isReadable, isOutdated, stateBefore, reason } = entry
  if (!isReadable) return <span className={base.muted}>{reason}</span>
  if (!isOutdated) return null
  return <span className={base.muted}>{olderText(stateBefore)}</span>
}

/** “older than what is known: Title held”. */
function olderText(known: string | null): string {
  return known === null ? 'older than what is known' : `older than what is known: ${stateLabel(visibleText(known))}`
}

/** “Title held, was Issued”; the state alone where none was known before. */
function StateChange({ entry }: { readonly entry: InboxEntry }): ReactNode {
  const { isReadable, isOutdated, stateBefore, newStatus, source } = entry
  if (!isReadable || source === 'schedule') return null
  return (
    <>
      <StateChip state={newStatus ?? ''} />
      {!isOutdated && differsInState(stateBefore, newStatus) && (
        <span className={classes(styles.before, base.muted)} title="What was known here before">
          was <bdi>{visibleText(stateLabel(stateBefore))}</bdi>
        </span>
      )}
    </>
  )
}

function Owner({ entry }: { readonly entry: InboxEntry }): ReactNode {
  const { shipmentRef, isReadable } = entry
  const customer = customerText(entry)
  if (!isReadable && customer === null) return null
  return (
    <span
      className={styles.owner}
      title={visibleText([customer, shipmentRef].filter((text) => text !== null).join(' · '))}
    >
      <Foreign text={customer} />
      {shipmentRef !== null && (
        <span className={base.mono}>
          {' · '}
          <Foreign text={shipmentRef} />
        </span>
      )}
    </span>
  )
}

function Marks({ entry }: { readonly entry: InboxEntry }): ReactNode {
  const { ruleRuns, isFlagged, received, note } = entry
  const last = ruleRuns.at(-1)
  return (
    <>
      {received > 1 && (
        <span className={base.muted} title={`It came ${numberText(received)} times`}>
          ×{numberText(received)}
        </span>
      )}
      {last !== undefined && <RuleOutcome run={last} />}
      <Snooze entry={entry} />
      <Source entry={entry} />
      {note !== null && (
        <span className={classes(styles.note, base.muted)} title={visibleText(note)}>
          <Glyph icon={StickyNote} size="small" />
          <VisuallyHidden elementType="span">with a note</VisuallyHidden>
        </span>
      )}
      {isFlagged && (
        <span className={classes(styles.flag, base.warning)}>
          <Glyph icon={Flag} size="small" />
        </span>
      )}
    </>
  )
}

/** Until when it is set aside, or that it is back. */
function Snooze({ entry: { snoozedUntil, returnedAt } }: { readonly entry: InboxEntry }): ReactNode {
  if (snoozedUntil === null) return null
  if (returnedAt === null) return <span className={base.muted}>until {shortMoment(snoozedUntil)}</span>
  return (
    <span className={base.accent} title={`It was snoozed until ${exactMoment(snoozedUntil)}`}>
      <Glyph icon={Undo2} size="small" /> Back from a snooze
    </span>
  )
}

/** A message is the rule and says nothing of itself; what a check found is never taken for one. */
function Source({ entry: { isReadable, source, action } }: { readonly entry: InboxEntry }): ReactNode {
  if (!isReadable)
    return (
      <span className={base.warning}>
        <Glyph icon={FileWarning} size="small" /> Unreadable
      </span>
    )
  if (source === 'schedule')
    return (
      <span className={action === SCHEDULE_ACTIONS.failed ? base.warning : base.muted}>
        <Glyph icon={CalendarClock} size="small" /> Schedule
      </span>
    )
  if (source === 'check')
    return (
      <span className={base.muted}>
        <Glyph icon={SearchCheck} size="small" /> Found by check
      </span>
    )
  return null
}

function Time({ entry, isOfDay }: { readonly entry: InboxEntry; readonly isOfDay: boolean }): ReactNode {
  const { seenAt, updatedDate } = entry
  const at = shownAt(entry)
  const sent = updatedDate === null ? '' : `As sent: ${visibleText(updatedDate)}\n`
  return (
    <time dateTime={at} title={`${sent}Seen here ${exactMoment(seenAt)}`}>
      {isOfDay ? timeOfDay(at) : shortMoment(at)}
    </time>
  )
}

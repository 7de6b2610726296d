import { FileWarning, Flag, type LucideIcon, Mail, NotebookText, RadioTower, SearchCheck } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { VisuallyHidden } from 'react-aria-components'
import { stateLabel } from '../../../shared/text/fold-state.ts'
import { visibleText } from '../../../shared/text/plain-text.ts'
import {
  customerText,
  differsInState,
  KIND_TITLES,
  kindOf,
  markNames,
  actorText,
  type EntryKind,
  type InboxEntry,
} from '../../parcel/entry-words.ts'
import { StateChip } from '../../parcel/StateChip.tsx'
import { Glyph } from '../../ui/actions/Glyph.tsx'
import { classes } from '../../ui/base/classes.ts'
import { Foreign } from '../../ui/base/Foreign.tsx'
import { exactMoment, numberText, shortMoment } from '../../ui/base/words.ts'
import { Boundary } from '../../ui/feedback/Boundary.tsx'
import tickStyles from '../../ui/fields/TickBox.module.css'
import { RuleOutcome } from '../entry/RuleOutcome.tsx'
import styles from './EntryList.module.css'

interface EntryRowProps {
  readonly entry: InboxEntry
  readonly id: string
  readonly position: number
  readonly topPx: number
  readonly isCurrent: boolean
  readonly isTicked: boolean
  /** Arrived after the user’s last visit, and not read. */
  readonly isFresh: boolean
}

const KIND_ICONS: Readonly<Record<EntryKind, LucideIcon>> = {
  queue: Mail,
  check: SearchCheck,
  journal: NotebookText,
  stream: RadioTower,
  unreadable: FileWarning,
}

/** One entry on two lines: what changed, whose, by whom, when. */
export const EntryRow = memo(function EntryRow(props: EntryRowProps): ReactNode {
  const { entry, id, position, topPx, isCurrent, isTicked, isFresh } = props
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
      <td className={styles.tick} aria-label="Select">
        <span className={tickStyles.box} aria-hidden />
      </td>
      <Boundary watched={entry} renderFailure={() => <td className={styles.what}>This entry cannot be shown.</td>}>
        <Cells entry={entry} isFresh={isFresh} />
      </Boundary>
    </tr>
  )
})

function Cells({ entry, isFresh }: { readonly entry: InboxEntry; readonly isFresh: boolean }): ReactNode {
  return (
    <>
      <td className={styles.state}>
        <VisuallyHidden elementType="span">{markNames(entry, isFresh)}</VisuallyHidden>
        <State entry={entry} />
        <Kind entry={entry} />
      </td>
      <td className={styles.what}>
        <References entry={entry} isFresh={isFresh} />
      </td>
      <td className={styles.marks}>
        <Marks entry={entry} />
      </td>
      <td className={styles.times}>
        <Times entry={entry} />
      </td>
    </>
  )
}

function State({ entry }: { readonly entry: InboxEntry }): ReactNode {
  if (!entry.isReadable) return null
  return (
    <span className={styles.first}>
      <StateChip state={entry.newStatus ?? ''} />
    </span>
  )
}

function Kind({ entry }: { readonly entry: InboxEntry }): ReactNode {
  const kind = kindOf(entry)
  return (
    <span className={classes(styles.second, kind === 'unreadable' && styles.warning)}>
      <Glyph icon={KIND_ICONS[kind]} size="small" /> {KIND_TITLES[kind]}
    </span>
  )
}

function References({ entry, isFresh }: { readonly entry: InboxEntry; readonly isFresh: boolean }): ReactNode {
  const { parcelReference, shipmentRef, stateBefore, isReadable, reason } = entry
  return (
    <>
      <span className={styles.first}>
        <span className={classes(styles.parcel, isReadable && styles.mono)}>
          {isReadable ? <Foreign text={parcelReference} /> : 'Message that could not be read'}
        </span>
        {shipmentRef !== null && (
          <span className={styles.shipment}>
            <Foreign text={shipmentRef} />
          </span>
        )}
        {isFresh && <span className={styles.new}>New</span>}
        {differsInState(stateBefore, entry.newStatus) && (
          <span className={styles.before}>was {stateLabel(stateBefore ?? '')}</span>
        )}
      </span>
      {isReadable ? <CustomerAndActor entry={entry} /> : <span className={styles.second}>{reason}</span>}
    </>
  )
}

function CustomerAndActor({ entry }: { readonly entry: InboxEntry }): ReactNode {
  const customer = customerText(entry)
  const who = actorText(entry, entry.customerName)
  const all = [customer, actorText(entry)].filter((part) => part !== null).join(' · ')
  return (
    <span className={styles.second} title={visibleText(all)}>
      <span className={styles.customer}>
        <Foreign text={customer} />
      </span>
      {who !== null && (
        <>
          {' · '}
          <Foreign text={who} />
        </>
      )}
    </span>
  )
}

function Marks({ entry }: { readonly entry: InboxEntry }): ReactNode {
  const { ruleRuns, isFlagged, isOutdated, received } = entry
  const last = ruleRuns.at(-1)
  return (
    <>
      <span className={styles.first}>
        {isOutdated && (
          <span className={styles.note} title="A newer state of this set was already known">
            older
          </span>
        )}
        {received > 1 && (
          <span className={styles.note} title={`It came ${numberText(received)} times`}>
            ×{numberText(received)}
          </span>
        )}
        {isFlagged && (
          <span className={styles.flag}>
            <Glyph icon={Flag} size="small" />
          </span>
        )}
      </span>
      <span className={styles.second}>{last !== undefined && <RuleOutcome run={last} />}</span>
    </>
  )
}

function Times({ entry }: { readonly entry: InboxEntry }): ReactNode {
  const { seenAt, updatedAt, updatedDate } = entry
  const sent = updatedAt === null ? updatedDate : shortMoment(updatedAt)
  return (
    <>
      <time className={styles.first} dateTime={seenAt} title={`Seen here ${exactMoment(seenAt)}`}>
        {shortMoment(seenAt)}
      </time>
      <span className={styles.second} title={updatedDate === null ? undefined : `As sent: ${updatedDate}`}>
        {sent === null ? '' : `sent ${sent}`}
      </span>
    </>
  )
}

import { Files } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Output } from '../../../shared/contract/contract.ts'
import { stateLabel } from '../../../shared/text/set-fields.ts'
import { visibleText } from '../../../shared/text/plain-text.ts'
import { CommandButton } from '../../commands/CommandButton.tsx'
import { customerText, KIND_TITLES, type InboxEntry } from '../../parcel/entry-words.ts'
import { StateChip } from '../../parcel/StateChip.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { classes } from '../../ui/base/classes.ts'
import { Foreign, Unknown } from '../../ui/base/Foreign.tsx'
import { exactMoment, numberText } from '../../ui/base/words.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Fact, Facts } from '../../ui/layout/Facts.tsx'
import styles from './EntryPane.module.css'
import { EntryNote } from './EntryNote.tsx'
import { EntryTimeline } from './EntryTimeline.tsx'
import { RawMessage } from './RawMessage.tsx'
import { RuleRuns } from './RuleRuns.tsx'

interface EntryDetailProps {
  readonly view: Output<'inbox.read'>
  readonly onOpenSet: () => void
}

/** Everything known about one entry. */
export function EntryDetail({ view, onOpenSet }: EntryDetailProps): ReactNode {
  const { entry, raw, ofSet } = view
  return (
    <article aria-label="Entry" className={styles.detail}>
      <Heading entry={entry} />
      <div className={styles.actions}>
        {entry.setId !== null && (
          <Button variant="primary" icon={Files} shortcut="Enter" onPress={onOpenSet}>
            Open set
          </Button>
        )}
        <CommandButton id="inbox.done" variant="plain" />
        <CommandButton id="inbox.flag" variant="plain" />
        <CommandButton id="inbox.unread" variant="plain" />
        <CommandButton id="inbox.snooze" variant="plain" />
        {isSnoozed(entry) && <CommandButton id="inbox.endSnooze" variant="plain" />}
      </div>
      <EntryNotices entry={entry} />
      <EntryNote entry={entry} />
      {entry.ruleRuns.length > 0 && <RuleRuns runs={entry.ruleRuns} />}
      <EntryFacts entry={entry} />
      {entry.setId !== null && <EntryTimeline entry={entry} ofSet={ofSet} />}
      <RawMessage entry={entry} raw={raw} />
    </article>
  )
}

function Heading({ entry }: { readonly entry: InboxEntry }): ReactNode {
  const { parcelReference, shipmentRef, newStatus, isReadable, source, action } = entry
  return (
    <ParcelHeading
      parcel={isReadable ? <Foreign text={parcelReference} /> : 'Message that could not be read'}
      isWords={!isReadable || source === 'schedule'}
      shipment={shipmentRef === null ? undefined : <Foreign text={shipmentRef} />}
      state={
        <>
          {isReadable && source !== 'schedule' && <StateChip state={newStatus ?? ''} isStrong />}
          {source === 'schedule' && <span>{action}</span>}
          {source === 'check' && <span>{KIND_TITLES.check}</span>}
        </>
      }
      customer={isReadable && source !== 'schedule' && <Foreign text={customerText(entry) ?? 'customer unknown'} />}
    />
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
      {source === 'schedule' && <p>{visibleText(reason ?? '')}</p>}
      {isReadable && source === 'check' && (
        <p className={styles.muted}>
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

/** Every field as received; times also on this computer’s clock. */
function EntryFacts({ entry }: { readonly entry: InboxEntry }): ReactNode {
  const { isReadable, source } = entry
  if (source === 'schedule') {
    return (
      <Facts>
        <Fact name="Ended">{exactMoment(entry.seenAt)}</Fact>
      </Facts>
    )
  }
  return (
    <Facts>
      {isReadable && !entry.isOutdated && (
        <Fact name="State before">{entry.stateBefore === null ? null : stateLabel(entry.stateBefore)}</Fact>
      )}
      {isReadable && source !== 'check' && (
        <>
          <Fact name="Who">{entry.actor}</Fact>
          <Fact name="Company">{entry.actorCompany}</Fact>
          <Fact name="Sent">
            <Sent entry={entry} />
          </Fact>
        </>
      )}
      <Fact name="Seen here">{exactMoment(entry.seenAt)}</Fact>
      {source !== 'check' && <Fact name="Received">{receivedWords(entry)}</Fact>}
      {isReadable && <Ids entry={entry} />}
    </Facts>
  )
}

function Ids({ entry }: { readonly entry: InboxEntry }): ReactNode {
  const { source, customerName, customerId, newStatus, action, instance, setId, transactionId, shipmentRef } = entry
  return (
    <>
      <Fact name="Customer">{customerName ?? (customerId === null ? null : 'name not known here')}</Fact>
      <Fact name="Shipment">{shipmentRef ?? <span className={styles.muted}>not known here yet</span>}</Fact>
      <Fact name="State as received">{newStatus}</Fact>
      {source !== 'check' && (
        <>
          <Fact name="Action">{action}</Fact>
          <Fact name="Instance">{instance}</Fact>
          <Fact name="Transaction id" isMono>
            {transactionId}
          </Fact>
        </>
      )}
      <Fact name="Customer id" isMono>
        {customerId}
      </Fact>
      <Fact name="Set id" isMono>
        {setId}
      </Fact>
    </>
  )
}

function Sent({ entry: { updatedAt, updatedDate } }: { readonly entry: InboxEntry }): ReactNode {
  if (updatedDate === null) return <Unknown />
  return (
    <>
      {updatedAt === null ? <Unknown received={updatedDate} /> : exactMoment(updatedAt)}
      <span className={styles.received}>“{updatedDate}”</span>
    </>
  )
}

function receivedWords({ received, isRedelivered }: InboxEntry): string {
  const times = received === 1 ? 'once' : `${numberText(received)} times; listed once`
  return isRedelivered ? `${times}, marked by the broker as sent before` : times
}

interface ParcelHeadingProps {
  /** The parcel’s reference, or what stands for it. */
  readonly parcel: ReactNode
  /** Undefined if it is not known. */
  readonly shipment: ReactNode
  /** The title is words and not a reference. */
  readonly isWords?: boolean
  /** State, signatures and the like, in one line. */
  readonly state: ReactNode
  /** The customer, after the state. */
  readonly customer: ReactNode
  readonly children?: ReactNode
}

/** The heading of a pane about one parcel: its references and its state. */
function ParcelHeading(props: ParcelHeadingProps): ReactNode {
  const { parcel, shipment, isWords = false, state, customer, children } = props
  return (
    <header>
      <h2 className={classes(styles.references, !isWords && styles.mono)}>
        {parcel}
        {shipment !== undefined && <span className={styles.muted}>{shipment}</span>}
      </h2>
      <p className={styles.state}>
        {state}
        <span className={styles.muted}>{customer}</span>
      </p>
      {children}
    </header>
  )
}

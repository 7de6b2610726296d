import type { ReactNode } from 'react'
import type { Output } from '../../../shared/contract/contract.ts'
import { stateLabel } from '../../../shared/text/set-fields.ts'
import type { InboxEntry } from '../../parcel/entry-words.ts'
import { Unknown } from '../../ui/base/Foreign.tsx'
import base from '../../ui/base/base.module.css'
import { exactMoment, numberText } from '../../ui/base/words.ts'
import { Fact, Facts } from '../../ui/layout/Facts.tsx'
import styles from './EntryPane.module.css'
import { RawMessage } from './RawMessage.tsx'

/** Every field as received, times also on this computer’s clock, and the message itself. */
export function EntryMessage({ view: { entry, raw } }: { readonly view: Output<'inbox.read'> }): ReactNode {
  return (
    <div className={styles.message}>
      <EntryFacts entry={entry} />
      <RawMessage entry={entry} raw={raw} />
    </div>
  )
}

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
      <Fact name="Shipment">{shipmentRef ?? <span className={base.aside}>not known here yet</span>}</Fact>
      <Fact name="State in the message">{newStatus}</Fact>
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

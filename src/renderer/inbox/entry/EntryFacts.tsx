import type { ReactNode } from 'react'
import { Foreign } from '../../ui/base/Foreign.tsx'
import { stateLabel } from '../../../shared/text/fold-state.ts'
import { Unknown } from '../../ui/feedback/Unknown.tsx'
import styles from './EntryPane.module.css'
import type { InboxEntry } from '../store/inbox-state.ts'
import { exactMoment } from '../../ui/base/words.ts'

/** Every field as it came; times also on this computer’s clock. */
export function EntryFacts({ entry }: { readonly entry: InboxEntry }): ReactNode {
  const { isReadable, source } = entry
  return (
    <dl className={styles.facts}>
      {isReadable && source === 'check' && (
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
    </dl>
  )
}

function Ids({ entry }: { readonly entry: InboxEntry }): ReactNode {
  const { source, customerName, customerId, newStatus, action, instance, setId, transactionId, shipmentRef } = entry
  return (
    <>
      <Fact name="Customer">{customerName ?? (customerId === null ? null : `not known by name here`)}</Fact>
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
  const times = received === 1 ? 'once' : `${received.toLocaleString('en')} times; listed once`
  return isRedelivered ? `${times}, and the broker said it had sent it before` : times
}

interface FactProps {
  readonly name: string
  readonly children: ReactNode
  readonly isMono?: boolean
}

function Fact({ name, children, isMono = false }: FactProps): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isMono ? styles.mono : undefined}>
        {typeof children === 'string' ? <Foreign text={children} /> : (children ?? <Unknown />)}
      </dd>
    </div>
  )
}

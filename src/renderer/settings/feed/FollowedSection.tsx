import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { foldId } from '../../../shared/text/set-fields.ts'
import { createReader } from '../../client/create-reader.ts'
import { call } from '../../client/desk-client.ts'
import { currentSessionId, type FeedView, useDesk } from '../../client/desk-store.ts'
import { CustomerPicker } from '../../parcel/CustomerPicker.tsx'
import { searchStore } from '../../search/search-store.ts'
import base from '../../ui/base/base.module.css'
import { countOf } from '../../ui/base/words.ts'
import { Chip } from '../../ui/fields/ChipList.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { SettingsSection } from '../section/SettingsSection.tsx'
import { settingsStore } from '../../client/settings-store.ts'
import settingsStyles from '../SettingsScreen.module.css'
import { changeFeed } from '../../feed/change-feed.ts'
import { CHECK_LABELS } from './feed-words.ts'
import styles from './feeds.module.css'
import { connectCustomer, followStore } from '../../feed/follow-customers.ts'
import { Countdown, QueueLine } from './QueueLine.tsx'

type Followed = FeedView['followed'][number]

const NO_QUEUE = 'none'

const ABOUT = {
  section: 'followed',
  about:
    'Changes of their parcels appear in the Inbox, from a queue, from your firm’s streams or from checks by searching.',
} as const

/** Whose parcels are watched, and the state of each queue and check. */
export function FollowedSection(): ReactNode {
  const view = useDesk(({ feed }) => feed?.view)
  const customers = useStore(searchStore, (state) => state.customers)
  const chosen = useStore(followStore, (state) => state.chosen)
  const isListing = useStore(searchStore, (state) => state.isListing)
  const [typed, setTyped] = useState('')
  const today = useMessagesToday()
  const isMissing = view === undefined
  useEffect(() => {
    // It could not be read when the session started: now the section shows why.
    if (isMissing) void changeFeed('followed', (sessionId) => call('feeds.read', { sessionId }))
  }, [isMissing])
  if (isMissing) return <SettingsSection {...ABOUT}>The feed is not available yet.</SettingsSection>
  return (
    <SettingsSection {...ABOUT}>
      <CustomerPicker
        label="Customers to follow"
        noneChosen="No customer yet"
        description={isListing ? 'Loading the list of customers…' : undefined}
        customers={withFollowed(customers, view.followed)}
        selectedIds={chosen ?? view.followed.map(({ customerId }) => customerId)}
        onChange={(ids) => void settingsStore.actions.attempt('followed', () => followStore.follow(ids))}
        typed={typed}
        onType={setTyped}
      />
      {view.followed.length > 0 && (
        <ul className={settingsStyles.rows}>
          {view.followed.map((one) => (
            <FollowedRow
              key={one.customerId}
              followed={one}
              view={view}
              messagesToday={today.get(foldId(one.customerId)) ?? 0}
            />
          ))}
        </ul>
      )}
    </SettingsSection>
  )
}

/** Followed customers have a name here even while the service’s list is missing. */
function withFollowed(
  customers: readonly Pick<Followed, 'customerId' | 'customerName'>[],
  followed: readonly Followed[],
): readonly Pick<Followed, 'customerId' | 'customerName'>[] {
  const known = new Set(customers.map(({ customerId }) => customerId))
  return [...customers, ...followed.filter(({ customerId }) => !known.has(customerId))]
}

interface FollowedRowProps {
  readonly followed: Followed
  readonly view: FeedView
  readonly messagesToday: number
}

function FollowedRow({ followed, view, messagesToday }: FollowedRowProps): ReactNode {
  const { customerId, customerName, brokerId, queue, check } = followed
  const isRead = view.mode === 'streams'
  const queues = view.brokers.filter(({ kind }) => kind === 'queue')
  const connections = [
    { id: NO_QUEUE, title: 'No queue' },
    ...queues.map((broker) => ({ id: broker.brokerId, title: broker.name })),
  ]
  return (
    <li className={settingsStyles.row}>
      <div className={settingsStyles.words}>
        <p className={settingsStyles.name}>{customerName}</p>
        <p className={base.path}>{customerId}</p>
        {queue !== null && (view.isOn || isRead) && <QueueLine queue={queue} isStream={isRead} />}
        {(view.isOn || isRead) && <p className={styles.status}>{`${countOf(messagesToday, 'message')} today`}</p>}
        {view.checks.isOn && <CheckLine check={check} />}
      </div>
      {queues.length > 0 && !isRead && (
        <div className={styles.connection}>
          <Select
            label={`Messages for ${customerName}`}
            options={connections}
            value={brokerId ?? NO_QUEUE}
            onChange={(id) => void connectCustomer(view, customerId, id === NO_QUEUE ? null : id)}
          />
        </div>
      )}
    </li>
  )
}

function CheckLine({ check }: { readonly check: Followed['check'] }): ReactNode {
  const { word, tone } = CHECK_LABELS[check.state]
  return (
    <p className={styles.status}>
      <Chip tone={tone}>{word}</Chip>
      <span>
        {check.sentence} {check.nextAt !== null && <Countdown to={check.nextAt} before="Next check in" />}
      </span>
    </p>
  )
}

type ByCustomer = ReadonlyMap<string | null, number>

const todayStore = createStore<{ readonly byCustomer: ByCustomer }>(() => ({ byCustomer: new Map() }))

/** Messages since midnight by customer, read again whenever one arrives. */
function useMessagesToday(): ByCustomer {
  const arrived = useDesk(({ feed }) => feed?.counts.total)
  const sessionId = useDesk(({ session }) => session?.sessionId)
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each message and each session is a reason to read
  useEffect(() => readToday(), [arrived, sessionId])
  return useStore(todayStore, (state) => state.byCustomer)
}

/** In a burst the next reading has them all. What cannot be read is said by the inbox. */
const readToday = createReader(
  async () => {
    const sessionId = currentSessionId()
    if (sessionId === undefined) return
    const { messages } = await call('feeds.today', { sessionId })
    todayStore.setState({ byCustomer: new Map(messages.map(({ customerId, count }) => [customerId, count])) })
  },
  { onFailure: () => undefined },
)

import { type ReactNode, useState } from 'react'
import { call } from '../../client/desk-client.ts'
import { type FeedView, useDesk, useLocked } from '../../client/desk-store.ts'
import { StreamGaps } from '../../feed/StreamGaps.tsx'
import base from '../../ui/base/base.module.css'
import { KeptField } from '../../ui/fields/KeptField.tsx'
import { LockedField } from '../../ui/fields/LockedField.tsx'
import { type Choice, RadioGroup } from '../../ui/fields/RadioGroup.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { goToSection } from '../../client/go-to-section.ts'
import { SettingsSection } from '../section/SettingsSection.tsx'
import settingsStyles from '../SettingsScreen.module.css'
import { changeFeed } from '../../feed/change-feed.ts'
import styles from './feeds.module.css'
import { QueueLine } from './QueueLine.tsx'
import { BrokerList } from './queues/BrokerList.tsx'
import { FeedState } from './queues/FeedState.tsx'

type Streams = FeedView['streams']

/** The firm’s own broker: every desk reads every message there, and nobody takes one away. */
export function StreamsSection(): ReactNode {
  const view = useDesk(({ feed }) => feed?.view)
  const by = useLocked('streamBroker')
  if (view === undefined) return null
  const { streams, mode } = view
  const brokers = view.brokers.filter(({ kind }) => kind === 'stream')
  const change = (changed: Partial<{ from: string; more: string[] }>): void => {
    const kept = { from: streams.from, more: streams.more.map(({ stream }) => stream) }
    void changeFeed('streams', (sessionId) => call('feeds.change', { sessionId, streams: { ...kept, ...changed } }))
  }
  return (
    <SettingsSection
      section="streams"
      about="Your firm’s own RabbitMQ keeps every message for all desks. Reading there takes nothing away from others."
    >
      {mode === 'streams' ? (
        <FeedState view={view} section="streams" />
      ) : (
        <p className={base.muted}>This desk reads none now: choose “The firm’s streams” under “Source of messages”.</p>
      )}
      <StreamGaps gaps={streams.gaps} onDismissed={() => goToSection('streams')} />
      <BrokerList
        kind="stream"
        brokers={brokers}
        add={brokers.length === 0 && by === undefined ? 'Add your firm’s broker…' : undefined}
      />
      {brokers.length === 0 && by !== undefined && <LockedField label="Your firm’s broker" value="none" by={by} />}
      <Begin key={streams.from} from={streams.from} onChange={(from) => change({ from })} />
      <KeptField
        label="Further streams"
        isMono
        spellCheck="false"
        placeholder="parcel.unreadable"
        description="Beside those of the followed customers; several are separated by commas."
        value={streams.more.map(({ stream }) => stream).join(', ')}
        onKeep={(typed) => change({ more: typed.split(/[\s,;]+/).filter((name) => name !== '') })}
      />
      {mode === 'streams' && <StreamRows more={streams.more} />}
    </SettingsSection>
  )
}

type Start = 'first' | 'day' | 'now'

const STARTS: readonly Choice<Start>[] = [
  { id: 'now', title: 'With the next message' },
  { id: 'day', title: 'With those of a day, and all after it' },
  { id: 'first', title: 'With the oldest that is kept' },
]
const DAY = /^\d{4}-\d{2}-\d{2}$/

interface BeginProps {
  readonly from: Streams['from']
  readonly onChange: (from: string) => void
}

/** Counts only for streams of which nothing is stored here yet. */
function Begin({ from, onChange }: BeginProps): ReactNode {
  const stored = from === 'first' || from === 'now' ? from : 'day'
  const [start, setStart] = useState<Start>(stored)
  const [day, setDay] = useState(stored === 'day' ? from : '')
  const choose = (id: Start): void => {
    setStart(id)
    if (id !== 'day') onChange(id)
  }
  const chooseDay = (typed: string): void => {
    setDay(typed)
    if (DAY.test(typed)) onChange(typed)
  }
  return (
    <>
      <RadioGroup
        label="Where a new stream begins"
        description="A stream that this desk has read before continues where it was left."
        choices={STARTS}
        value={start}
        onChange={choose}
      />
      {start === 'day' && (
        <div className={styles.narrow}>
          <TextField type="date" label="First day" value={day} onChange={chooseDay} />
        </div>
      )}
    </>
  )
}

/** The further streams, each with its state; those of customers are under “Followed customers”. */
function StreamRows({ more }: { readonly more: FeedView['streams']['more'] }): ReactNode {
  if (more.length === 0) return null
  return (
    <ul className={settingsStyles.rows} aria-label="Further streams">
      {more.map(({ stream, status }) => (
        <li key={stream} className={settingsStyles.row}>
          <div className={settingsStyles.words}>
            <p className={base.path}>{stream}</p>
            <QueueLine queue={status} isStream />
          </div>
        </li>
      ))}
    </ul>
  )
}

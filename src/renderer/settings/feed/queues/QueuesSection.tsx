import { Plus, Power, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call, type ShownFailure } from '../../../client/desk-client.ts'
import { type FeedView, useDesk } from '../../../client/desk-store.ts'
import { TestButton, TestResult } from '../../../connection-test/ConnectionTest.tsx'
import { Button } from '../../../ui/actions/Button.tsx'
import { Banner, FailureNotice } from '../../../ui/feedback/Banner.tsx'
import { Chip } from '../../../ui/fields/ChipList.tsx'
import { ConfirmDialog } from '../../../ui/layout/ConfirmDialog.tsx'
import { RemoveDialog } from '../../section/RemoveDialog.tsx'
import { EditableRow } from '../../section/SettingsRow.tsx'
import { SettingsSection } from '../../section/SettingsSection.tsx'
import settingsStyles from '../../SettingsScreen.module.css'
import { changeFeed, tryFeed } from '../change-feed.ts'
import styles from '../feeds.module.css'
import { type Broker, firstForm, isOnThisComputer, queueTest } from './broker-form.ts'
import { BrokerDialog } from './BrokerDialog.tsx'

/** Where messages come from, and whether they are taken. */
export function QueuesSection(): ReactNode {
  const view = useDesk(({ feed }) => feed?.view)
  const [edited, setEdited] = useState<Broker | 'new'>()
  const [removed, setRemoved] = useState<Broker>()
  if (view === undefined) return null
  return (
    <SettingsSection
      section="queues"
      about="Your company’s message queue reports every change within a second. Messages are stored here before the queue drops them."
    >
      {view.forbiddenBy === null ? <Switch view={view} /> : <Forbidden by={view.forbiddenBy} />}
      {view.brokers.length > 0 && (
        <ul className={settingsStyles.rows}>
          {view.brokers.map((broker) => (
            <BrokerRow
              key={broker.brokerId}
              broker={broker}
              onEdit={() => setEdited(broker)}
              onRemove={() => setRemoved(broker)}
            />
          ))}
        </ul>
      )}
      <div>
        <Button icon={Plus} onPress={() => setEdited('new')}>
          Add a connection…
        </Button>
      </div>
      {edited !== undefined && (
        <BrokerDialog broker={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      <RemoveBroker broker={removed} onClose={() => setRemoved(undefined)} />
    </SettingsSection>
  )
}

function Forbidden({ by }: { readonly by: string }): ReactNode {
  return (
    <Banner tone="info" title="Messages may not be taken on this computer">
      {by} forbids it, so that messages reach the program they are meant for. Checks by searching are allowed.
    </Banner>
  )
}

function Switch({ view }: { readonly view: FeedView }): ReactNode {
  if (view.mode === 'follower') return <p>This desk reads the journal of another desk and takes no messages itself.</p>
  return view.isOn ? <FeedOn view={view} /> : <FeedOff hasBroker={view.brokers.length > 0} />
}

const FEED_STATES = {
  off: { tone: 'warning', title: 'Switched on, but nothing is taken yet' },
  connecting: { tone: 'info', title: 'Connecting' },
  live: { tone: 'success', title: 'Messages are taken' },
  trouble: { tone: 'warning', title: 'Not all messages arrive' },
} as const

function FeedOn({ view }: { readonly view: FeedView }): ReactNode {
  const { tone, title } = FEED_STATES[view.health.state]
  const canTry = view.followed.some(({ queue }) => queue !== null && queue.state !== 'live')
  const tryNow = (): void => void changeFeed('queues', (sessionId) => call('feeds.tryNow', { sessionId }))
  const switchOff = (): void => void changeFeed('queues', (sessionId) => call('feeds.switchOff', { sessionId }))
  return (
    <Banner
      tone={tone}
      title={title}
      action={
        <>
          {canTry && (
            <Button icon={RotateCw} onPress={tryNow}>
              Try now
            </Button>
          )}
          <Button onPress={switchOff}>Switch off</Button>
        </>
      }
    >
      {view.health.sentence}
    </Banner>
  )
}

function FeedOff({ hasBroker }: { readonly hasBroker: boolean }): ReactNode {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Banner
        tone="info"
        title="No messages are taken"
        action={
          <Button icon={Power} isDisabled={!hasBroker} onPress={() => setIsAsking(true)}>
            Switch on…
          </Button>
        }
      >
        {hasBroker ? 'They wait in the queue.' : 'Add a connection first. Then switch it on.'}
      </Banner>
      {isAsking && <SwitchOnDialog onClose={() => setIsAsking(false)} />}
    </>
  )
}

interface BrokerRowProps {
  readonly broker: Broker
  readonly onEdit: () => void
  readonly onRemove: () => void
}

const PASSWORDS: Readonly<Record<Broker['password'], string>> = {
  kept: 'password in the keychain',
  'this-session': 'password for this session only',
  none: 'no password',
}

function BrokerRow({ broker, onEdit, onRemove }: BrokerRowProps): ReactNode {
  const { name, hosts, virtualHost, queue, username, usesTls, password } = broker
  const subject = `queue ${broker.brokerId}`
  const session = useDesk((desk) => desk.session)
  const feed = useDesk((desk) => desk.feed)
  return (
    <EditableRow
      name={name}
      onEdit={onEdit}
      onRemove={onRemove}
      moreActions={
        <TestButton
          variant="quiet"
          subject={subject}
          label={`Test connection of ${name}`}
          request={() => queueTest(firstForm(broker), broker, { session, feed })}
        />
      }
      below={<TestResult subject={subject} />}
    >
      <p className={settingsStyles.name}>
        {name} {usesTls && <Chip tone="success">TLS</Chip>}
        {!usesTls && !isOnThisComputer(hosts) && <Chip tone="warning">Not encrypted</Chip>}
      </p>
      <p className={settingsStyles.path}>
        {queue} at {hosts.join(', ')} · {virtualHost}
      </p>
      <p className={settingsStyles.muted}>
        {username}, {PASSWORDS[password]}
      </p>
    </EditableRow>
  )
}

function RemoveBroker({
  broker,
  onClose,
}: {
  readonly broker: Broker | undefined
  readonly onClose: () => void
}): ReactNode {
  const remove = (): void => {
    if (broker === undefined) return
    const { brokerId } = broker
    void changeFeed('queues', (sessionId) => call('feeds.removeBroker', { sessionId, brokerId }))
  }
  return (
    <RemoveDialog name={broker?.name} kind="connection" onRemove={remove} onClose={onClose}>
      <p>
        Its password is removed from the keychain. Its customers are then only checked by searching. Entries in the
        Inbox stay.
      </p>
    </RemoveDialog>
  )
}

/** Says what taking messages means before the first one is taken (T36). Its default answer does nothing. */
function SwitchOnDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [failure, setFailure] = useState<ShownFailure>()
  const switchOn = async (): Promise<void> => {
    const failed = await tryFeed((sessionId) => call('feeds.switchOn', { sessionId, hasReadWarning: true }))
    if (failed === undefined) onClose()
    else setFailure(failed)
  }
  return (
    <ConfirmDialog
      title="Messages taken here reach no other program"
      isOpen
      isDanger={false}
      confirm="Take messages on this desk"
      keep="Leave it off"
      onConfirm={() => void switchOn()}
      onClose={onClose}
    >
      <div className={styles.paragraphs}>
        {failure !== undefined && <FailureNotice failure={failure} />}
        <p>
          A queue gives each message to only one program. If another desk or system of your company reads the same
          queue, it will miss what this desk takes.
        </p>
        <p>
          Ask the operator of the queue before you switch it on. Several desks can share one queue: one collects, the
          others follow (“Sharing a queue”).
        </p>
      </div>
    </ConfirmDialog>
  )
}

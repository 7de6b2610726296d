import { Plus, Power, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call, type ShownFailure } from '../../../client/desk-client.ts'
import { SettingsSection } from '../../section/SettingsSection.tsx'
import settingsStyles from '../../SettingsScreen.module.css'
import { type FeedView, useDesk } from '../../../client/desk-store.ts'
import { Banner, FailureNotice } from '../../../ui/feedback/Banner.tsx'
import { Button } from '../../../ui/actions/Button.tsx'
import { Chip } from '../../../ui/fields/ChipList.tsx'
import { BrokerDialog } from './BrokerDialog.tsx'
import { type Broker, isOnThisComputer } from './broker-form.ts'
import { ChangeableRow } from '../feed-fields.tsx'
import { changeFeed, tryFeed } from '../change-feed.ts'
import { RemoveDialog } from '../../section/RemoveDialog.tsx'
import { Dialog } from '../../../ui/layout/Dialog.tsx'
import styles from '../feeds.module.css'

/** Where messages come from, and whether they are taken. */
export function QueuesSection(): ReactNode {
  const view = useDesk(({ feed }) => feed?.view)
  const [edited, setEdited] = useState<Broker | 'new'>()
  const [removed, setRemoved] = useState<Broker>()
  if (view === undefined) return null
  return (
    <SettingsSection
      section="queues"
      title="Queues"
      about="Your company’s message queue tells of every change within a second. Messages are stored here before the queue forgets them."
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
      {by} forbids it, so that they reach the program they are meant for. Checks by searching are allowed.
    </Banner>
  )
}

function Switch({ view }: { readonly view: FeedView }): ReactNode {
  if (view.mode === 'follower') return <p>This desk reads the journal of another desk and takes no messages itself.</p>
  return view.isOn ? <Taking view={view} /> : <NotTaking hasBroker={view.brokers.length > 0} />
}

const TAKING = {
  off: { tone: 'warning', title: 'Switched on, but nothing is taken yet' },
  connecting: { tone: 'info', title: 'Connecting' },
  live: { tone: 'success', title: 'Messages are taken' },
  trouble: { tone: 'warning', title: 'Not all messages come through' },
} as const

function Taking({ view }: { readonly view: FeedView }): ReactNode {
  const { tone, title } = TAKING[view.health.state]
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

function NotTaking({ hasBroker }: { readonly hasBroker: boolean }): ReactNode {
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
  return (
    <ChangeableRow {...{ name, onEdit, onRemove }}>
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
    </ChangeableRow>
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
    <RemoveDialog name={broker?.name} what="connection" onRemove={remove} onClose={onClose}>
      <p>
        Its password goes from the keychain. Customers that use it are checked by searching alone. What it brought stays
        in the Inbox.
      </p>
    </RemoveDialog>
  )
}

/** Says before the first message is taken what taking it means (T36). Its default answer does nothing. */
function SwitchOnDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [failure, setFailure] = useState<ShownFailure>()
  const switchOn = async (): Promise<void> => {
    const failed = await tryFeed((sessionId) => call('feeds.switchOn', { sessionId, hasReadWarning: true }))
    if (failed === undefined) onClose()
    else setFailure(failed)
  }
  return (
    <Dialog
      title="Messages taken here reach no other program"
      size="small"
      isAlert
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={() => void switchOn()}>Take messages on this desk</Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a question starts at the answer that harms nothing */}
          <Button variant="primary" autoFocus onPress={onClose}>
            Leave it off
          </Button>
        </>
      }
    >
      <div className={styles.paragraphs}>
        {failure !== undefined && <FailureNotice failure={failure} />}
        <p>
          A queue gives each message to one program only. If another desk or a system of your company reads the same
          queue, it will miss what this desk takes.
        </p>
        <p>
          Ask whoever runs the queue before you switch it on. Several desks can share one queue: one collects, the
          others follow (“Sharing a queue”).
        </p>
      </div>
    </Dialog>
  )
}

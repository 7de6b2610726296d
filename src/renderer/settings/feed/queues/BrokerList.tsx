import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '../../../client/desk-client.ts'
import { useDesk, useLocked } from '../../../client/desk-store.ts'
import { CommandButton } from '../../../commands/CommandButton.tsx'
import { TestButton, TestResult } from '../../../connection-test/ConnectionTest.tsx'
import base from '../../../ui/base/base.module.css'
import { Chip } from '../../../ui/fields/ChipList.tsx'
import { EditableRow, RemoveDialog } from '../../section/SettingsRow.tsx'
import { useSectionCommands } from '../../section/use-section-commands.ts'
import settingsStyles from '../../SettingsScreen.module.css'
import { applyFeedCall } from '../../../feed/change-feed.ts'
import { type Broker, firstForm, isOnThisComputer, queueTest } from './broker-form.ts'
import { BrokerDialog } from './BrokerDialog.tsx'

interface BrokerListProps {
  readonly kind: Broker['kind']
  readonly brokers: readonly Broker[]
  /** What opens the dialog for another one; undefined where one is enough. */
  readonly add: string | undefined
}

/** Connections to brokers, each with what can be done about it. */
export function BrokerList({ kind, brokers, add }: BrokerListProps): ReactNode {
  const [edited, setEdited] = useState<Broker | 'new'>()
  const [removed, setRemoved] = useState<Broker>()
  const addId = `brokers.add.${kind}`
  useSectionCommands(
    kind === 'queue' ? 'queues' : 'streams',
    add === undefined ? [] : [{ id: addId, title: add, run: () => setEdited('new') }],
  )
  const isSetByOrganisation = useLocked('streamBroker') !== undefined && kind === 'stream'
  return (
    <>
      {brokers.length > 0 && (
        <ul className={settingsStyles.rows}>
          {brokers.map((broker) => (
            <BrokerRow
              key={broker.brokerId}
              broker={broker}
              onEdit={() => setEdited(broker)}
              onRemove={isSetByOrganisation ? undefined : () => setRemoved(broker)}
            />
          ))}
        </ul>
      )}
      {add !== undefined && (
        <div>
          <CommandButton id={addId} icon={Plus} />
        </div>
      )}
      {edited !== undefined && (
        <BrokerDialog kind={kind} broker={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      <RemoveDialog removed={removed} kind="connection" onRemove={remove} onClose={() => setRemoved(undefined)}>
        <p>
          Its password is removed from the keychain. Its customers are then only checked by searching. Entries in the
          Inbox stay.
        </p>
      </RemoveDialog>
    </>
  )
}

interface BrokerRowProps {
  readonly broker: Broker
  readonly onEdit: () => void
  /** Undefined where it cannot be removed. */
  readonly onRemove: (() => void) | undefined
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
      <p className={base.path}>
        {queue} at {hosts.join(', ')} · {virtualHost}
      </p>
      <p className={base.muted}>
        {username}, {PASSWORDS[password]}
      </p>
    </EditableRow>
  )
}

async function remove({ brokerId }: Broker): Promise<void> {
  await applyFeedCall((sessionId) => call('feeds.removeBroker', { sessionId, brokerId }))
}

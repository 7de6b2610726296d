import { type ReactNode, useEffect } from 'react'
import { DEFAULT_STREAM } from '../../../../shared/model/queue-defaults.ts'
import { call } from '../../../client/desk-client.ts'
import { type DeskState, useDesk, useLocked } from '../../../client/desk-store.ts'
import { connectionTestStore, type TestRequest } from '../../../connection-test/connection-test-store.ts'
import { TestButton, TestResult } from '../../../connection-test/ConnectionTest.tsx'
import base from '../../../ui/base/base.module.css'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { LockedField } from '../../../ui/fields/LockedField.tsx'
import { PasswordField, TextField } from '../../../ui/fields/TextField.tsx'
import { applyFeedCall } from '../../../feed/change-feed.ts'
import { FormDialog } from '../../section/FormDialog.tsx'
import { type TypedForm, useForm } from '../../section/use-form.ts'
import styles from '../feeds.module.css'
import { connectAll } from '../../../feed/follow-customers.ts'
import {
  type Broker,
  type BrokerForm,
  brokerInput,
  firstForm,
  formProblems,
  hostsOf,
  isOnThisComputer,
  isPasswordKnown,
  NEW_STREAMS,
  queueTest,
} from './broker-form.ts'
import { CertificateFiles } from './CertificateFiles.tsx'

interface BrokerDialogProps {
  readonly kind: Broker['kind']
  /** Undefined for a new one. */
  readonly broker: Broker | undefined
  readonly onClose: () => void
}

/** How to reach a message queue, or the firm’s streams. */
export function BrokerDialog({ kind, broker, onClose }: BrokerDialogProps): ReactNode {
  const demo = useDesk(demoBroker)
  const fields = useForm(() => (kind === 'stream' && broker === undefined ? NEW_STREAMS : firstForm(broker, demo)))
  const { form, passes } = fields
  const isKnown = isPasswordKnown(form, broker)
  const keep = (): (() => Promise<unknown>) | undefined => {
    if (!passes(formProblems(form, isKnown))) return undefined
    const input = brokerInput(form, broker?.brokerId ?? null)
    return () =>
      applyFeedCall(async (sessionId) => {
        const view = await call('feeds.saveBroker', { sessionId, ...input })
        return broker === undefined && kind === 'queue' ? await connectAll(sessionId, view) : view
      })
  }
  const title = broker === undefined ? NEW_TITLES[kind] : `Change “${broker.name}”`
  return (
    <FormDialog title={title} keep="Save the connection" onKeep={keep} onClose={onClose}>
      <Placeholders kind={kind} />
      <Place {...fields} />
      <User {...fields} isKnown={isKnown} wasKnown={broker !== undefined} />
      <Encryption {...fields} />
      <Advanced {...fields} />
      <Test {...fields} broker={broker} />
    </FormDialog>
  )
}

const NEW_TITLES = { queue: 'Add a queue connection', stream: 'Add your firm’s broker' } as const
const SUBJECT = 'queue dialog'

interface TestProps extends FieldsProps {
  readonly broker: Broker | undefined
}

/** Tries what is typed, without taking a message and without keeping anything. */
function Test({ form, broker, passes }: TestProps): ReactNode {
  const session = useDesk((desk) => desk.session)
  const feed = useDesk((desk) => desk.feed)
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what was found belongs to what was typed
  useEffect(() => () => connectionTestStore.actions.clear(SUBJECT), [form])
  const request = (): TestRequest | undefined => {
    const isRight = passes(formProblems(form, isPasswordKnown(form, broker)))
    return isRight ? queueTest(form, broker, { session, feed }) : undefined
  }
  return (
    <>
      <div>
        <TestButton subject={SUBJECT} request={request} />
      </div>
      <TestResult subject={SUBJECT} />
    </>
  )
}

function Placeholders({ kind }: { readonly kind: Broker['kind'] }): ReactNode {
  if (kind === 'stream') {
    return (
      <p className={base.muted}>
        The administrator of your firm’s RabbitMQ can provide these. <code>{'{customerId}'}</code> stands for each
        followed customer: every one has a stream.
      </p>
    )
  }
  return (
    <p className={base.muted}>
      The operator of the queue can provide these. If each customer has its own, write <code>{'{customerId}'}</code> in
      host, virtual host or queue: it stands for the customer’s id.
    </p>
  )
}

/** The demo queue is only offered while signed in at the demo service. */
function demoBroker({ demo, session }: DeskState): NonNullable<DeskState['demo']>['broker'] {
  return demo?.baseUrl === session?.baseUrl ? demo?.broker : undefined
}

type FieldsProps = TypedForm<BrokerForm>

function Place(fields: FieldsProps): ReactNode {
  const { form, text } = fields
  const lockedBy = useLocked('streamBroker')
  const by = form.kind === 'stream' ? lockedBy : undefined
  return (
    <>
      <TextField label="Name of the connection" {...text('name')} />
      {by !== undefined && <LockedField label="Address" isMono value={addressText(form)} by={by} />}
      {by === undefined && (
        <TextField
          label="Hosts"
          isMono
          spellCheck="false"
          placeholder="queue.example.com"
          description="Add a port if it is not the usual one, as in queue.example.com:5672. Several, separated by commas, are tried in turn."
          {...text('hosts')}
        />
      )}
      <Queue {...fields} isPlaceSet={by !== undefined} />
    </>
  )
}

/** Where the organisation has set it, virtual host and encryption belong to it. */
function addressText({ hosts, virtualHost, usesTls }: BrokerForm): string {
  return `${usesTls ? 'amqps' : 'amqp'}://${hosts}${virtualHost === '/' ? '' : `/${virtualHost}`}`
}

function Queue({ form, text, isPlaceSet }: FieldsProps & { readonly isPlaceSet: boolean }): ReactNode {
  return (
    <div className={styles.pair}>
      {!isPlaceSet && <TextField label="Virtual host" isMono spellCheck="false" {...text('virtualHost')} />}
      <TextField
        label={form.kind === 'stream' ? 'Stream' : 'Queue'}
        isMono
        spellCheck="false"
        placeholder={form.kind === 'stream' ? DEFAULT_STREAM : 'Parcels_Status_Queue_{customerId}'}
        {...text('queue')}
      />
    </div>
  )
}

interface UserProps extends FieldsProps {
  readonly isKnown: boolean
  readonly wasKnown: boolean
}

const KEEPS_PASSWORD = 'Leave empty to keep the known password.'
const NEW_PASSWORD =
  'A password belongs to its user, hosts, virtual host and encryption. Type it again for the new ones.'

function User({ form, change, text, isKnown, wasKnown }: UserProps): ReactNode {
  return (
    <>
      <div className={styles.pair}>
        <TextField label="User name" autoComplete="off" spellCheck="false" {...text('username')} />
        <PasswordField
          label="Password"
          autoComplete="off"
          description={isKnown ? KEEPS_PASSWORD : wasKnown ? NEW_PASSWORD : undefined}
          {...text('password')}
        />
      </div>
      <Checkbox isSelected={form.keepsPassword} onChange={(keepsPassword) => change({ keepsPassword })}>
        Keep the password in the keychain of this computer
      </Checkbox>
    </>
  )
}

function Encryption({ form, change }: FieldsProps): ReactNode {
  return (
    <>
      <Checkbox isSelected={form.usesTls} onChange={(usesTls) => change({ usesTls })}>
        Encrypt the connection (TLS, usual port 5671)
      </Checkbox>
      {form.usesTls ? (
        <CertificateFiles files={form.files} onChange={(files) => change({ files })} />
      ) : (
        !isOnThisComputer(hostsOf(form.hosts)) && (
          <Banner tone="warning" title="Without encryption only on this computer">
            To another computer the connection is refused, because anybody in between could read password and messages,
            unless your organisation allows it. The usual port is 5672.
          </Banner>
        )
      )}
    </>
  )
}

function Advanced({ problems, text }: FieldsProps): ReactNode {
  const isWrong = problems.heartbeatSeconds !== undefined || problems.prefetch !== undefined
  return (
    <details className={styles.advanced} open={isWrong || undefined}>
      <summary>Advanced</summary>
      <div className={styles.pair}>
        <TextField
          label="Heartbeat, in seconds"
          inputMode="numeric"
          description="A dead connection is noticed after two to three heartbeats."
          {...text('heartbeatSeconds')}
        />
        <TextField
          label="Messages in flight"
          inputMode="numeric"
          description="How many the queue sends ahead before they are stored (prefetch)."
          {...text('prefetch')}
        />
      </div>
    </details>
  )
}

import type { Input } from '../../shared/contract/contract.ts'
import type { FeedView } from '../state/desk-store.ts'

export type Broker = FeedView['brokers'][number]
export type FileKind = Input<'feeds.chooseFile'>['kind']

interface ChosenFile {
  /** Null for the one that was chosen earlier, or for none. */
  readonly fileId: string | null
  readonly name: string | null
}

/** A queue connection as it stands in the fields of its dialog. */
export interface BrokerForm {
  readonly name: string
  /** As typed: one host, or several with commas between. */
  readonly hosts: string
  readonly usesTls: boolean
  readonly virtualHost: string
  readonly queue: string
  readonly username: string
  /** Empty keeps the password that is known. */
  readonly password: string
  readonly keepsPassword: boolean
  readonly heartbeatSeconds: string
  readonly prefetch: string
  readonly files: Readonly<Record<FileKind, ChosenFile>>
}

export type BrokerProblems = { readonly [Field in keyof BrokerForm]?: string }

/** Empty, or as the connection was kept. */
export function firstForm(broker: Broker | undefined): BrokerForm {
  const file = (name: string | null | undefined): ChosenFile => ({ fileId: null, name: name ?? null })
  return {
    name: broker?.name ?? 'Parcel queue',
    hosts: broker?.hosts.join(', ') ?? '',
    usesTls: broker?.usesTls ?? true,
    virtualHost: broker?.virtualHost ?? '/',
    queue: broker?.queue ?? '',
    username: broker?.username ?? '',
    password: '',
    keepsPassword: broker === undefined || broker.password === 'kept',
    heartbeatSeconds: String(broker?.heartbeatSeconds ?? 15),
    prefetch: String(broker?.prefetch ?? 100),
    files: {
      ca: file(broker?.caFileName),
      certificate: file(broker?.certificateFileName),
      key: file(broker?.keyFileName),
    },
  }
}

/** What has to be mended before it can be kept; nothing where it can. */
export function formProblems(form: BrokerForm, isKnown: boolean): BrokerProblems {
  const hosts = hostsOf(form.hosts)
  return {
    ...(form.name.trim() === '' ? { name: 'Give the connection a name.' } : {}),
    ...(hosts.length === 0 ? { hosts: 'Type the host, such as queue.example.com.' } : {}),
    ...(hosts.length > 10 ? { hosts: 'Ten hosts are the most.' } : {}),
    ...(form.virtualHost.trim() === '' ? { virtualHost: 'Type the virtual host; “/” is the usual one.' } : {}),
    ...(form.queue.trim() === '' ? { queue: 'Type the name of the queue.' } : {}),
    ...(form.username.trim() === '' ? { username: 'Type the user name.' } : {}),
    ...(form.password === '' && !isKnown ? { password: 'Type the password.' } : {}),
    ...(isWithin(form.heartbeatSeconds, 5, 120) ? {} : { heartbeatSeconds: 'Between 5 and 120 seconds.' }),
    ...(isWithin(form.prefetch, 1, 1_000) ? {} : { prefetch: 'Between 1 and 1,000.' }),
  }
}

/** As the main process wants it. */
export function brokerInput(form: BrokerForm, brokerId: string | null): Omit<Input<'feeds.saveBroker'>, 'sessionId'> {
  return {
    brokerId,
    name: form.name.trim(),
    hosts: hostsOf(form.hosts),
    usesTls: form.usesTls,
    virtualHost: form.virtualHost.trim(),
    queue: form.queue.trim(),
    username: form.username.trim(),
    heartbeatSeconds: Number(form.heartbeatSeconds),
    prefetch: Number(form.prefetch),
    password: form.password === '' ? null : form.password,
    keepsPassword: form.keepsPassword,
    caFileId: form.files.ca.fileId,
    certificateFileId: form.files.certificate.fileId,
    keyFileId: form.files.key.fileId,
  }
}

function hostsOf(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter((host) => host !== '')
}

function isWithin(typed: string, least: number, most: number): boolean {
  const number = Number(typed)
  return /^\d+$/.test(typed.trim()) && number >= least && number <= most
}

import type { BandwidthTable } from '../../shared/model/bandwidth-table.ts'
import type { CredentialForm, Environment } from '../../shared/model/connection.ts'
import type { StreamStart } from '../../engine/ports/link.ts'
import type { ConflictPolicy } from '../../shared/model/job.ts'
import type { PackForm } from '../../shared/model/pack.ts'

/** The parsed options of each group; absent means not given. */
export interface GeneralOptions {
  dataDir?: string
  json?: boolean
  quiet?: boolean
  verbose?: boolean
  logFile?: string
}

export interface ConnectionOptions {
  profile?: string
  baseUrl?: string
  username?: string
  passwordStdin?: boolean
  credentialForm?: CredentialForm
  environment?: Environment
  caFile?: string
}

export interface SelectionOptions {
  customer?: string[]
  shipmentRef?: string[]
  refsFile?: string
  status?: string
  instance?: string
  filter?: Record<string, string>
  state?: string[]
}

export interface RunLimits {
  concurrency?: number
  maxMinutes?: number
  maxDocumentMb?: number
  bwlimit?: BandwidthTable
  callsPerMinute?: number
  wait?: number
}

export interface EventOptions {
  jsonEvents?: boolean
}

export type VerifyOptions = GeneralOptions & { signatures?: boolean }

export type CounterpartiesOptions = GeneralOptions & ConnectionOptions & { name?: string }

export type SearchOptions = GeneralOptions & ConnectionOptions & SelectionOptions

export interface SaveOptions extends GeneralOptions, ConnectionOptions, SelectionOptions, RunLimits, EventOptions {
  to: string
  name?: string
  docType?: string[]
  conflict: ConflictPolicy
  onlyNew?: boolean
  dryRun?: boolean
}

export interface PackOptions extends GeneralOptions, ConnectionOptions, SelectionOptions {
  folder?: string
  output: string
  form: PackForm
  template?: string
  to?: string
  dryRun?: boolean
}

export interface UndoCommandOptions extends GeneralOptions {
  dryRun?: boolean
}

export interface SupportOptions extends GeneralOptions {
  output: string
}

export interface GetOptions extends GeneralOptions, ConnectionOptions {
  set: string
  document: string
  output: string
  maxDocumentMb?: number
  saveAnyway?: boolean
}

export interface ResumeOptions extends GeneralOptions, ConnectionOptions, RunLimits, EventOptions {
  /** Ids of documents. */
  saveAnyway?: string[]
}

/** Which of the stored entries. */
export interface InboxOptions extends GeneralOptions {
  customer?: string[]
  state?: string
  /** ISO. */
  since?: string
  unread?: boolean
  environment?: Environment
}

export interface FindOptions extends GeneralOptions {
  customer?: string[]
  limit: number
  environment?: Environment
}

export interface IndexOptions extends GeneralOptions {
  status?: boolean
  rebuild?: boolean
  run?: boolean
  environment?: Environment
}

/** Which queue, and how much of it. */
export interface QueueOptions extends GeneralOptions, ConnectionOptions {
  amqpUrl: string
  queue: string
  customer?: string[]
  prefetch: number
  count?: number
  /** Seconds. */
  for?: number
}

export interface WatchOptions extends Omit<QueueOptions, 'queue'> {
  queue?: string
  /** The name of a stream, in place of a queue. */
  stream?: string
  from?: StreamStart
  saveTo?: string
  onState?: string
}

/** Where health and metrics are answered. */
export interface HealthPlace {
  host: string
  port: number
}

export interface CollectOptions extends QueueOptions {
  publishUrl: string
  exchange: string
  publishCaFile?: string
  check?: boolean
  standby?: boolean
  /** ISO, or what was set aside. */
  republish?: string
  /** ISO. */
  republishUntil?: string
  /** Ids. */
  republishCustomer?: string[]
  /** Minutes. */
  checkEvery?: number
  health?: HealthPlace
}

export interface FeedOptions extends GeneralOptions {
  customer: string[]
  virtualHost: string
  exchange: string
  retention: string
  backEndQueue?: string
  keepUsers?: boolean
}

/** Each action takes some of them. */
export interface ScheduleOptions extends GeneralOptions, ConnectionOptions, SelectionOptions, RunLimits {
  at?: string
  timeZone?: string
  worklist?: string
  to?: string
  name?: string
  docType?: string[]
  conflict?: ConflictPolicy
  onlyNew?: boolean
  due?: boolean
  /** Seconds. */
  for?: number
}

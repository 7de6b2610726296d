import type { DescribedFailure } from '../errors/failure.ts'
import type { CredentialForm, Environment } from './connection.ts'
import type { Problem } from './parcel-set.ts'

export type ConflictPolicy = 'keep-both' | 'skip' | 'replace'
export type DocumentState = 'pending' | 'saved' | 'skipped' | 'failed'
/** `stopped` is a job that can go on: interrupted, out of time, disk full, killed. */
export type JobState = 'planned' | 'running' | 'stopped' | 'done' | 'cancelled'

/** One document of a job, as the command line prints it. */
export interface JobDocument {
  setId: string
  documentId: string
  state: DocumentState
  /** Absolute path, planned or final. */
  path: string
  bytes?: number
  sha256?: string
  attempts: number
  failure?: DescribedFailure
}

/** Which documents of a job, in their order. */
export interface JobPageRequest {
  /** Null: all. */
  state: DocumentState | null
  from: number
  count: number
}

export interface JobPage {
  documents: NamedJobDocument[]
  /** Of the whole job in that state. */
  count: number
}

export interface NamedJobDocument extends JobDocument {
  name: string
}

/** The rule that made a job, which is of one set. */
export interface RuleOfJob {
  ruleId: string
  /** As the rule was called then. */
  name: string
  setId: string
  /** The parcel's reference, else its shipment's; null where the service gave neither. */
  parcel: string | null
}

export interface JobSummary {
  job: string
  state: JobState
  createdAt: string
  endedAt: string | null
  environment: Environment
  origin: string
  username: string
  profile: string | null
  credentialForm: CredentialForm
  caFile: string | null
  folder: string
  /** Null where somebody started it. */
  rule: RuleOfJob | null
  planned: number
  saved: number
  skipped: number
  failed: number
  pending: number
  bytes: number
  /** Why it stopped, where it did. */
  failure: DescribedFailure | null
}

/** The end of a save or resume; the documents are read one by one from the job, there may be very many. */
export interface SaveResult {
  job: JobSummary
  complete: boolean
  manifest: { csv: string; json: string } | null
  /** Of the plan. */
  problems: Problem[]
  /** What came up at the end and must be known, although nothing failed by it. */
  endProblems: Problem[]
}

export interface SaveProgress {
  job: string
  planned: number
  /** Saved or skipped. */
  done: number
  skipped: number
  failed: number
  bytes: number
  /** Bytes a second over the last seconds. */
  bytesPerSecond: number
  etaSeconds: number | null
  /** What holds it back at the moment, in words; for instance “waiting 5 s as the service asked”. */
  note: string | null
  /** True while the service does not answer and is tried again and again; `note` says when next. */
  isServiceAway: boolean
}

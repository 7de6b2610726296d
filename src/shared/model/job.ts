import type { DescribedFailure, Failure } from '../errors/failure.ts'
import type { CredentialForm, Environment } from './connection.ts'
import type { JobSubject, RuleOfJob } from './job-subject.ts'
import type { Problem } from './parcel-set.ts'

export const CONFLICT_POLICIES = ['keep-both', 'skip', 'replace'] as const
export type ConflictPolicy = (typeof CONFLICT_POLICIES)[number]

/** `removed`: it was saved, then the save was undone. */
export const DOCUMENT_STATES = ['pending', 'saved', 'skipped', 'failed', 'removed'] as const
export type DocumentState = (typeof DOCUMENT_STATES)[number]

/**
 * A `stopped` job can be resumed: documents failed, the service or the folder went away, the disk was full, or it was
 * interrupted, ran out of time, or was killed. One that is `done` has all.
 */
export const JOB_STATES = ['planned', 'running', 'stopped', 'done', 'cancelled'] as const
export type JobState = (typeof JOB_STATES)[number]

/** One document of a job, as the command line prints it. */
export interface JobDocument {
  setId: string
  documentId: string
  state: DocumentState
  /** Absolute path, planned or final. */
  path: string
  bytes?: number
  sha256?: string
  /** What must be known of a saved document: it was saved although damaged, or its inner table does not fit. */
  remark?: string
  attempts: number
  failure?: DescribedFailure
}

/** A page of the documents of a job, in their order. */
export interface JobPageRequest {
  /** Null for all. */
  state: DocumentState | null
  from: number
  count: number
  /** Those of a set together, in the order of the first of each. */
  isBySet?: boolean
}

export interface JobPage {
  documents: NamedJobDocument[]
  /** How many documents of the whole job are in that state. */
  count: number
}

export interface NamedJobDocument extends JobDocument {
  name: string
  parcelRef: string | null
  shipmentRef: string | null
  customerName: string | null
  /** It was refused because it is damaged, and can be saved all the same by somebody who knows it. */
  isDamaged: boolean
}

/** A set of a job, with the documents of it that match a filter. */
export interface JobSet {
  setId: string
  parcelRef: string | null
  shipmentRef: string | null
  customerName: string | null
  documents: number
  saved: number
  failed: number
}

/** How many documents of a job there are in each state, and the bytes of those saved. */
export interface JobCounts {
  planned: number
  saved: number
  skipped: number
  failed: number
  pending: number
  /** Saved, then removed because the save was undone. */
  removed: number
  bytes: number
}

export interface JobSummary extends JobCounts {
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
  subject: JobSubject
  /** Null where a person started it. */
  rule: RuleOfJob | null
  /** Why it stopped, where it did. */
  failure: DescribedFailure | null
  /** True while it is being undone, and where that was interrupted: undoing it again finishes it. */
  isUndoBegun: boolean
}

/** Why undoing a save leaves a file where it is. */
export type KeptReason = 'changed' | 'replaced' | 'found' | 'later' | 'held'

/** What undoing a save would do, before any file is read. */
export interface UndoPreview {
  /** Files that will be removed if they have not been changed. */
  files: number
  bytes: number
  /** Files that stay, whatever they hold. */
  kept: Record<KeptReason, number>
}

/** What undoing a save would do, with every file read. */
export interface UndoTrial extends Pick<UndoResult, 'folder' | 'vanished' | 'kept' | 'isComplete'> {
  /** Below the folder. */
  wouldRemove: string[]
}

export interface UndoResult {
  folder: string
  removed: number
  /** Files that had been removed or moved by somebody else. */
  vanished: number
  kept: { path: string; reason: KeptReason }[]
  /** False where it was stopped: undoing again continues. */
  isComplete: boolean
  problems: Problem[]
}

export interface UndoProgress {
  done: number
  total: number
}

/** How a save or resume ended. The documents are read one by one from the job, since there may be very many. */
export interface SaveResult {
  job: JobSummary
  /** Why it stopped, where it did; the job says it in words. */
  failure: Failure | null
  complete: boolean
  manifest: { csv: string; json: string } | null
  /** Of the plan. */
  problems: Problem[]
  /** Problems at the end that must be known although nothing failed. */
  endProblems: Problem[]
  traffic: Traffic
}

/** What a run cost the service. */
export interface Traffic {
  /** Calls of every kind, and how many of them the service refused because it was too busy. */
  calls: number
  refused: number
  /** Documents that were asked for again for other reasons. */
  retried: number
  seconds: number
  /** How many calls at once it came to. */
  atOnce: number
}

/** Another installation that saves into the same folder now. Foreign text, made plain. */
export interface OtherSaver {
  host: string
  user: string
  job: string
  /** An ISO time, by the clock of that computer. */
  since: string
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
  /** How many documents are asked for at once: as many as the service is taken to bear. */
  atOnce: number
  /** While the service refuses, when it is asked again, as ISO. */
  waitingUntil: string | null
  /** Why the run is delayed, in words, such as “waiting until 14:32:05 as the service asked”. */
  note: string | null
  /** True while the service does not answer and is retried; `note` says when next. */
  isServiceAway: boolean
  /** Who else saves into the folder now. */
  alsoSaving: readonly OtherSaver[]
}

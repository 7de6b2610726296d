import type { ConflictPolicy, JobDocument, RuleOfJob } from '../../../shared/model/job.ts'
import type { DocumentFacts, ParcelSet, Problem } from '../../../shared/model/parcel-set.ts'

export interface PlanOptions {
  folder: string
  pattern: string
  docTypes: string[]
  conflict: ConflictPolicy
  isOnlyNew: boolean
}

/** Sets that were found before are planned without searching for them again. */
export interface SetsPlanRequest extends PlanOptions {
  /** Read twice: documents that the search did not list are asked for in between (T4). */
  sets: () => Iterable<ParcelSet>
  /** The status filter of the search that found them. */
  status: string
  /** False where that search was incomplete; then so is the plan. */
  isComplete: boolean
  problems: Problem[]
}

/**
 * What a plan does with a document: `save` where nothing has its name, `compare` and `replace` where something has;
 * `leave` and `unchanged` send nothing: what is there stays, by choice or because it was saved and has not changed since.
 */
export type PlanAction = 'save' | 'compare' | 'replace' | 'leave' | 'unchanged' | 'too-long'

/** What has a planned name already. */
export interface ExistingFile {
  bytes: number
  /** When it was last written, as the file system says. */
  writtenAt: string
  /** The service's date of the set when it was saved; null where it is not known. */
  modifiedDate: string | null
  /** False where the ledger does not know it as this document: a file of a stranger, say. */
  isKnown: boolean
}

export interface PlannedDocument extends JobDocument {
  /** `failed` for a path that is too long: it is not asked for. */
  state: 'pending' | 'skipped' | 'failed'
  action: PlanAction
  there: ExistingFile | null
  /** Below the folder, parts separated by “/”. */
  relativePath: string
  /** True where another document has, or may have, the plain name, so that this one’s carries part of its id. */
  isSuffixed: boolean
  facts: DocumentFacts
}

/** The same object that the dry run prints, the dialog shows and the engine carries out. */
export interface SavePlan {
  folder: string
  conflict: ConflictPolicy
  documents: PlannedDocument[]
  /** False when the search was incomplete or a set’s documents were not listed: then no save of it is complete. */
  isComplete: boolean
  /** Calls that carrying it out will take. */
  requests: number
  freeBytes: number | null
  /** About what the documents to fetch will take; the service tells no sizes, so it is judged by those saved before (T24). */
  likelyBytes: number
  problems: Problem[]
  /** How many documents of each type the sets have, whatever types were asked for. */
  docTypes: { docType: string; documents: number }[]
  /** The rule that asks for it, where one does. */
  rule?: RuleOfJob
}

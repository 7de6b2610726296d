import type { z } from 'zod'
import type { existingFile } from '../../../shared/contract/saving-contract.ts'
import type { ConflictPolicy, JobDocument, OtherSaver } from '../../../shared/model/job.ts'
import type { JobSubject, RuleOfJob } from '../../../shared/model/job-subject.ts'
import type { DocumentFacts, ParcelSet, Problem } from '../../../shared/model/parcel-set.ts'

export interface PlanOptions {
  folder: string
  pattern: string
  docTypes: string[]
  conflict: ConflictPolicy
  isOnlyNew: boolean
}

/** A request for sets that an earlier search found. */
export interface SetsPlanRequest extends PlanOptions {
  /** Called twice: documents that the search did not list are loaded in between (T4). */
  sets: () => Iterable<ParcelSet>
  /** The status filter of the search that found them. */
  status: string
  /** False where that search was incomplete, which makes the plan incomplete. */
  isComplete: boolean
  problems: Problem[]
}

/**
 * What a plan does with a document: `save` where nothing has its name, `compare` and `replace` where something has. `leave`
 * and `unchanged` send nothing: the existing file stays, by choice or because it was saved and has not changed since.
 */
export type PlanAction = 'save' | 'compare' | 'replace' | 'leave' | 'unchanged' | 'too-long'

/** What already has a planned name. */
export type ExistingFile = z.infer<typeof existingFile>

export interface PlannedDocument extends JobDocument {
  /** `failed` for a path that is too long: the document is not fetched. */
  state: 'pending' | 'skipped' | 'failed'
  action: PlanAction
  there: ExistingFile | null
  /** Below the folder, parts separated by “/”. */
  relativePath: string
  /** True where another document has, or may have, the plain name, so that this one’s ends in part of its id. */
  isSuffixed: boolean
  facts: DocumentFacts
}

/** What the dry run prints, the dialog shows and the engine executes. */
export interface SavePlan {
  folder: string
  conflict: ConflictPolicy
  documents: PlannedDocument[]
  /** False when the search was incomplete or a set’s documents were not listed: then no save of this plan is complete. */
  isComplete: boolean
  /** How many calls saving will take. */
  requests: number
  freeBytes: number | null
  /** Estimated size of the documents to fetch, from those saved before, since the service gives no sizes (T24). */
  likelyBytes: number
  problems: Problem[]
  /** Who saves into the folder at this moment. */
  alsoSaving: readonly OtherSaver[]
  /** How many documents of each type the sets have, whatever types were requested. */
  docTypes: { docType: string; documents: number }[]
  /** The list of references whose sets these are, where they were chosen in one. */
  worklist?: JobSubject['worklist']
  /** The rule that made the plan, where one did. */
  rule?: RuleOfJob
}

import { z } from 'zod'
import { EXIT_CODES } from '../../../shared/errors/exit-code.ts'
import type { Failure } from '../../../shared/errors/failure.ts'
import { CREDENTIAL_FORMS, type CredentialForm } from '../../../shared/model/connection.ts'
import {
  CONFLICT_POLICIES,
  type ConflictPolicy,
  DOCUMENT_STATES,
  type DocumentState,
  JOB_STATES,
  type JobCounts,
  type JobState,
  type JobSubject,
  type RuleOfJob,
  type WorklistOfJob,
} from '../../../shared/model/job.ts'
import type { DocumentFacts, Problem } from '../../../shared/model/parcel-set.ts'
import { choiceIn, numberIn, numberOrNullIn, type Row, textIn, textOrNullIn } from '../../storage/read-row.ts'
import { factsIn } from './ledger.ts'

export interface Job {
  id: string
  createdAt: string
  endedAt: string | null
  state: JobState
  baseUrl: string
  username: string
  profile: string | null
  /** With `caFile`, what resuming a job of a one-off connection needs besides the password. */
  credentialForm: CredentialForm
  caFile: string | null
  folder: string
  conflict: ConflictPolicy
  concurrency: number
  failure: Failure | null
  problems: Problem[]
  /** False when the selection itself was incomplete. */
  isSelectionComplete: boolean
  subject: JobSubject
  /** Null where a person started it. */
  rule: RuleOfJob | null
  /** The folder in which it is being undone, by device and number; null while it is not. */
  undoFolder: string | null
}

export interface JobItem {
  seq: number
  setId: string
  documentId: string
  relativePath: string
  state: DocumentState
  attempts: number
  bytes: number | null
  sha256: string | null
  failure: Failure | null
  /** What must be known of the saved document. */
  remark: string | null
  /** Whether something had the planned name. */
  wasThere: boolean
  facts: DocumentFacts
}

const arrivedFile = z.object({
  bytes: z.number(),
  sha256: z.string(),
  isLengthDeclared: z.boolean(),
  remark: z.string().nullable(),
})

/** What the service has sent of a document, whole and on the disk. */
export type ArrivedFile = z.infer<typeof arrivedFile>

export interface ArrivedItem {
  item: JobItem
  arrived: ArrivedFile
}

const ruleOfJob = z.object({ ruleId: z.string(), name: z.string(), setId: z.string(), parcel: z.string().nullable() })
const problemList = z.array(z.object({ where: z.string(), message: z.string() }))

export function jobIn(row: Row): Job {
  return {
    id: textIn(row, 'id'),
    createdAt: textIn(row, 'created_at'),
    endedAt: textOrNullIn(row, 'ended_at'),
    state: choiceIn(row, 'state', JOB_STATES),
    baseUrl: textIn(row, 'base_url'),
    username: textIn(row, 'username'),
    profile: textOrNullIn(row, 'profile'),
    credentialForm: choiceIn(row, 'credential_form', CREDENTIAL_FORMS),
    caFile: textOrNullIn(row, 'ca_file'),
    folder: textIn(row, 'folder'),
    conflict: choiceIn(row, 'conflict', CONFLICT_POLICIES),
    concurrency: numberIn(row, 'concurrency'),
    failure: storedFailure(textOrNullIn(row, 'failure')),
    problems: problemList.parse(JSON.parse(textIn(row, 'problems'))),
    isSelectionComplete: numberIn(row, 'is_selection_complete') === 1,
    subject: subjectIn(textIn(row, 'subject')),
    rule: ruleIn(textOrNullIn(row, 'rule')),
    undoFolder: textOrNullIn(row, 'undo_folder'),
  }
}

function ruleIn(text: string | null): RuleOfJob | null {
  return text === null ? null : ruleOfJob.parse(JSON.parse(text))
}

export function itemIn(row: Row): JobItem {
  return {
    seq: numberIn(row, 'seq'),
    setId: textIn(row, 'set_id'),
    documentId: textIn(row, 'document_id'),
    relativePath: textIn(row, 'relative_path'),
    state: choiceIn(row, 'state', DOCUMENT_STATES),
    attempts: numberIn(row, 'attempts'),
    bytes: numberOrNullIn(row, 'bytes'),
    sha256: textOrNullIn(row, 'sha256'),
    failure: storedFailure(textOrNullIn(row, 'failure')),
    remark: textOrNullIn(row, 'remark'),
    wasThere: numberIn(row, 'was_there') === 1,
    facts: factsIn(row),
  }
}

export function arrivedIn(row: Row): ArrivedItem {
  return { item: itemIn(row), arrived: arrivedFile.parse(JSON.parse(textIn(row, 'arrived'))) }
}

export function countsIn(row: Row): JobCounts {
  return {
    planned: numberIn(row, 'planned'),
    saved: numberIn(row, 'saved'),
    skipped: numberIn(row, 'skipped'),
    failed: numberIn(row, 'failed'),
    pending: numberIn(row, 'pending'),
    removed: numberIn(row, 'removed'),
    bytes: numberIn(row, 'bytes'),
  }
}

export type NewJobItem = Pick<
  JobItem,
  'setId' | 'documentId' | 'relativePath' | 'state' | 'bytes' | 'sha256' | 'wasThere' | 'facts'
>

/** A failure stored as JSON; unknown tags, from another version, become `internal`. */
function storedFailure(text: string | null): Failure | null {
  if (text === null) return null
  const value: unknown = JSON.parse(text)
  return isFailure(value) ? value : { tag: 'internal', reference: 'stored' }
}

/** Only this program writes these rows, so the tag is proof enough. */
function isFailure(value: unknown): value is Failure {
  return (
    typeof value === 'object' &&
    value !== null &&
    'tag' in value &&
    typeof value.tag === 'string' &&
    value.tag in EXIT_CODES
  )
}

const MAX_CUSTOMERS = 3

/** What is to be saved, in names: from the documents, and from the list of references that they were chosen from. */
export function subjectOf(
  documents: Iterable<{ setId: string; facts: DocumentFacts }>,
  worklist: WorklistOfJob | null,
): JobSubject {
  const sets = new Set<string>()
  const customers = new Map<string, string | null>()
  let parcel: string | null = null
  for (const { setId, facts } of documents) {
    sets.add(setId)
    const { customerId, customerName } = facts
    const customer = customerId ?? customerName
    if (customer !== null) customers.set(customer, customerName)
    parcel ??= [facts.parcelRef, facts.shipmentRef].find((text) => (text ?? '').trim() !== '') ?? null
  }
  const names = [...customers.values()].filter((name) => name !== null)
  return {
    customers: names.slice(0, MAX_CUSTOMERS),
    customerCount: customers.size,
    sets: sets.size,
    parcel: sets.size === 1 ? parcel : null,
    worklist,
  }
}

const jobSubject = z.object({
  customers: z.array(z.string()),
  customerCount: z.int(),
  sets: z.int(),
  parcel: z.string().nullable(),
  worklist: z.object({ name: z.string().nullable(), references: z.int() }).nullable(),
})
const UNKNOWN: JobSubject = { customers: [], customerCount: 0, sets: 0, parcel: null, worklist: null }

/** As stored; what cannot be read is unknown, for the documents of the job are there all the same. */
export function subjectIn(text: string): JobSubject {
  try {
    return jobSubject.catch(UNKNOWN).parse(JSON.parse(text))
  } catch {
    return UNKNOWN
  }
}

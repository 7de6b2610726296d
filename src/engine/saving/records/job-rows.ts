import { z } from 'zod'
import { EXIT_CODES } from '../../../shared/errors/exit-code.ts'
import type { Failure } from '../../../shared/errors/failure.ts'
import { CREDENTIAL_FORMS } from '../../../shared/model/connection.ts'
import { CONFLICT_POLICIES, DOCUMENT_STATES, JOB_STATES, type JobCounts } from '../../../shared/model/job.ts'
import { type JobSubject, jobSubject, ruleOfJob } from '../../../shared/model/job-subject.ts'
import { INTEGRITIES, NOT_LOOKED_AT } from '../../../shared/model/document-signatures.ts'
import type { DocumentFacts } from '../../../shared/model/parcel-set.ts'
import { type ItemOf, column, columnsOf } from '../../storage/columns.ts'
import { FACTS } from './ledger.ts'

const arrivedFile = z.object({
  bytes: z.number(),
  sha256: z.string(),
  /** False when only `%%EOF` showed that nothing is missing: neither a length nor chunks were declared. */
  isLengthDeclared: z.boolean(),
  /** What must be known of it although it was saved, as a sentence; null where the checks found nothing. */
  remark: z.string().nullable(),
  signatures: z
    .object({ count: z.number().nullable(), verdict: z.enum(INTEGRITIES).nullable() })
    .default(NOT_LOOKED_AT),
})

/** What the service has sent of a document, whole and on the disk. */
export type ArrivedFile = z.infer<typeof arrivedFile>

const problemList = z.array(z.object({ where: z.string(), message: z.string() }))

export const JOBS = columnsOf({
  id: column.text('id'),
  createdAt: column.text('created_at'),
  endedAt: column.textOrNull('ended_at'),
  state: column.choice('state', JOB_STATES),
  baseUrl: column.text('base_url'),
  username: column.text('username'),
  profile: column.textOrNull('profile'),
  /** With `caFile`, what resuming a job of a one-off connection needs besides the password. */
  credentialForm: column.choice('credential_form', CREDENTIAL_FORMS),
  caFile: column.textOrNull('ca_file'),
  folder: column.text('folder'),
  conflict: column.choice('conflict', CONFLICT_POLICIES),
  concurrency: column.number('concurrency'),
  failure: column.jsonOrNull('failure', failureIn),
  problems: column.json('problems', problemList.parse),
  /** False when the selection itself was incomplete. */
  isSelectionComplete: column.flag('is_selection_complete'),
  subject: column.json('subject', subjectIn),
  /** Null where a person started it. */
  rule: column.jsonOrNull('rule', ruleOfJob.parse),
  /** The folder in which it is being undone, by device and number; null while it is not. */
  undoFolder: column.textOrNull('undo_folder'),
})

export type Job = ItemOf<typeof JOBS>

export const ITEMS = columnsOf({
  seq: column.number('seq'),
  setId: column.text('set_id'),
  documentId: column.text('document_id'),
  relativePath: column.text('relative_path'),
  state: column.choice('state', DOCUMENT_STATES),
  attempts: column.number('attempts'),
  bytes: column.numberOrNull('bytes'),
  sha256: column.textOrNull('sha256'),
  failure: column.jsonOrNull('failure', failureIn),
  /** What must be known of the saved document. */
  remark: column.textOrNull('remark'),
  /** Whether something had the planned name. */
  wasThere: column.flag('was_there'),
  facts: FACTS,
})

export type JobItem = ItemOf<typeof ITEMS>
/** What a document of a job begins with. */
export const NEW_ITEMS = ITEMS.only(
  'setId',
  'documentId',
  'relativePath',
  'state',
  'bytes',
  'sha256',
  'wasThere',
  'facts',
)
export type NewJobItem = Parameters<typeof NEW_ITEMS.cells>[0]
export const ARRIVED = columnsOf({
  item: ITEMS,
  arrived: column.json('arrived', arrivedFile.parse),
})

export type ArrivedItem = ItemOf<typeof ARRIVED>

export const COUNTS = columnsOf<JobCounts>({
  planned: column.number('planned'),
  saved: column.number('saved'),
  skipped: column.number('skipped'),
  failed: column.number('failed'),
  pending: column.number('pending'),
  removed: column.number('removed'),
  bytes: column.number('bytes'),
})

/** An unknown tag, from another version, becomes `internal`. */
function failureIn(content: unknown): Failure {
  return isFailure(content) ? content : { tag: 'internal', reference: 'stored' }
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
  worklist: JobSubject['worklist'],
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

const UNKNOWN: JobSubject = { customers: [], customerCount: 0, sets: 0, parcel: null, worklist: null }

/** What cannot be read is unknown, for the documents of the job are there all the same. */
export function subjectIn(content: unknown): JobSubject {
  return jobSubject.catch(UNKNOWN).parse(content)
}

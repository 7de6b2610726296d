import { z } from 'zod'
import type { JobSubject, WorklistOfJob } from '../../../shared/model/job.ts'
import type { DocumentFacts } from '../../../shared/model/parcel-set.ts'

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
export function subjectIn(text: string | null): JobSubject {
  try {
    return jobSubject.catch(UNKNOWN).parse(JSON.parse(text ?? 'null'))
  } catch {
    return UNKNOWN
  }
}

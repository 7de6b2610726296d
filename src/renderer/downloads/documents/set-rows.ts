import type { Output } from '../../../shared/contract/contract.ts'
import { headedRows, type HeadedRows } from '../../ui/rows/headed-rows.ts'

export type JobSet = NonNullable<Output<'jobs.sets'>['sets']>[number]

/** The documents of a job under headings of their sets; null sets: without headings. */
export function setRows(sets: readonly JobSet[] | null, documents: number): HeadedRows {
  const starts: number[] = []
  let place = 0
  for (const set of sets ?? []) {
    starts.push(place)
    place += set.documents
  }
  // While a job runs the two lists may be of different moments.
  return headedRows(
    starts.filter((start) => start < documents),
    documents,
  )
}

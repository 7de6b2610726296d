import { badUsage } from '../../shared/errors/app-error.ts'
import type { ParcelSet, Problem } from '../../shared/model/parcel-set.ts'
import type { Shortfall } from '../exchange/paging-state.ts'

/**
 * The references as they are searched for: without the spaces around them, each once, in the order asked. Fails with
 * bad-usage for an empty one, which a service might take for “any”.
 */
export function cleanReferences(references: readonly string[]): string[] {
  const cleaned = references.map((reference) => reference.trim())
  if (cleaned.includes('')) throw badUsage('A shipment reference is empty.', 'Leave it out, or name it.')
  return [...new Set(cleaned)]
}

export interface Selection {
  /** Names or ids as the user gave them; empty is every customer. */
  customers: string[]
  shipmentRefs: string[]
  status: string
  /** Undefined: DOCEX, and on a miss once more without (T9). */
  instance: string | undefined
  filters: Record<string, string>
  /** Local filter on a set's own state, folded (T7, T12). Empty: all. */
  states: string[]
}

export interface ReferenceSummary {
  reference: string
  state: 'found' | 'several' | 'missing'
  sets: number
}

export interface SearchResult {
  total: number
  loaded: number
  lacking: Shortfall
  complete: boolean
  /** Search calls sent. */
  requests: number
  references: ReferenceSummary[]
  problems: Problem[]
  /** The sets in the order they came, read from the local index: there may be a hundred thousand. */
  sets(): Iterable<ParcelSet>
}

/** What a search tells while it runs. */
export interface SearchListeners {
  onProgress?: ((progress: SearchProgress) => void) | undefined
  /**
   * Sets as soon as they can be read from the index, in the order of the references or customers asked for, whichever is
   * answered first. A set that several customers see may come again.
   */
  onSets?: ((sets: readonly ParcelSet[]) => void) | undefined
  /** Each reference as soon as it is answered, in whatever order. */
  onReference?: ((answer: AnsweredReference) => void) | undefined
}

export interface AnsweredReference {
  reference: string
  /** The sets of just this reference (T8). */
  setIds: string[]
  /** False where the answer was cut short: what it does not have may be there all the same. */
  isComplete: boolean
}

export interface SearchProgress {
  loaded: number
  total: number
  requests: number
  /** `requests` and those still to come, as far as can be told; told for the first time before the first of them. */
  expectedRequests: number
}

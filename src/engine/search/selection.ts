import { z } from 'zod'
import { badUsage } from '../../shared/errors/app-error.ts'
import type { ParcelSet, Problem } from '../../shared/model/parcel-set.ts'
import type { Selection } from '../../shared/model/selection.ts'
import type { NumberOf } from '../../shared/text/number-words.ts'
import { isSameState } from '../../shared/text/set-fields.ts'
import type { Shortfall } from '../exchange/paging.ts'
import type { StoredWorklist } from '../worklists/worklist-rows.ts'

/** A selection as files and databases keep it. */
export const storedSelection = z.object({
  customers: z.array(z.string()),
  shipmentRefs: z.array(z.string()),
  status: z.string(),
  instance: z.string().nullable(),
  filters: z.record(z.string(), z.string()),
  states: z.array(z.string()),
})

/** The service's own default, which is active sets (docs/service.md “Search”). A set that leaves it is not lost (T7). */
export const DEFAULT_STATUS = 'ACTIVE'

/** All active sets of a customer. */
export function activeSetsOf(customerId: string): Selection {
  return activeSets({ customers: [customerId], shipmentRefs: [] })
}

/** What a worklist asks for: the active sets of its references, for its customers. */
export function activeSetsOfWorklist(
  { customers }: Pick<StoredWorklist, 'customers'>,
  references: readonly string[],
): Selection {
  return activeSets({ customers, shipmentRefs: [...references] })
}

/** With the service's default where nobody chose a status. */
export function withStatus(selection: Selection): Selection {
  return selection.status.trim() === '' ? { ...selection, status: DEFAULT_STATUS } : selection
}

/** All active sets that these name. */
export function activeSets(named: Pick<Selection, 'customers' | 'shipmentRefs'>): Selection {
  return { ...named, status: DEFAULT_STATUS, instance: null, filters: {}, states: [] }
}

/** Whether a set has one of the wanted states; without any, every set has. */
export function isInStates({ status }: Pick<ParcelSet, 'status'>, { states }: Pick<Selection, 'states'>): boolean {
  return states.length === 0 || (status !== null && states.some((state) => isSameState(status, state)))
}

export interface ReferenceSummary {
  reference: string
  state: 'found' | 'several' | 'missing'
  sets: number
  /** What it is, if it is not the reference of a shipment. */
  understoodAs?: NumberOf
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
  /** In the order they came, read from the local index as they are iterated: there may be a hundred thousand. */
  sets(): Iterable<ParcelSet>
}

/** A set that a search has found; the rest of it is in the index, since there may be a hundred thousand. */
export type FoundSet = Pick<ParcelSet, 'setId' | 'customerId' | 'status'>

/** Called while a search runs. */
export interface SearchListeners {
  onProgress?: ((progress: SearchProgress) => void) | undefined
  /**
   * Sets as soon as they are in the index, in the order of the selection's references or customers, whichever is answered
   * first. A set that several customers see may come again.
   */
  onSets?: ((sets: readonly FoundSet[]) => void) | undefined
  /** Each reference as soon as it is answered, in any order. */
  onReference?: ((answer: AnsweredReference) => void) | undefined
}

export interface AnsweredReference {
  reference: string
  /** The sets of exactly this reference (T8), or of the parcel or bill of lading with this number. */
  setIds: string[]
  /** False if the answer was cut short: sets may exist that it does not have. */
  isComplete: boolean
  understoodAs?: NumberOf
}

export interface SearchProgress {
  loaded: number
  total: number
  requests: number
  /** `requests` and an estimate of those still to come; first reported before the first call. */
  expectedRequests: number
}

/**
 * The references to search for: trimmed, each once, in the given order. Fails with bad-usage for an empty one, which a
 * service might take for “any”.
 */
export function cleanReferences(references: readonly string[]): string[] {
  const cleaned = references.map((reference) => reference.trim())
  if (cleaned.includes('')) throw badUsage('A shipment reference is empty.', 'Leave it out, or name it.')
  return [...new Set(cleaned)]
}

const NAMED_REFERENCES = 5

/** A plan shows what there is: in a long list nobody would see what is not. Certain only of a complete search. */
export function missingReferences({ references, complete }: SearchResult): Problem[] {
  const missing = references.filter(({ state }) => state === 'missing').map(({ reference }) => reference)
  if (!complete || missing.length === 0) return []
  const named = missing.length > NAMED_REFERENCES ? [...missing.slice(0, NAMED_REFERENCES), '…'] : missing
  const message = `no set was found for ${missing.length} of ${references.length}: ${named.join(', ')}`
  return [{ where: 'the references', message }]
}

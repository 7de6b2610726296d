import type { Input, Output } from '../../shared/contract/contract.ts'
import type { ShownFailure } from '../client/desk-client.ts'
import type { SetRow } from '../set/set-columns.ts'

export type SearchForm = Input<'search.start'>['selection']
export type NamedSearch = Output<'search.saved'>['saved'][number]
/** What the list of results is narrowed by. */
export type Narrowing = NonNullable<NamedSearch['narrowing']>
type Customer = Output<'accounts.customers'>['customers'][number]

export interface SearchState {
  form: SearchForm
  /** Still in the field: not yet one of the form's references. */
  typedReference: string
  /** Still in the field: not yet a customer. Nothing is searched while it matches no customer or several. */
  typedCustomer: string
  /** Why a search did not start: the typed text is not a customer. */
  customerError: string | undefined
  customers: readonly Customer[]
  /** Parts of the customer list that could not be read. */
  customerProblems: Output<'accounts.customers'>['problems']
  /** While the customer list is loading. */
  isListing: boolean
  saved: readonly NamedSearch[]
  recent: readonly NamedSearch[]
  searchId: string | null
  /** The form of the search on the screen, whatever has been typed since. */
  submitted: SearchForm
  startedAt: string
  /** Requested, and not yet running. */
  isStarting: boolean
  /** How many of its rows the page has. */
  rowsRead: number
  /** Submitted references for which there certainly is no set. */
  missing: readonly string[]
  /** Submitted references that are no shipment’s, and what they were understood as. */
  numbers: Output<'search.missing'>['numbers']
  /** The rows of the previous search, until this one has some of its own. */
  previous: PreviousResults | null
  /** The grid shows the previous rows, because this search brought none and did not finish. */
  showsPrevious: boolean
  failure: ShownFailure | null
}

interface PreviousResults {
  readonly rows: readonly SetRow[]
  readonly startedAt: string
}

export const EMPTY_FORM: SearchForm = {
  customers: [],
  shipmentRefs: [],
  status: '',
  instance: null,
  filters: {},
  states: [],
}

/** The filter of the service that clerks know by another name. */
export const PARCEL_FILTER = 'parcelRef'

/** One set, whatever its shipment. */
export function byParcelNumber(parcelRef: string): SearchForm {
  return { ...EMPTY_FORM, filters: { [PARCEL_FILTER]: parcelRef } }
}

export const NO_INPUT = {
  form: EMPTY_FORM,
  typedReference: '',
  typedCustomer: '',
  customerError: undefined,
} satisfies Partial<SearchState>

export const NO_SEARCH = {
  searchId: null,
  submitted: EMPTY_FORM,
  startedAt: '',
  isStarting: false,
  rowsRead: 0,
  missing: [],
  numbers: [],
  previous: null,
  showsPrevious: false,
  failure: null,
} satisfies Partial<SearchState>

/** Whether the form above the list asks for something else than what the list shows. */
export function asksForOthers({ form, submitted, startedAt }: SearchState): boolean {
  return startedAt !== '' && !isSameForm(form, submitted)
}

/** Whether both ask for the same. */
export function isSameForm(one: SearchForm, other: SearchForm): boolean {
  return JSON.stringify(sortedForm(one)) === JSON.stringify(sortedForm(other))
}

/** The same whatever order it was filled in. */
function sortedForm({ customers, states, filters, ...rest }: SearchForm): unknown {
  const filled = Object.entries(filters).flatMap(([name, text]) => (text === '' ? [] : `${name}=${text}`))
  return [rest, customers.toSorted(), states.toSorted(), filled.toSorted()]
}

/** Whether the last search could not even be started. */
export function failedToStart({ searchId, startedAt, isStarting, failure }: SearchState): boolean {
  return searchId === null && startedAt !== '' && !isStarting && failure !== null
}

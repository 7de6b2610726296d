import type { Input, Output } from '../../../shared/contract/contract.ts'
import type { ShownFailure } from '../../client/desk-client.ts'
import type { InboxEntry } from '../../parcel/entry-words.ts'

export type InboxPage = Output<'inbox.page'>

export type InboxCounts = InboxPage['counts']
export type InboxFilter = Input<'inbox.page'>['filter']
export type InboxFacets = Output<'inbox.facets'>
export type MarkChange = Input<'inbox.mark'>['change']

export interface InboxState {
  readonly filter: InboxFilter
  /** The entries loaded so far, newest first. */
  readonly entries: readonly InboxEntry[]
  /** All matching entries, loaded or not. */
  readonly count: number
  /** There are older entries to load. */
  readonly hasMore: boolean
  /** Undefined until the first piece has arrived; then whether another is loading. */
  readonly isLoading: boolean | undefined
  readonly failure: ShownFailure | null
  readonly facets: InboxFacets | null
  /** Unseen entries that arrived above the visible ones. */
  readonly newAbove: number
  /** Newer entries were not loaded, because they would have replaced what is being read. */
  readonly isCutOff: boolean
  /** Where the keyboard is. */
  readonly focusedId: number | null
  readonly ticked: ReadonlySet<number>
  /** Where a range of ticks starts. */
  readonly anchorId: number | null
}

/** No filter besides the choice of open, unread and so on. */
export const NO_NARROWING: Omit<InboxFilter, 'show'> = {
  customers: [],
  states: [],
  kinds: [],
  text: '',
}
export const DEFAULT_FILTER: InboxFilter = { show: 'open', ...NO_NARROWING }

export const EMPTY_LIST = {
  entries: [],
  count: 0,
  hasMore: false,
  isLoading: undefined,
  failure: null,
  newAbove: 0,
  isCutOff: false,
  focusedId: null,
  ticked: new Set<number>(),
  anchorId: null,
} as const

/** Whether anything besides the choice of open, unread and so on narrows the list. */
export function isNarrowed(filter: InboxFilter): boolean {
  const { customers, states, kinds, text } = filter
  return [customers, states, kinds, text].some((part) => part.length > 0)
}

import type { Input, Output } from '../../../shared/contract/contract.ts'
import type { ShownFailure } from '../../client/desk-client.ts'

export type InboxPage = Output<'inbox.page'>
export type InboxEntry = InboxPage['entries'][number]
export type InboxCounts = InboxPage['counts']
export type InboxFilter = Input<'inbox.page'>['filter']
export type InboxFacets = Output<'inbox.facets'>
export type MarkChange = Input<'inbox.mark'>['change']
export type EntryKind = InboxFilter['kinds'][number]

export interface InboxState {
  readonly filter: InboxFilter
  /** Those that were read so far, newest first. */
  readonly entries: readonly InboxEntry[]
  /** All that match, read or not. */
  readonly count: number
  /** Older ones are still to be read. */
  readonly hasMore: boolean
  /** Undefined until the first piece is there; then whether another is on its way. */
  readonly isLoading: boolean | undefined
  readonly failure: ShownFailure | null
  readonly facets: InboxFacets | null
  /** Came in above what is looked at, and was not looked at yet. */
  readonly newAbove: number
  /** There are newer ones that were not read, because what is looked at must not go away. */
  readonly isCutOff: boolean
  /** From this entry on they were new when this visit began, or came in during it: they look new until the place is left. */
  readonly freshFrom: number
  /** Where the keyboard is. */
  readonly focusedId: number | null
  readonly ticked: ReadonlySet<number>
  /** Where a range of ticks begins. */
  readonly anchorId: number | null
}

/** Lets everything through, whatever is chosen of open, new and so on. */
export const WIDE: Omit<InboxFilter, 'show'> = {
  customers: [],
  states: [],
  actions: [],
  kinds: [],
  actor: '',
  text: '',
}
export const NO_FILTER: InboxFilter = { show: 'open', ...WIDE }

export const NOTHING_READ = {
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

/** Whether something beside the choice of open, new and so on narrows the list. */
export function isNarrowed(filter: InboxFilter): boolean {
  const { customers, states, actions, kinds, actor, text } = filter
  return [customers, states, actions, kinds, actor, text].some((part) => part.length > 0)
}

import type { Output } from '../../../shared/contract/contract.ts'
import type { ShownFailure } from '../../client/desk-client.ts'
import type { GridStore } from '../../grid/store/create-grid-store.ts'
import type { WorklistRow } from './worklist-rows.ts'

export type Worklist = Output<'worklists.open'>

export interface WorklistState {
  /** The kept ones of this account, the last opened first. */
  lists: readonly Worklist[]
  /** False until they have been read once. */
  areListsRead: boolean
  /** The one on the screen; null for the place to paste into. */
  shownId: string | null
  /** Of the one on the screen; another one has other columns. */
  grid: GridStore<WorklistRow>
  /** In the field, and not looked up yet. */
  draft: string
  /** Limits a new list to these; empty means every customer. */
  customers: readonly string[]
  /** Still in the field: not yet a customer. Nothing is looked up while it matches no customer or several. */
  typedCustomer: string
  customerError: string | undefined
  /** A file or a paste is being read. */
  isReading: boolean
  /** What the user should know about the file that was read. */
  note: string | null
  /** Lines of the list on the screen that its sheet hides, until the user has decided about them. */
  hiddenLines: readonly number[]
  failure: ShownFailure | null
}

/** Before the lists of an account are read. */
export const EMPTY_WORKLIST: Omit<WorklistState, 'grid'> = {
  lists: [],
  areListsRead: false,
  shownId: null,
  draft: '',
  customers: [],
  typedCustomer: '',
  customerError: undefined,
  isReading: false,
  note: null,
  hiddenLines: [],
  failure: null,
}

/** The list on the screen; undefined where there is none. */
export function shownList({ lists, shownId }: Pick<WorklistState, 'lists' | 'shownId'>): Worklist | undefined {
  return lists.find(({ worklistId }) => worklistId === shownId)
}

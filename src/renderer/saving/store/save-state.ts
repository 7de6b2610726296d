import type { StoreApi } from 'zustand/vanilla'
import type { Input, Output } from '../../../shared/contract/contract.ts'
import type { Caller, ShownFailure } from '../../client/desk-client.ts'
import type { PlannedDocument } from './plan-tree.ts'

export type ChosenFolder = Output<'saving.folders'>['folders'][number]
export type Token = Output<'saving.tokens'>['tokens'][number]
export type Conflict = Input<'saving.plan'>['conflict']
type PlanSummary = Output<'saving.plan'>

export type Worklist = NonNullable<Input<'saving.plan'>['worklist']>

/** What the user decides. */
export interface SaveForm {
  readonly folderId: string | undefined
  readonly pattern: string
  /** Empty: all. */
  readonly docTypes: readonly string[]
  readonly conflict: Conflict
  readonly isOnlyNew: boolean
  readonly concurrency: number
}

/** `idle`: no folder or no pattern yet. */
export type Planning =
  | { readonly state: 'idle' | 'planning' | 'cancelled' }
  | { readonly state: 'failed'; readonly failure: ShownFailure }
  | {
      readonly state: 'planned'
      readonly summary: PlanSummary
      /** A large plan arrives in slices. */
      readonly documents: readonly PlannedDocument[]
    }

export interface SaveState {
  /** Last used first; undefined until they are read. */
  readonly folders: readonly ChosenFolder[] | undefined
  readonly tokens: readonly Token[]
  readonly form: SaveForm
  /** False while `isOnlyNew` follows the folder: on where documents were saved into it before. */
  readonly isOnlyNewDecided: boolean
  readonly example: { readonly texts: readonly string[]; readonly failure: ShownFailure | null }
  readonly planning: Planning
  /** Of the last plan; they stay visible while the next one is made. */
  readonly docTypes: PlanSummary['docTypes']
  readonly isStarting: boolean
  /** A failure outside planning: the folders, the dialog of the system, the start. */
  readonly failure: ShownFailure | null
}

export type SaveStateStore = StoreApi<SaveState>

export interface SaveTask {
  readonly caller: Caller
  readonly sessionId: string
  readonly searchId: string | null
  /** Null takes all results of the search. */
  readonly setIds: readonly string[] | null
  /** Sets for the example while the pattern is typed; at most twenty are used. */
  readonly sampleSetIds: readonly string[]
  /** The list of references that the sets were chosen in; it names the save in Downloads. */
  readonly worklist?: Worklist | undefined
  readonly first: Pick<SaveForm, 'pattern' | 'conflict' | 'concurrency'>
}

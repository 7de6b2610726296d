import type { Connection, Environment } from '../shared/model/connection.ts'
import type { SaveResult } from '../shared/model/job.ts'
import type { Counterparty, Problem } from '../shared/model/parcel-set.ts'
import type { SignedIn, AccountsService } from './accounts/accounts-service.ts'
import type { Logger } from './base/logger.ts'
import type { DocumentsService } from './documents/documents-service.ts'
import type { SavedCopies } from './documents/saved-copies.ts'
import type { FeedStore } from './feed/inbox/inbox-store.ts'
import type { TakenQueue } from './feed/queue/queue-source.ts'
import type { Subscription } from './feed/queue/subscription.ts'
import type { VerifyResult } from './saving/archive/verify-folder.ts'
import type { JobsService } from './saving/jobs-service.ts'
import type { PlanOptions, SetsPlanRequest, SavePlan } from './saving/plan/save-plan.ts'
import type { RunOptions } from './saving/transfer/run-job.ts'
import type { SeenSets } from './search/seen-sets.ts'
import type { Selection, SearchResult, SearchListeners, SearchProgress } from './search/selection.ts'

/** What a host gets from `createParcelDesk(ports)`: one object, every capability a group of it. */
export interface ParcelDesk {
  accounts: AccountsService
  /** A service as one user; cheap to make, nothing is sent until it is used. */
  connect(signedIn: SignedIn): ParcelSession
  jobs: JobsService
  /** The inbox of an environment, opened when it is first asked for. Fails with storage-failed. */
  feed(environment: Environment): FeedStore
  /** A queue to take messages from, not started yet, with sentences for a terminal. Fails with queue-forbidden. */
  subscribe(queue: TakenQueue): Subscription
  /** Compares a folder with its manifest. Fails with folder-gone, bad-usage (no manifest). */
  verify(folder: string, signal?: AbortSignal): Promise<VerifyResult>
  /**
   * Keeps other processes from saving with the data folder until it is released; this process saves on. Fails with locked,
   * storage-failed.
   */
  lockSaving(): { release(): void }
  /** Messages to show once: for instance a database that was set aside. */
  notices(): Problem[]
  /** The one log of the application, for its host too: it alone knows every secret that must be taken out. */
  readonly logger: Logger
  close(): Promise<void>
}

export interface SavePlanRequest extends PlanOptions {
  selection: Selection
}

export interface ParcelSession {
  readonly connection: Connection
  /** Asks the service for a token when there is none yet. Fails with sign-in-refused. */
  signIn(signal?: AbortSignal): Promise<void>
  counterparties(signal?: AbortSignal): Promise<Counterparty[]>
  /** The same, with what of the list could not be read. */
  customers(signal?: AbortSignal): Promise<{ counterparties: Counterparty[]; problems: Problem[] }>
  /** Fails with bad-usage when a customer's name fits none or several. */
  search(selection: Selection, watch?: SearchListeners, signal?: AbortSignal): Promise<SearchResult>
  /** What this installation knows of sets that it saw. */
  readonly sets: SeenSets
  /** Plans without saving: no job, no folder, no file. Fails with nothing-matched, folder-refused, path-too-long. */
  plan(request: SavePlanRequest, onProgress?: (p: SearchProgress) => void, signal?: AbortSignal): Promise<SavePlan>
  /** The same for sets that were found before. */
  planSets(request: SetsPlanRequest, onProgress?: (p: SearchProgress) => void, signal?: AbortSignal): Promise<SavePlan>
  /** Stores the plan as a job, for `resume` to carry out, and gives its id. Makes the folder. Takes the lock for that long. */
  store(plan: SavePlan, concurrency: number): string
  /** Stores the plan as a job and carries it out. Takes the lock of the data folder. */
  save(plan: SavePlan, options: RunOptions): Promise<SaveResult>
  resume(job: string, options: RunOptions): Promise<SaveResult>
  /** One document to one file that must not exist yet. */
  get(
    target: { setId: string; documentId: string; file: string; largestBytes?: number | undefined },
    signal?: AbortSignal,
  ): Promise<{ bytes: number; sha256: string }>
  /** Documents to look at; made when first asked for, and kept until `close`. */
  documents(): DocumentsService
  /** What was saved from this service, in whatever folder. */
  savedCopies(): SavedCopies
  close(): void
}

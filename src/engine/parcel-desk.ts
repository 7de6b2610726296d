import type { Selection } from '../shared/model/selection.ts'
import type { Connection, Environment } from '../shared/model/connection.ts'
import type { TestStep } from '../shared/contract/connections-contract.ts'
import type { SaveResult } from '../shared/model/job.ts'
import type { Problem } from '../shared/model/parcel-set.ts'
import type { SignedIn, AccountsService } from './accounts/accounts-service.ts'
import type { Logger } from './base/logger.ts'
import type { DocumentsService } from './documents/documents-service.ts'
import type { ListedCustomers } from './exchange/exchange-client.ts'
import type { CheckedPart, CollectorParts } from './feed/firm/check-collector.ts'
import type { FirmExchange, FirmPublisher, SetAside } from './feed/firm/firm-publisher.ts'
import type { QueueSource, SubscribeRequest } from './feed/queue/queue-source.ts'
import type { Subscription } from './feed/queue/subscription.ts'
import type { SavedCopies } from './saving/records/saved-copies.ts'
import type { PackResult } from '../shared/model/pack.ts'
import type { PackRequest } from './pack/make-pack.ts'
import type { PackEntry } from './pack/plan-pack.ts'
import type { PackRun } from './pack/pack-task.ts'
import type { PackTemplates } from './pack/pack-templates.ts'
import type { VerifyResult } from './saving/archive/verify-folder.ts'
import type { JobsService } from './saving/jobs-service.ts'
import type { PlanSummary } from './save-as-found.ts'
import type { PlanOptions, SetsPlanRequest, SavePlan } from './saving/plan/save-plan.ts'
import type { SignatureReader } from './signatures/signature-reader.ts'
import type { CrashRecords } from './support/crash-records.ts'
import type { SupportBundle, SupportSources } from './support/support-bundle.ts'
import type { RunOptions } from './saving/transfer/run-job.ts'
import type { OneFile, SavedFile } from './saving/transfer/save-one.ts'
import type { ResolvedCustomers } from './search/customers.ts'
import type { SeenSets } from './search/seen-sets.ts'
import type { SearchResult, SearchListeners, SearchProgress } from './search/selection.ts'
import type { AskedLimits } from './pace/paces.ts'
import type { PolicyPort } from './ports/policy.ts'
import type { Stores } from './stores.ts'
import type { Texts } from './texts/texts-service.ts'

/** The engine as a host sees it: one object, made by `createParcelDesk(ports)`. */
export interface ParcelDesk extends Pick<Stores, 'feed' | 'hasFeed' | 'worklists' | 'schedules'> {
  accounts: AccountsService
  /** A service as one user. Cheap to make; sends nothing until it is used. */
  connect(signedIn: SignedIn): ParcelSession
  jobs: JobsService
  /** The full text of the saved documents of an environment. */
  texts(environment: Environment): Texts
  /** Looks step by step whether a connection to the service works; stores nothing. Fails with interrupted. */
  testService(
    test: { signedIn: SignedIn; hasPassword: boolean },
    onSteps: (steps: TestStep[]) => void,
    signal?: AbortSignal,
  ): Promise<TestStep[]>
  /** The same for a queue, from which it takes no message. Fails with queue-forbidden, and as reading its password does. */
  testQueue(
    test: { source: QueueSource; isStream?: boolean; ownConsumers: number },
    onSteps: (steps: TestStep[]) => void,
    signal?: AbortSignal,
  ): Promise<TestStep[]>
  /** A subscription to a queue, not started yet, with messages for a terminal. Fails with queue-forbidden. */
  subscribe(queue: SubscribeRequest): Subscription
  /** Publishes to the firm’s broker; connects when it is first used. */
  firmPublisher(exchange: FirmExchange, setAside: SetAside): FirmPublisher
  /** Tries all that a firm’s collector needs, and takes no message. Fails with queue-forbidden, interrupted. */
  checkCollector(parts: CollectorParts, signal: AbortSignal): Promise<CheckedPart[]>
  /** Compares a folder with its manifest. Fails with folder-gone, bad-usage (no manifest). */
  verify(folder: string, signal?: AbortSignal): Promise<VerifyResult>
  /** The digital signatures in PDFs. */
  readonly signatures: SignatureReader
  /** The documents that were saved into a folder, for a pack. Fails with nothing-matched, storage-failed. */
  packFolder(folder: string): Promise<PackEntry[]>
  /** Makes a pack of saved documents; see `makePack`. Fails with set-by-organisation as well. */
  makePack(request: PackRequest, run?: PackRun): Promise<PackResult>
  /** The kept orders of packs. */
  readonly packTemplates: PackTemplates
  /**
   * Keeps other processes, though not this one, from saving with the data folder until it is released. Fails with locked,
   * storage-failed.
   */
  lockSaving(): { release(): void }
  /** How fast services may be called, and how long they are waited for, from now on; the policy may allow less. */
  limit(asked: AskedLimits): void
  /** What the organisation has set. */
  readonly policy: PolicyPort
  /** Tells messages to show once, such as a database that was set aside: those that there are, and each as it comes. */
  onNotice(listener: (notice: Problem) => void): void
  /** The application's only log, for its host too: it knows every secret to redact. */
  readonly logger: Logger
  /** The last errors that nobody caught. */
  readonly crashes: CrashRecords
  /** A zip for support; what of it cannot be collected says so itself. Fails with set-by-organisation. */
  supportBundle(host: SupportHost): Promise<SupportBundle>
  close(): Promise<void>
}

/** What a host adds to a bundle for support. */
export type SupportHost = Pick<SupportSources, 'versions'> & Partial<Pick<SupportSources, 'logDir' | 'feeds'>>

export interface SavePlanRequest extends PlanOptions {
  selection: Selection
}

export interface SaveFoundOptions extends RunOptions {
  onSearch?: ((progress: SearchProgress) => void) | undefined
  /** Called once all that will be saved is known. */
  onPlanned: (plan: PlanSummary) => void
}

export interface ParcelSession {
  readonly connection: Connection
  /** Requests a token unless there is one. Fails with sign-in-refused. */
  signIn(signal?: AbortSignal): Promise<void>
  /** The list of customers, with the rows of it that could not be read as problems. */
  customers(signal?: AbortSignal): Promise<ListedCustomers>
  /**
   * The customers requested by name or id, all if none is; from a list at most five minutes old, which ids need not be in, nor
   * this user may read (T34). Fails with bad-usage if a name matches none or several.
   */
  findCustomers(requested: readonly string[], signal?: AbortSignal): Promise<ResolvedCustomers>
  /** Fails with bad-usage if a customer's name matches none or several. */
  search(selection: Selection, listeners?: SearchListeners, signal?: AbortSignal): Promise<SearchResult>
  /** What this installation knows of the sets it has seen. */
  readonly sets: SeenSets
  /** Plans without saving: no job, no folder, no file. Fails with nothing-matched, folder-refused, path-too-long. */
  plan(request: SavePlanRequest, onProgress?: (p: SearchProgress) => void, signal?: AbortSignal): Promise<SavePlan>
  /** The same for sets found before. */
  planSets(request: SetsPlanRequest, onProgress?: (p: SearchProgress) => void, signal?: AbortSignal): Promise<SavePlan>
  /** Stores the plan as a job for `resume` and returns its id. Makes the folder. Takes the lock while it does. */
  store(plan: SavePlan, concurrency?: number): string
  /** Stores the plan as a job and runs it. Takes the lock of the data folder. */
  save(plan: SavePlan, options: RunOptions): Promise<SaveResult>
  /**
   * Searches, plans and saves; begins to save while it still searches, where names do not depend on what else is found.
   * Undefined where nothing that could be read has a document: then there is no job. Fails as `plan` and `save` do.
   */
  saveFound(request: SavePlanRequest, options: SaveFoundOptions): Promise<SaveResult | undefined>
  resume(job: string, options: RunOptions): Promise<SaveResult>
  /** Saves one document to a file that must not exist yet. */
  get(target: { setId: string; documentId: string } & OneFile, signal?: AbortSignal): Promise<SavedFile>
  /** The documents of sets that were seen, for a pack. Documents that no search listed are asked for (T4). Fails as `sets.loadDocuments` does. */
  packSets(request: { setIds: readonly string[]; status: string }, signal?: AbortSignal): Promise<PackEntry[]>
  /** Plans to save what of a pack is not saved, or not as it was; see `planSets`. */
  planForPack(
    entries: readonly PackEntry[],
    where: Pick<SetsPlanRequest, 'folder' | 'pattern' | 'status'>,
    signal?: AbortSignal,
  ): Promise<SavePlan>
  /** Documents for viewing; created on first use and kept until `close`. */
  documents(): DocumentsService
  /** What was saved from this service, in any folder. */
  savedCopies(): SavedCopies
  close(): void
}

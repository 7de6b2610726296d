import type { Connection, CredentialForm, Environment } from '../shared/model/connection.ts'
import type { DocumentFacts } from '../shared/model/document-facts.ts'
import type { Failure, Reader } from '../shared/errors/failure.ts'
import type {
  ConflictPolicy,
  JobDocument,
  JobPage,
  JobPageRequest,
  JobSummary,
  RuleOfJob,
  SaveProgress,
  SaveResult,
} from '../shared/model/job.ts'
import type { Counterparty, ParcelSet, Problem } from '../shared/model/parcel-set.ts'
import type { BrokerPasswords } from './accounts/broker-passwords.ts'
import type { DocumentsService } from './documents/documents-service.ts'
import type { SavedCopies } from './documents/saved-copies.ts'
import type { Lacking } from './exchange/search-reading.ts'
import type { FeedStore } from './feed/inbox/inbox-store.ts'
import type { TakenQueue } from './feed/queue/queue-source.ts'
import type { Subscription } from './feed/queue/subscription.ts'
import type { SeenSets } from './search/seen-sets.ts'
import type { Logger } from './base/logger.ts'

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

/** A connection with the means to its password. */
export interface SignedIn {
  connection: Connection
  password(): Promise<string>
}

export interface OneOffConnection {
  baseUrl: string
  username: string
  password: string
  credentialForm?: CredentialForm
  environment?: Environment
  caFile?: string
}

export interface NewProfile extends OneOffConnection {
  name: string
}

export interface AccountsService {
  profiles(): Connection[]
  /** Checks the password with the service once, then keeps profile and secret. Fails with sign-in-refused, keychain-unavailable. */
  signIn(profile: NewProfile, signal?: AbortSignal): Promise<Connection>
  /** Forgets profile and secret. Fails with bad-usage when there is no such profile. */
  signOut(name: string): Promise<Connection>
  /** The named profile, or the only one. Fails with bad-usage, no-credentials, keychain-unavailable, sign-in-refused (refused earlier). */
  useProfile(name: string | undefined): Promise<SignedIn>
  /** A connection for this run only: touches no keychain, saves nothing (command line, “one-off”). */
  useOnce(connection: OneOffConnection): SignedIn
  /** Remembers that the service refused a profile’s password, so that no later run tries it again (T31). */
  noteRefused(connection: Connection): void
  /** Reads an entry that is not there. Fails with keychain-unavailable. */
  checkKeychain(): Promise<void>
  readonly brokers: BrokerPasswords
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

export interface ReferenceAnswer {
  reference: string
  state: 'found' | 'several' | 'missing'
  sets: number
}

export interface SearchResult {
  total: number
  loaded: number
  lacking: Lacking
  complete: boolean
  /** Search calls sent. */
  requests: number
  references: ReferenceAnswer[]
  problems: Problem[]
  /** The sets in the order they came, read from the local index: there may be a hundred thousand. */
  sets(): Iterable<ParcelSet>
}

/** What a search tells while it runs. */
export interface SearchWatch {
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

export interface SavePlanRequest extends PlanOptions {
  selection: Selection
}

export interface PlanOptions {
  folder: string
  pattern: string
  docTypes: string[]
  conflict: ConflictPolicy
  isOnlyNew: boolean
}

/** Sets that were found before are planned without searching for them again. */
export interface SetsPlanRequest extends PlanOptions {
  /** Read twice: documents that the search did not list are asked for in between (T4). */
  sets: () => Iterable<ParcelSet>
  /** The status filter of the search that found them. */
  status: string
  /** False where that search was incomplete; then so is the plan. */
  isComplete: boolean
  problems: Problem[]
}

export interface RunOptions {
  concurrency?: number
  /** Default: 1 GB. A larger document is a failure of its own; the job goes on. */
  largestDocumentBytes?: number | undefined
  maxMinutes?: number
  onProgress?: (progress: SaveProgress) => void
  /** First signal: take up nothing new, store what is under way. */
  stop?: AbortSignal
  /** Second signal: drop what is under way. */
  abort?: AbortSignal
}

/**
 * What a plan does with a document: `save` where nothing has its name, `compare` and `replace` where something has;
 * `leave` and `unchanged` send nothing: what is there stays, by choice or because it was saved and has not changed since.
 */
export type PlanAction = 'save' | 'compare' | 'replace' | 'leave' | 'unchanged' | 'too-long'

/** What has a planned name already. */
export interface FileThere {
  bytes: number
  /** When it was last written, as the file system says. */
  writtenAt: string
  /** The service's date of the set when it was saved; null where it is not known. */
  modifiedDate: string | null
  /** False where the ledger does not know it as this document: a file of a stranger, say. */
  isKnown: boolean
}

export interface PlannedDocument extends JobDocument {
  /** `failed` for a path that is too long: it is not asked for. */
  state: 'pending' | 'skipped' | 'failed'
  action: PlanAction
  there: FileThere | null
  /** Below the folder, parts separated by “/”. */
  relativePath: string
  /** True where another document has, or may have, the plain name, so that this one’s carries part of its id. */
  isMarked: boolean
  facts: DocumentFacts
}

/** The same object that the dry run prints, the dialog shows and the engine carries out. */
export interface SavePlan {
  folder: string
  conflict: ConflictPolicy
  documents: PlannedDocument[]
  /** False when the search was incomplete or a set’s documents were not listed: then no save of it is complete. */
  isComplete: boolean
  /** Calls that carrying it out will take. */
  requests: number
  freeBytes: number | null
  /** About what the documents to fetch will take; the service tells no sizes, so it is judged by those saved before (T24). */
  likelyBytes: number
  problems: Problem[]
  /** How many documents of each type the sets have, whatever types were asked for. */
  docTypes: { docType: string; documents: number }[]
  /** The rule that asks for it, where one does. */
  rule?: RuleOfJob
}

export interface ParcelSession {
  readonly connection: Connection
  /** Asks the service for a token when there is none yet. Fails with sign-in-refused. */
  signIn(signal?: AbortSignal): Promise<void>
  counterparties(signal?: AbortSignal): Promise<Counterparty[]>
  /** The same, with what of the list could not be read. */
  customers(signal?: AbortSignal): Promise<{ counterparties: Counterparty[]; problems: Problem[] }>
  /** Fails with bad-usage when a customer's name fits none or several. */
  search(selection: Selection, watch?: SearchWatch, signal?: AbortSignal): Promise<SearchResult>
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

export interface JobsService {
  /** Newest first; failures in words for the reader, the terminal if none is named. */
  list(reader?: Reader): JobSummary[]
  find(job: string, reader?: Reader): JobSummary | undefined
  /** The newest job that can go on. */
  newestUnfinished(): JobSummary | undefined
  documents(job: string): Iterable<JobDocument>
  /** Some of the documents, in their order, for the desk. Fails with bad-usage where there is no such job. */
  page(job: string, request: JobPageRequest): JobPage
  /**
   * Gives a job up that nobody carries out; what was saved stays. It is cancelled when this returns; what resolves later is
   * the clearing up, which `isCleared` leaves out: a run that this process ended has done it. Fails with bad-usage where the
   * job is done already.
   */
  cancel(job: string, isCleared?: boolean): Promise<void>
  /** Writes down why a job did not get its turn. */
  noteStopped(job: string, failure: Failure): void
}

export interface VerifyResult {
  folder: string
  ok: number
  missing: string[]
  changed: string[]
  extra: string[]
  /** Recorded and there, but another program has them open, or this user may not read them. */
  unreadable: string[]
}

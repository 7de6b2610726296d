import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Output } from '../../shared/contract/contract.ts'
import { type Caller, deskCaller, type ShownFailure } from '../client/desk-client.ts'
import { JobDocuments } from './job-documents.ts'

export type VerifyResult = Output<'jobs.verify'>
type JobMethod = 'jobs.pause' | 'jobs.resume' | 'jobs.cancel'

export interface Verification {
  readonly jobId: string
  /** Undefined while the folder is compared. */
  readonly result: VerifyResult | undefined
  /** Why comparing or fetching again failed. */
  readonly failure: ShownFailure | null
  /** The user's choice for changed files; replacing is never the default. */
  readonly replaces: boolean
  /** The job that fetches missing and changed files is being started. */
  readonly isStarting: boolean
}

export interface DownloadsState {
  /** Undefined: the newest. */
  readonly selectedJobId: string | undefined
  /** The save that was begun in this window last, until it is dismissed. */
  readonly startedJobId: string | undefined
  /** The job on which a method is running. */
  readonly busy: { readonly jobId: string; readonly method: JobMethod } | undefined
  /** Why the last method on a job failed. */
  readonly failure: { readonly jobId: string; readonly failure: ShownFailure } | undefined
  readonly verification: Verification | undefined
  /** Jobs that were on the screen in Downloads: what is wrong with them is known. */
  readonly lookedAt: ReadonlySet<string>
}

export interface DownloadsActions {
  select(jobId: string): void
  /** A save was begun here. */
  noteStarted(jobId: string): void
  forgetStarted(): void
  /** The job is on the screen. */
  noteLook(jobId: string): void
  run(method: JobMethod, jobId: string): Promise<void>
  /** However long the system takes: the job’s other actions do not wait for it. */
  openFolder(jobId: string): Promise<void>
  /** Compares a job’s folder with its manifest. */
  verify(jobId: string): Promise<void>
  /** Starts a job that fetches what the comparison found missing or changed, and shows that job. */
  fetchAgain(concurrency: number): Promise<void>
  /** Chooses whether fetching again replaces changed files. */
  setReplaces(replaces: boolean): void
  closeVerification(): void
  setFailure(jobId: string, thrown: unknown): void
}

export interface DownloadsStore extends StoreApi<DownloadsState> {
  readonly actions: DownloadsActions
  readonly documents: JobDocuments
}

/** The state of the Downloads place; the jobs themselves are in the desk’s store. */
export function createDownloadsStore(caller: Caller): DownloadsStore {
  const store = createStore<DownloadsState>(() => ({
    selectedJobId: undefined,
    startedJobId: undefined,
    busy: undefined,
    failure: undefined,
    verification: undefined,
    lookedAt: new Set(),
  }))
  const setFailure = (jobId: string, thrown: unknown): void => {
    store.setState({ failure: { jobId, failure: caller.failureIn(thrown) } })
  }
  const actions: DownloadsActions = {
    select: (selectedJobId) => store.setState({ selectedJobId, failure: undefined }),
    noteStarted: (jobId) => store.setState({ startedJobId: jobId, selectedJobId: jobId, failure: undefined }),
    forgetStarted: () => store.setState({ startedJobId: undefined }),
    noteLook: (jobId) => {
      const { lookedAt } = store.getState()
      if (!lookedAt.has(jobId)) store.setState({ lookedAt: new Set([...lookedAt, jobId]) })
    },
    run: async (method, jobId) => {
      store.setState({ busy: { jobId, method }, failure: undefined })
      try {
        await caller.call(method, { jobId })
      } catch (thrown) {
        setFailure(jobId, thrown)
      }
      store.setState({ busy: undefined })
    },
    openFolder: async (jobId) => {
      store.setState({ failure: undefined })
      await caller.call('jobs.openFolder', { jobId }).catch((thrown: unknown) => setFailure(jobId, thrown))
    },
    verify: (jobId) => verify(store, caller, jobId),
    setReplaces: (replaces) => {
      const { verification } = store.getState()
      if (verification !== undefined) store.setState({ verification: { ...verification, replaces } })
    },
    fetchAgain: (concurrency) => fetchAgain(store, caller, concurrency),
    closeVerification: () => store.setState({ verification: undefined }),
    setFailure,
  }
  return { ...store, actions, documents: new JobDocuments(caller) }
}

async function verify(store: StoreApi<DownloadsState>, caller: Caller, jobId: string): Promise<void> {
  const started: Verification = { jobId, result: undefined, failure: null, replaces: false, isStarting: false }
  store.setState({ verification: started })
  const ended: Verification = await caller.call('jobs.verify', { jobId }).then(
    (result) => ({ ...started, result }),
    (thrown: unknown) => ({ ...started, failure: caller.failureIn(thrown) }),
  )
  // Unless it was closed meanwhile.
  if (store.getState().verification === started) store.setState({ verification: ended })
}

async function fetchAgain(store: StoreApi<DownloadsState>, caller: Caller, concurrency: number): Promise<void> {
  const { verification } = store.getState()
  // A second press is ignored: two jobs would fetch the same documents twice.
  if (verification === undefined || verification.isStarting) return
  const starting: Verification = { ...verification, failure: null, isStarting: true }
  store.setState({ verification: starting })
  try {
    const { jobId: verified, replaces } = verification
    const { jobId } = await caller.call('jobs.fetchAgain', { jobId: verified, concurrency, replaces })
    store.setState({ selectedJobId: jobId, failure: undefined })
    if (store.getState().verification === starting) store.setState({ verification: undefined })
  } catch (thrown) {
    if (store.getState().verification !== starting) return
    store.setState({ verification: { ...verification, failure: caller.failureIn(thrown), isStarting: false } })
  }
}

/** One for the life of the page, so that the place is found again as it was left. */
export const downloadsStore = createDownloadsStore(deskCaller)

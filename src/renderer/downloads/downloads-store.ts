import { call, failureIn, type Caller, type ShownFailure } from '../client/desk-client.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Output } from '../../shared/contract/contract.ts'
import { JobDocuments } from './job-documents.ts'

export type VerifyResult = Output<'jobs.verify'>
type JobMethod = 'jobs.pause' | 'jobs.resume' | 'jobs.cancel' | 'jobs.openFolder'

export interface Verification {
  readonly jobId: string
  /** Undefined while the folder is compared. */
  readonly result: VerifyResult | undefined
  /** Why the folder could not be compared, or nothing could be fetched again. */
  readonly failure: ShownFailure | null
  /** What is missing or changed is being made a job of. */
  readonly isStarting: boolean
}

export interface DownloadsState {
  /** Undefined: the newest. */
  readonly selectedJobId: string | undefined
  /** The job that something is being asked of, and what. */
  readonly busy: { readonly jobId: string; readonly method: JobMethod } | undefined
  /** Why the last thing that was asked of a job could not be done. */
  readonly failure: { readonly jobId: string; readonly failure: ShownFailure } | undefined
  readonly verification: Verification | undefined
}

export interface DownloadsActions {
  select(jobId: string): void
  ask(method: JobMethod, jobId: string): Promise<void>
  /** Compares the folder of a job with its manifest. */
  verify(jobId: string): Promise<void>
  /** Makes a job of what the comparison found missing or changed, and shows that job. */
  fetchAgain(concurrency: number): Promise<void>
  closeVerification(): void
  noteFailure(jobId: string, thrown: unknown): void
}

export interface DownloadsStore extends StoreApi<DownloadsState> {
  readonly actions: DownloadsActions
  readonly documents: JobDocuments
}

/** What the Downloads place looks at; the jobs themselves are in the desk's store. */
export function createDownloadsStore(caller: Caller): DownloadsStore {
  const store = createStore<DownloadsState>(() => ({
    selectedJobId: undefined,
    busy: undefined,
    failure: undefined,
    verification: undefined,
  }))
  const noteFailure = (jobId: string, thrown: unknown): void => {
    store.setState({ failure: { jobId, failure: caller.failureIn(thrown) } })
  }
  const actions: DownloadsActions = {
    select: (selectedJobId) => store.setState({ selectedJobId, failure: undefined }),
    ask: async (method, jobId) => {
      store.setState({ busy: { jobId, method }, failure: undefined })
      try {
        await caller.call(method, { jobId })
      } catch (thrown) {
        noteFailure(jobId, thrown)
      }
      store.setState({ busy: undefined })
    },
    verify: (jobId) => verify({ store, caller }, jobId),
    fetchAgain: (concurrency) => fetchAgain({ store, caller }, concurrency),
    closeVerification: () => store.setState({ verification: undefined }),
    noteFailure,
  }
  return { ...store, actions, documents: new JobDocuments(caller) }
}

interface Parts {
  readonly store: StoreApi<DownloadsState>
  readonly caller: Caller
}

async function verify({ store, caller }: Parts, jobId: string): Promise<void> {
  const started: Verification = { jobId, result: undefined, failure: null, isStarting: false }
  store.setState({ verification: started })
  const ended: Verification = await caller.call('jobs.verify', { jobId }).then(
    (result) => ({ ...started, result }),
    (thrown: unknown) => ({ ...started, failure: caller.failureIn(thrown) }),
  )
  // Closed meanwhile: nobody waits for it any more.
  if (store.getState().verification === started) store.setState({ verification: ended })
}

async function fetchAgain({ store, caller }: Parts, concurrency: number): Promise<void> {
  const { verification } = store.getState()
  // Pressed twice is asked for once: the same documents in two jobs would be fetched twice.
  if (verification === undefined || verification.isStarting) return
  const asked: Verification = { ...verification, failure: null, isStarting: true }
  store.setState({ verification: asked })
  try {
    const { jobId } = await caller.call('jobs.fetchAgain', { jobId: verification.jobId, concurrency })
    store.setState({ selectedJobId: jobId, failure: undefined })
    if (store.getState().verification === asked) store.setState({ verification: undefined })
  } catch (thrown) {
    if (store.getState().verification !== asked) return
    store.setState({ verification: { ...verification, failure: caller.failureIn(thrown), isStarting: false } })
  }
}

/** One for the life of the page, so that the place is found again as it was left. */
export const downloadsStore = createDownloadsStore({ call, failureIn })

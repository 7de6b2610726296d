import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Output } from '../../shared/contract/contract.ts'
import type { Caller, ShownFailure } from '../saving/caller.ts'
import { JobDocuments } from './job-documents.ts'

export type VerifyResult = Output<'jobs.verify'>
type JobMethod = 'jobs.pause' | 'jobs.resume' | 'jobs.cancel' | 'jobs.openFolder'

export interface Verification {
  readonly jobId: string
  /** Undefined while the folder is compared. */
  readonly result: VerifyResult | undefined
  readonly failure: ShownFailure | null
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
    closeVerification: () => store.setState({ verification: undefined }),
    noteFailure,
  }
  return { ...store, actions, documents: new JobDocuments(caller) }
}

async function verify(
  { store, caller }: { readonly store: StoreApi<DownloadsState>; readonly caller: Caller },
  jobId: string,
): Promise<void> {
  const started: Verification = { jobId, result: undefined, failure: null }
  store.setState({ verification: started })
  const ended: Verification = await caller.call('jobs.verify', { jobId }).then(
    (result) => ({ ...started, result }),
    (thrown: unknown) => ({ ...started, failure: caller.failureIn(thrown) }),
  )
  // Closed meanwhile: nobody waits for it any more.
  if (store.getState().verification === started) store.setState({ verification: ended })
}

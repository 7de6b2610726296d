import { createStore, type StoreApi } from 'zustand/vanilla'
import { ignoring } from '../../../shared/errors/ignoring.ts'
import type { Output } from '../../../shared/contract/contract.ts'
import { type Caller, deskCaller, type ShownFailure } from '../../client/desk-client.ts'

export type UndoPreview = Output<'jobs.previewUndo'>
export type UndoResult = Output<'jobs.undo'>

/** One undo, from the question to what became of each file. */
export interface Undo {
  readonly jobId: string
  readonly step: 'asking' | 'removing' | 'ended'
  /** Undefined until it is known what would be removed. */
  readonly preview: UndoPreview | undefined
  /** Set when it has ended without a failure. */
  readonly result: UndoResult | undefined
  readonly failure: ShownFailure | null
}

export interface UndoStore extends StoreApi<{ readonly undo: Undo | undefined }> {
  readonly actions: {
    /** Opens the question. */
    ask(jobId: string): Promise<void>
    confirm(): Promise<void>
    /** Closes the dialog; while files are being removed it stops that, and the dialog tells what was removed. */
    close(): void
  }
}

export function createUndoStore(caller: Caller): UndoStore {
  const store = createStore<{ readonly undo: Undo | undefined }>(() => ({ undo: undefined }))
  /** Unless it was closed meanwhile. */
  const change = (undo: Undo, changed: Partial<Undo>): Undo => {
    const next = { ...undo, ...changed }
    if (store.getState().undo === undo) store.setState({ undo: next })
    return next
  }
  const attempt = async (undo: Undo, work: () => Promise<Partial<Undo>>): Promise<void> => {
    try {
      change(undo, await work())
    } catch (thrown) {
      change(undo, { step: 'ended', failure: caller.failureIn(thrown) })
    }
  }
  return {
    ...store,
    actions: {
      ask: async (jobId) => {
        const undo: Undo = { jobId, step: 'asking', preview: undefined, result: undefined, failure: null }
        store.setState({ undo })
        await attempt(undo, async () => ({ preview: await caller.call('jobs.previewUndo', { jobId }) }))
      },
      confirm: async () => {
        const { undo } = store.getState()
        // A second press is ignored.
        if (undo?.step !== 'asking' || undo.preview === undefined) return
        const removing = change(undo, { step: 'removing' })
        const { jobId } = undo
        await attempt(removing, async () => ({ step: 'ended', result: await caller.call('jobs.undo', { jobId }) }))
      },
      close: () => {
        const { undo } = store.getState()
        if (undo?.step !== 'removing') {
          store.setState({ undo: undefined })
          return
        }
        caller.call('jobs.stopUndo', { jobId: undo.jobId }).catch(ignoring('what was to be stopped has ended'))
      },
    },
  }
}

export const undoStore = createUndoStore(deskCaller)

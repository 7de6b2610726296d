import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSetStore, earlierShown, type SetView } from '../../../../src/renderer/set/set-store.ts'
import { parcelSet } from '../../../support/parcel-sets.ts'
import { scriptedCaller } from '../scripted-caller.ts'

function sampleStore(answers: Parameters<typeof scriptedCaller>[0] = {}) {
  const caller = scriptedCaller(answers)
  const toasts: string[] = []
  const toast = ({ text }: { text: string }): void => void toasts.push(text)
  const store = createSetStore({ caller, sessionId: () => 'session', toast })
  return { caller, store, toasts }
}

/** A set as the pane reads it; null where its documents are not listed. */
function viewOf(parcelRef: string, documentIds: readonly string[] | null): SetView {
  const counts = { documents: documentIds?.length ?? null, savedDocuments: 0, changedDocuments: 0 }
  const documents = documentIds?.map((documentId) => ({ documentId, name: null, docType: null, saved: [] })) ?? null
  return { row: { ...parcelSet({ parcelRef }), ...counts }, received: '{}', documents, timeline: [] }
}

describe('the set store', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('reads only the set that the keyboard stays on', async () => {
    const { caller, store } = sampleStore()
    store.actions.show('search', 'set-1')
    store.actions.show('search', 'set-2')
    await vi.advanceTimersByTimeAsync(200)
    expect(caller.inputsOf('sets.read')).toEqual([{ sessionId: 'session', setId: 'set-2' }])
  })

  it('compares a document with its earlier version until another document is shown, or one beside it', () => {
    const { store } = sampleStore()
    const version = { documentId: 'a', sha256: 'f00', savedAt: '2026-03-01T08:00:00Z' }
    store.actions.showDocument('search', 'a')
    store.actions.compare('search', version)
    expect(earlierShown(store.getState().search)).toBe(version)
    store.actions.showDocument('search', 'b')
    expect(earlierShown(store.getState().search)).toBeNull()
    store.actions.showDocument('search', 'a')
    store.actions.showBeside('search', 'b')
    expect(earlierShown(store.getState().search)).toBeNull()
  })

  it('keeps the failure with the place whose set could not be read', async () => {
    const { store } = sampleStore()
    store.actions.show('inbox', 'set-1')
    await vi.advanceTimersByTimeAsync(200)
    expect(store.getState().inbox.failure).toMatchObject({ message: 'no answer to sets.read' })
    expect(store.getState().search.failure).toBeNull()
  })

  it('keeps what was asked of one set from the set that is shown by then', async () => {
    const late = Promise.withResolvers<{ outcome: 'listed' }>()
    const { store } = sampleStore({
      'sets.read': ({ setId }) => viewOf(setId, null),
      'sets.loadDocuments': ({ setId }) =>
        setId === 'set-1' ? late.promise : Promise.withResolvers<{ outcome: 'listed' }>().promise,
    })
    store.actions.show('search', 'set-1')
    const asked = store.actions.loadDocuments('search')
    store.actions.show('search', 'set-2')
    void store.actions.loadDocuments('search')
    late.reject(new Error('The service does not answer.'))
    await asked
    expect(store.getState().search).toMatchObject({ setId: 'set-2', failure: null, isLoadingDocuments: true })
  })

  it('names the set that has no documents, whichever is shown when the service says so', async () => {
    const { store, toasts } = sampleStore({
      'sets.read': ({ setId }) => viewOf(setId, null),
      'sets.loadDocuments': () => ({ outcome: 'none' }),
    })
    store.actions.show('search', 'PR-1')
    await vi.advanceTimersByTimeAsync(200)
    const asked = store.actions.loadDocuments('search')
    store.actions.show('search', 'PR-2')
    await asked
    expect(toasts).toEqual(['The service says that PR-1 has no documents.'])
  })

  it('leaves a document for the first one, once the set has it no more', async () => {
    let documents = ['draft', 'packing list']
    const { store } = sampleStore({ 'sets.read': ({ setId }) => viewOf(setId, documents) })
    store.actions.show('inbox', 'set-1')
    await vi.advanceTimersByTimeAsync(200)
    store.actions.showBeside('inbox', 'packing list')
    documents = ['original', 'packing list']
    await store.actions.read('inbox')
    expect(store.getState().inbox).toMatchObject({ documentId: 'original', besideId: 'packing list' })
    documents = ['original']
    await store.actions.read('inbox')
    expect(store.getState().inbox).toMatchObject({ documentId: 'original', besideId: null })
  })
})

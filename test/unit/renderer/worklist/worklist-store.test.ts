import { describe, expect, it } from 'vitest'
import type { ToastContent } from '../../../../src/renderer/ui/feedback/toast-queue.ts'
import { createWorklistStore, type WorklistStore } from '../../../../src/renderer/worklist/worklist-store.ts'
import { scriptedCaller, type ScriptedCaller } from '../scripted-caller.ts'

interface Sample {
  readonly store: WorklistStore
  readonly caller: ScriptedCaller
  readonly toasts: ToastContent[]
}

function sampleStore(): Sample {
  const caller = scriptedCaller({
    'search.readReferences': ({ text }) => ({ lines: text.split('\n'), references: [] }),
    'search.start': () => ({ searchId: 's1' }),
    'search.close': () => ({}),
    'search.lines': () => ({ lines: [] }),
  })
  const toasts: ToastContent[] = []
  const storage = { getItem: () => null, setItem: () => undefined }
  const store = createWorklistStore({
    caller,
    sessionId: () => 'session',
    knownCustomers: () => [],
    toast: (content) => void toasts.push(content),
    storage: () => storage,
  })
  return { store, caller, toasts }
}

describe('the worklist store', () => {
  it('looks each reference up once, and keeps the lines as pasted for the export', async () => {
    const { store, caller } = sampleStore()
    await store.actions.importText('SHP-1\n\nSHP-1\nSHP-2')
    expect(store.getState().lines).toEqual(['SHP-1', '', 'SHP-1', 'SHP-2'])
    expect(caller.inputsOf('search.start')).toMatchObject([{ selection: { shipmentRefs: ['SHP-1', 'SHP-2'] } }])
  })

  it('offers the replaced list back, because a paste anywhere on the screen replaces it', async () => {
    const { store, toasts } = sampleStore()
    await store.actions.importText('SHP-1')
    await store.actions.importText('SHP-2')
    expect(toasts.map(({ text }) => text)).toEqual(['List of 1 reference replaced'])
    toasts[0]?.undo?.()
    expect(store.getState().references).toEqual(['SHP-1'])
  })

  it('looks nothing up among all customers while a customer name is unfinished', async () => {
    const { store, caller } = sampleStore()
    store.actions.setTypedCustomer('auro')
    await store.actions.importText('SHP-1')
    expect(caller.calls).toEqual([])
    expect(store.getState().customerError).toContain('auro')
  })
})

import { describe, expect, it } from 'vitest'
import type { ToastContent } from '../../../../../src/renderer/ui/feedback/toast-queue.ts'
import type { Worklist } from '../../../../../src/renderer/worklist/store/worklist-state.ts'
import { createWorklistStore, type WorklistStore } from '../../../../../src/renderer/worklist/store/worklist-store.ts'
import type { WorklistLine } from '../../../../../src/shared/words/worklist-words.ts'
import { scriptedCaller, type ScriptedCaller } from '../../scripted-caller.ts'
import { sampleLine, sampleWorklist } from '../sample-lines.ts'

interface Sample {
  readonly store: WorklistStore
  readonly caller: ScriptedCaller
  readonly toasts: ToastContent[]
  readonly stored: Map<string, string>
  /** From now on, in these words. */
  refuseEdits(words: string): void
}

const LINES = [
  sampleLine(0),
  sampleLine(1, { state: 'several', setIds: ['a', 'b', 'c'], documents: 6 }),
  sampleLine(2, { state: 'missing', setIds: [], documents: 0 }),
]

function sampleStore(lists: Worklist[] = [], lines: WorklistLine[] = LINES): Sample {
  const made = sampleWorklist({ worklistId: 'made', name: 'SHP-0 and 2 more' })
  let refusal: string | undefined
  const caller = scriptedCaller({
    'worklists.list': () => ({ worklists: lists }),
    'worklists.create': () => ({ worklist: made, note: null }),
    'worklists.open': ({ worklistId }) => lists.find((list) => list.worklistId === worklistId) ?? made,
    'worklists.lines': ({ slice }) => ({ lines: lines.slice(slice.from, slice.from + slice.count) }),
    'worklists.edit': ({ revision }) => {
      if (refusal !== undefined) throw new Error(refusal)
      return { worklist: sampleWorklist({ revision: revision + 1 }), note: null }
    },
    'worklists.remove': () => ({}),
    'sets.rows': () => ({ rows: [] }),
  })
  const [toasts, stored]: [ToastContent[], Map<string, string>] = [[], new Map()]
  const store = createWorklistStore({
    caller,
    sessionId: () => 'session',
    knownCustomers: () => [],
    toast: (content) => void toasts.push(content),
    storage: () => ({
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    }),
    layout: () => undefined,
  })
  return { store, caller, toasts, stored, refuseEdits: (words) => (refusal = words) }
}

async function openStore(lines?: WorklistLine[]): Promise<Sample> {
  const sample = sampleStore([sampleWorklist()], lines)
  await sample.store.actions.enterSession()
  await sample.store.actions.look()
  await expect.poll(() => rowsOf(sample.store)).not.toEqual([])
  return sample
}

function rowsOf({ getState }: WorklistStore): string[] {
  return getState()
    .grid.actions.shownRows()
    .map((row) => (row.kind === 'line' ? row.line.reference : row.setId))
}

describe('the worklist store', () => {
  it('opens the list that was open last when the screen is looked at, not before', async () => {
    const { store, caller } = sampleStore([sampleWorklist(), sampleWorklist({ worklistId: 'older' })])
    await store.actions.enterSession()
    expect(caller.inputsOf('worklists.open')).toEqual([])
    await store.actions.look()
    expect(caller.inputsOf('worklists.open')).toEqual([{ sessionId: 'session', worklistId: 'list-1' }])
  })

  it('stays at a new list over a reload, and at the one that this window showed', async () => {
    const { store, caller, stored } = sampleStore([sampleWorklist(), sampleWorklist({ worklistId: 'older' })])
    stored.set('worklist', 'new')
    await store.actions.look()
    expect(store.getState().shownId).toBeNull()
    stored.set('worklist', 'older')
    await store.actions.look()
    expect(caller.inputsOf('worklists.open')).toMatchObject([{ worklistId: 'older' }])
  })

  it('has a row for every line, and opens one with several sets into them', async () => {
    const { store } = await openStore()
    expect(rowsOf(store)).toEqual(['SHP-0', 'SHP-1', 'SHP-2'])
    await store.actions.toggleAllLines()
    expect(rowsOf(store)).toEqual(['SHP-0', 'SHP-1', 'a', 'b', 'c', 'SHP-2'])
  })

  it('keeps the sets below their line whatever the list is sorted by', async () => {
    const { store } = await openStore()
    await store.actions.toggleAllLines()
    store.getState().grid.actions.sortBy('reference', false)
    store.getState().grid.actions.sortBy('reference', false)
    expect(rowsOf(store)).toEqual(['SHP-2', 'SHP-1', 'a', 'b', 'c', 'SHP-0'])
  })

  it('saves exactly what is ticked, on lines and on sets, also after the line is closed again', async () => {
    const { store } = await openStore()
    const { grid } = store.getState()
    const chosen = (): readonly string[] => store.actions.setsToSave('chosen').setIds.toSorted()
    grid.actions.toggleRow('2')
    expect(chosen()).toEqual([])
    grid.actions.toggleRow('2')

    grid.actions.toggleRow('1')
    await store.actions.toggleAllLines()
    grid.actions.toggleRow('1 b')
    expect(chosen()).toEqual(['a', 'c'])
    await store.actions.toggleAllLines()
    expect(chosen()).toEqual(['a', 'c'])
    await store.actions.toggleAllLines()
    grid.actions.toggleRow('0')
    expect(chosen()).toEqual(['a', 'c', 'set-0'])
  })

  it('saves the current line without ticks, that of an open menu alone, and all that is shown when asked to', async () => {
    const { store } = await openStore()
    const { grid } = store.getState()
    const all = { setIds: ['set-0', 'a', 'b', 'c'], documents: 8 }
    expect(store.actions.setsToSave('chosen').setIds).toEqual([])
    expect(store.actions.setsToSave('all')).toMatchObject(all)
    grid.actions.setFocus({ rowId: '1', columnId: 'reference' })
    expect(store.actions.setsToSave('chosen').setIds).toEqual(['a', 'b', 'c'])
    await store.actions.toggleAllLines()
    grid.actions.toggleRow('1 b')
    await store.actions.toggleAllLines()
    expect(store.actions.setsToSave('chosen').setIds).toEqual(['b'])
    grid.actions.pointAt('0')
    expect(store.actions.setsToSave('chosen').setIds).toEqual(['set-0'])
    expect(store.actions.setsToSave('all')).toMatchObject(all)
  })

  it('counts the reference of a ticked set also after its line is closed, and takes no other line for chosen', async () => {
    const { store } = await openStore()
    const { grid } = store.getState()
    const chosen = (): string[] => store.actions.chosenRows().map(({ line }) => line.reference)
    await store.actions.toggleAllLines()
    grid.actions.toggleRow('1 b')
    await store.actions.toggleAllLines()
    grid.actions.setFocus({ rowId: '0', columnId: 'reference' })
    expect(chosen()).toEqual(['SHP-1'])
    grid.actions.toggleRow('0')
    expect(chosen()).toEqual(['SHP-0', 'SHP-1'])
    expect(store.actions.setsToSave('chosen').worklist.references).toBe(2)
  })

  it('offers the way back after a paste, because it may have been meant for another window', async () => {
    const { store, caller, toasts } = await openStore()
    await store.actions.create({ kind: 'text', text: 'SHP-9' })
    expect(store.getState().shownId).toBe('made')
    toasts[0]?.undo?.()
    await expect.poll(() => store.getState().shownId).toBe('list-1')
    expect(caller.inputsOf('worklists.remove')).toMatchObject([{ worklistId: 'made' }])
  })

  it('names the revision that it edits, and reads the list again', async () => {
    const { store, caller } = await openStore()
    await store.actions.rename('Tuesday')
    expect(caller.inputsOf('worklists.edit')).toMatchObject([
      { revision: 1, edit: { kind: 'rename', name: 'Tuesday' } },
    ])
    expect(caller.inputsOf('worklists.list')).toHaveLength(2)
  })

  it('brings removed lines back', async () => {
    const { store, caller, toasts } = await openStore()
    store.getState().grid.actions.toggleRow('2')
    await store.actions.removeChosen()
    expect(toasts.at(-1)?.text).toBe('1 line removed')
    toasts.at(-1)?.undo?.()
    await expect
      .poll(() => caller.inputsOf('worklists.edit'))
      .toMatchObject([
        { edit: { kind: 'remove-lines', lineIds: [2] } },
        { edit: { kind: 'restore-lines', lineIds: [2] } },
      ])
  })

  it('puts a line that comes back where it was, not below the others', async () => {
    const lines = [...LINES]
    const { store, toasts } = await openStore(lines)
    store.getState().grid.actions.toggleRow('1')
    const removed = lines.splice(1, 1)
    await store.actions.removeChosen()
    await expect.poll(() => rowsOf(store)).toEqual(['SHP-0', 'SHP-2'])
    lines.splice(1, 0, ...removed)
    toasts.at(-1)?.undo?.()
    await expect.poll(() => rowsOf(store)).toEqual(['SHP-0', 'SHP-1', 'SHP-2'])
  })

  it('tells that no lines were removed where that was refused, and why', async () => {
    const { store, refuseEdits, toasts } = await openStore()
    refuseEdits('This worklist was edited in another window meanwhile.')
    store.getState().grid.actions.toggleRow('2')
    await store.actions.removeChosen()
    expect(toasts).toEqual([])
    expect(store.getState().failure?.message).toBe('This worklist was edited in another window meanwhile.')
  })

  it('tells whether lines were added, so that a refused paste can be mended', async () => {
    const { store, refuseEdits } = await openStore()
    expect(await store.actions.addLines({ kind: 'text', text: 'SHP-3' })).toBe(true)
    refuseEdits('Line 1 of what was pasted is not closed.')
    expect(await store.actions.addLines({ kind: 'text', text: '"SHP-4' })).toBe(false)
  })

  it('looks nothing up among all customers while a customer name is unfinished', async () => {
    const { store, caller } = sampleStore()
    store.actions.setTypedCustomer('auro')
    await store.actions.create({ kind: 'text', text: 'SHP-1' })
    expect(caller.calls).toEqual([])
    expect(store.getState().customerError).toContain('auro')
  })

  it('refuses a dropped file of 50 MB before it reads it', async () => {
    const { store, caller } = sampleStore()
    const file = new File([], 'march.xlsx')
    Object.defineProperty(file, 'size', { value: 50_000_000 })
    await store.actions.createFromFile(file)
    expect(store.getState().failure?.message).toBe('march.xlsx is too large: it has 50 MB, and a list may have 10 MB.')
    expect(caller.calls).toEqual([])
  })
})

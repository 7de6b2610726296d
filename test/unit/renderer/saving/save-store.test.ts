import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlannedDocument } from '../../../../src/renderer/saving/store/plan-tree.ts'
import { createSaveStore, type SaveStore } from '../../../../src/renderer/saving/store/save-store.ts'
import type { Output } from '../../../../src/shared/contract/contract.ts'
import { DEFAULT_SIZES } from '../../../../src/shared/model/size-limits.ts'
import { scriptedCaller, type ScriptedCaller } from '../scripted-caller.ts'
import { samplePlan } from './sample-plan.ts'

const folder = { folderId: 'folder', path: '/archive', isThere: true, hasManifest: false }
const archive = { folderId: 'archive', path: '/saved before', isThere: true, hasManifest: true }
const gone = { folderId: 'gone', path: '/stick', isThere: false, hasManifest: false }

type Answers = Parameters<typeof scriptedCaller>[0]

function dialog(answers: Answers = {}): { store: SaveStore; caller: ScriptedCaller } {
  const caller = scriptedCaller({
    'saving.folders': () => ({ folders: [gone, folder] }),
    'saving.tokens': () => ({ tokens: [] }),
    'saving.example': ({ pattern }) => ({ examples: [pattern], failure: null }),
    'saving.plan': ({ pattern }) => samplePlan({ planId: `plan of ${pattern}` }),
    'saving.planned': ({ slice }) => ({ documents: slice.from === 0 ? [planned('a.pdf'), planned('b.pdf')] : [] }),
    'saving.discardPlan': () => ({}),
    'saving.start': () => ({ jobId: 'job' }),
    'settings.change': () => settings,
    ...answers,
  })
  const first = { pattern: '{name}', conflict: 'keep-both', concurrency: 4 } as const
  const task = { caller, sessionId: 'session', searchId: 'search', setIds: null, sampleSetIds: ['set'], first }
  return { store: createSaveStore(task), caller }
}

const settings: Output<'settings.change'> = {
  appearance: 'system',
  region: 'system',
  dates: 'name',
  density: 'usual',
  textSize: 100,
  singleKeys: true,
  indexesTexts: true,
  concurrency: 4,
  bandwidth: '',
  callsPerMinute: null,
  pattern: '',
  patterns: [],
  conflict: 'keep-both',
  closesToTray: false,
  startsAtLogin: false,
  updates: 'notify',
  ...DEFAULT_SIZES,
}
const planned = (relativePath: string): PlannedDocument => ({
  setId: 's',
  documentId: relativePath,
  relativePath,
  state: 'pending',
  isCollision: false,
  action: 'save',
  there: null,
  modifiedDate: null,
})

/** Until the typing pause is over and all calls have been answered. */
const pause = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1_000)

describe('the save dialog', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('plans at once with the last used folder that exists', async () => {
    const { store, caller } = dialog()
    store.actions.open()
    await pause()
    expect(store.getState().form.folderId).toBe('folder')
    expect(store.getState().planning).toMatchObject({ state: 'planned', documents: [{}, {}] })
    expect(caller.inputsOf('saving.plan')).toHaveLength(1)
  })

  it('plans nothing without a folder, because the application never chooses one', async () => {
    const { store, caller } = dialog({ 'saving.folders': () => ({ folders: [gone] }) })
    store.actions.open()
    await pause()
    expect(store.getState().planning.state).toBe('idle')
    expect(caller.inputsOf('saving.plan')).toEqual([])
  })

  it('plans once per typed word, and discards the previous plan', async () => {
    const { store, caller } = dialog()
    store.actions.open()
    await pause()
    for (const pattern of ['{nam', '{name', '{name}x']) store.actions.change({ pattern })
    await pause()
    expect(caller.inputsOf('saving.plan')).toHaveLength(2)
    expect(caller.inputsOf('saving.discardPlan')).toEqual([{ planId: 'plan of {name}' }])
    expect(store.getState().example.texts).toEqual(['{name}x'])
  })

  it('saves only what is new where documents were saved before, unless the user decided otherwise', async () => {
    const { store } = dialog({ 'saving.folders': () => ({ folders: [archive, folder] }) })
    store.actions.open()
    await pause()
    expect(store.getState().form).toMatchObject({ folderId: 'archive', isOnlyNew: true })
    store.actions.change({ folderId: 'folder' })
    expect(store.getState().form.isOnlyNew).toBe(false)
    store.actions.change({ folderId: 'archive' })
    store.actions.change({ isOnlyNew: false })
    store.actions.change({ folderId: 'folder' })
    store.actions.change({ folderId: 'archive' })
    expect(store.getState().form.isOnlyNew).toBe(false)
  })

  it('says itself that a pattern is too long, and plans nothing with it', async () => {
    const { store, caller } = dialog()
    store.actions.open()
    await pause()
    store.actions.change({ pattern: 'x'.repeat(2_000) })
    await pause()
    expect(store.getState().example.failure?.message).toBe('The name pattern has 2,000 characters; 1,000 are allowed.')
    expect(store.getState().planning.state).toBe('idle')
    expect(caller.inputsOf('saving.plan')).toHaveLength(1)
  })

  it('does not plan again for settings that do not affect the plan', async () => {
    const { store, caller } = dialog()
    store.actions.open()
    await pause()
    store.actions.change({ concurrency: 16 })
    await pause()
    expect(caller.inputsOf('saving.plan')).toHaveLength(1)
  })

  it('discards a plan that arrives after the form has changed', async () => {
    const slow = Promise.withResolvers<ReturnType<typeof samplePlan>>()
    const { store, caller } = dialog({
      'saving.plan': ({ isOnlyNew }) => (isOnlyNew ? samplePlan({ planId: 'new' }) : slow.promise),
    })
    store.actions.open()
    await pause()
    store.actions.change({ isOnlyNew: true })
    await pause()
    slow.resolve(samplePlan({ planId: 'old' }))
    await pause()
    expect(store.getState().planning).toMatchObject({ state: 'planned', summary: { planId: 'new' } })
    expect(caller.inputsOf('saving.discardPlan')).toEqual([{ planId: 'old' }])
  })

  it('stops planning in the main process when the form changes or the dialog closes, and only then', async () => {
    const { store, caller } = dialog({
      'saving.cancelPlanning': () => ({}),
      'saving.plan': () => Promise.withResolvers<ReturnType<typeof samplePlan>>().promise,
    })
    const stopped = (): number => caller.inputsOf('saving.cancelPlanning').length
    store.actions.open()
    await pause()
    expect(stopped()).toBe(0)
    store.actions.change({ isOnlyNew: true })
    expect(stopped()).toBe(1)
    await pause()
    store.actions.close()
    expect(stopped()).toBe(2)
    store.actions.close()
    expect(stopped()).toBe(2)
  })

  it('can cancel planning and plan again', async () => {
    const { store } = dialog()
    store.actions.open()
    await vi.advanceTimersByTimeAsync(0)
    store.actions.cancelPlanning()
    await pause()
    expect(store.getState().planning.state).toBe('cancelled')
    store.actions.plan()
    await pause()
    expect(store.getState().planning.state).toBe('planned')
  })

  it('shows the failure if planning fails', async () => {
    const { store } = dialog({ 'saving.plan': () => Promise.reject(new Error('The folder is gone.')) })
    store.actions.open()
    await pause()
    expect(store.getState().planning).toMatchObject({ state: 'failed', failure: { message: 'The folder is gone.' } })
  })

  it('reads a large plan slice by slice until it has every document', async () => {
    const slices: number[] = []
    const { store } = dialog({
      'saving.plan': () => samplePlan({ documents: 4_500 }),
      'saving.planned': ({ slice: { from, count } }) => {
        slices.push(from)
        return {
          documents: Array.from({ length: Math.min(count, 4_500 - from) }, (_, at) => planned(`${from + at}.pdf`)),
        }
      },
    })
    store.actions.open()
    await pause()
    expect(slices).toEqual([0, 2_000, 4_000])
    const { planning } = store.getState()
    expect(planning.state === 'planned' ? planning.documents.length : 0).toBe(4_500)
  })

  it('makes the plan a job and remembers pattern and concurrency, but never replacing files', async () => {
    const { store, caller } = dialog()
    store.actions.open()
    await pause()
    store.actions.change({ conflict: 'replace', concurrency: 8 })
    await pause()
    expect(await store.actions.start(true)).toBe('job')
    store.actions.close()
    expect(caller.inputsOf('saving.start')).toEqual([{ planId: 'plan of {name}', concurrency: 8 }])
    expect(caller.inputsOf('settings.change')).toEqual([{ pattern: '{name}', concurrency: 8 }])
    // The one before “replace”; the one that became a job is no longer the page's to discard.
    expect(caller.inputsOf('saving.discardPlan')).toHaveLength(1)
  })

  it('never replaces files on Enter, only with the button that says so', async () => {
    const { store, caller } = dialog()
    store.actions.open()
    await pause()
    store.actions.change({ conflict: 'replace' })
    await pause()
    expect(await store.actions.start(false)).toBeUndefined()
    expect(caller.inputsOf('saving.start')).toEqual([])
  })

  it('stays open with the reason if the job cannot be started', async () => {
    const { store } = dialog({ 'saving.start': () => Promise.reject(new Error('Another program saves.')) })
    store.actions.open()
    await pause()
    expect(await store.actions.start(false)).toBeUndefined()
    expect(store.getState()).toMatchObject({ isStarting: false, failure: { message: 'Another program saves.' } })
  })

  it('leaves no plan behind when it is closed', async () => {
    const { store, caller } = dialog()
    store.actions.open()
    await pause()
    store.actions.close()
    expect(caller.inputsOf('saving.discardPlan')).toEqual([{ planId: 'plan of {name}' }])
    expect(caller.inputsOf('saving.cancelPlanning')).toEqual([])
  })

  it('uses the folder just chosen, and keeps the previous one if the dialog of the system is cancelled', async () => {
    const answers = [{ folderId: 'new', path: '/new', isThere: true, hasManifest: false }, null]
    const { store } = dialog({ 'saving.chooseFolder': () => answers.shift() ?? null })
    store.actions.open()
    await pause()
    await store.actions.chooseFolder()
    await store.actions.chooseFolder()
    expect(store.getState().form.folderId).toBe('new')
    expect(store.getState().folders?.map(({ folderId }) => folderId)).toEqual(['new', 'gone', 'folder'])
  })

  it('stores a pattern under its name, replacing the one that had it', async () => {
    const { store, caller } = dialog()
    await store.actions.namePattern('Bank', [
      { name: 'Bank', pattern: 'old' },
      { name: 'Own', pattern: 'own' },
    ])
    expect(caller.inputsOf('settings.change')).toEqual([
      {
        patterns: [
          { name: 'Own', pattern: 'own' },
          { name: 'Bank', pattern: '{name}' },
        ],
      },
    ])
  })
})

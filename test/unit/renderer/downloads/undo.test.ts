import { describe, expect, it } from 'vitest'
import {
  createUndoStore,
  type UndoPreview,
  type UndoResult,
} from '../../../../src/renderer/downloads/undo/undo-store.ts'
import {
  keptLists,
  previewSentence,
  removeLabel,
  stayingLines,
  undoSentence,
} from '../../../../src/renderer/downloads/undo/undo-words.ts'
import { scriptedCaller } from '../scripted-caller.ts'

const kept = { changed: 0, replaced: 0, found: 0, later: 0, unknown: 0, held: 0 }
const preview: UndoPreview = { folder: '/archive', files: 7, bytes: 2_000_000, kept }
const result: UndoResult = { folder: '/archive', removed: 7, vanished: 0, kept: [], isComplete: true, problems: [] }

describe('undoing a save', () => {
  it('asks first, and removes once however often the button is pressed', async () => {
    const caller = scriptedCaller({ 'jobs.previewUndo': () => preview, 'jobs.undo': () => result })
    const store = createUndoStore(caller)
    await store.actions.ask('job')
    expect(store.getState().undo).toMatchObject({ step: 'asking', preview })
    await Promise.all([store.actions.confirm(), store.actions.confirm()])
    expect(caller.inputsOf('jobs.undo')).toEqual([{ jobId: 'job' }])
    expect(store.getState().undo).toMatchObject({ step: 'ended', result })
    store.actions.close()
    expect(store.getState().undo).toBeUndefined()
  })

  it('removes nothing before it is known what that would be', async () => {
    const never = Promise.withResolvers<UndoPreview>()
    const caller = scriptedCaller({ 'jobs.previewUndo': () => never.promise })
    const store = createUndoStore(caller)
    void store.actions.ask('job')
    await store.actions.confirm()
    expect(caller.inputsOf('jobs.undo')).toEqual([])
  })

  it('is stopped by closing, and then tells what was removed', async () => {
    const removing = Promise.withResolvers<UndoResult>()
    const caller = scriptedCaller({
      'jobs.previewUndo': () => preview,
      'jobs.undo': () => removing.promise,
      'jobs.stopUndo': () => ({}),
    })
    const store = createUndoStore(caller)
    await store.actions.ask('job')
    const ended = store.actions.confirm()
    store.actions.close()
    expect(caller.inputsOf('jobs.stopUndo')).toEqual([{ jobId: 'job' }])
    removing.resolve({ ...result, removed: 3, isComplete: false })
    await ended
    expect(store.getState().undo).toMatchObject({ step: 'ended', result: { removed: 3 } })
  })

  it('says why it failed', async () => {
    const caller = scriptedCaller({
      'jobs.previewUndo': () => preview,
      'jobs.undo': () => Promise.reject(new Error('gone')),
    })
    const store = createUndoStore(caller)
    await store.actions.ask('job')
    await store.actions.confirm()
    expect(store.getState().undo).toMatchObject({ step: 'ended', result: undefined, failure: {} })
  })
})

describe('the words of undoing', () => {
  it('say what will be removed and what stays', () => {
    expect(removeLabel(preview)).toBe('Remove 7 files')
    expect(previewSentence(preview)).toBe(
      '7 files that this save wrote (2.0 MB) will be removed. A file that was changed since stays.',
    )
    expect(stayingLines({ ...preview, kept: { ...kept, replaced: 2, found: 1 } })).toEqual([
      '2 files stay. These files took the place of others, which cannot be brought back.',
      '1 file stays. These files were in the folder before this save.',
    ])
    expect(previewSentence({ ...preview, files: 0 })).toBe('Nothing of this save is left to remove.')
    expect(previewSentence({ ...preview, files: 0, kept: { ...kept, later: 1 } })).toBe(
      'No file of this save can be removed.',
    )
  })

  it('say what became of the files', () => {
    expect(undoSentence(result)).toBe('7 files removed.')
    const mixed: UndoResult = {
      ...result,
      removed: 1,
      vanished: 2,
      kept: [
        { path: 'b', reason: 'found' },
        { path: 'a', reason: 'changed' },
      ],
      isComplete: false,
    }
    expect(undoSentence(mixed)).toBe('Stopped: 1 file removed, 2 no longer there, 2 kept.')
    expect(keptLists(mixed).map(({ id, paths }) => [id, paths])).toEqual([
      ['changed', ['a']],
      ['found', ['b']],
    ])
  })
})

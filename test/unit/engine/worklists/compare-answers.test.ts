import { describe, expect, it } from 'vitest'
import { compareAnswers, type KeptSet } from '../../../../src/engine/worklists/compare-answers.ts'

const set = (change: Partial<KeptSet> = {}): KeptSet => ({
  setId: 'a',
  parcelRef: 'PR-1',
  status: 'ISSUED',
  signature: '1 of 3',
  documents: 2,
  ...change,
})

describe('compareAnswers', () => {
  it('tells what became of a set: its state, its signatures, its documents', () => {
    const now = [set({ status: 'TITLE_HELD', signature: '3 of 3', documents: 3 })]
    expect(compareAnswers({ before: [set()], now, isComplete: true })).toEqual([
      { kind: 'state', parcelRef: 'PR-1', before: 'ISSUED', after: 'TITLE_HELD' },
      { kind: 'signature', parcelRef: 'PR-1', before: '1 of 3', after: '3 of 3' },
      { kind: 'documents', parcelRef: 'PR-1', before: '2', after: '3' },
    ])
  })

  it('tells what was found newly and what is gone, unless the answer was cut short', () => {
    const other = set({ setId: 'b', parcelRef: 'PR-2' })
    const added = { kind: 'added', parcelRef: 'PR-2', before: null, after: 'ISSUED' }
    const gone = { kind: 'gone', parcelRef: 'PR-1', before: 'ISSUED', after: null }
    expect(compareAnswers({ before: [set()], now: [other], isComplete: true })).toEqual([added, gone])
    expect(compareAnswers({ before: [set()], now: [other], isComplete: false })).toEqual([added])
  })

  it('calls nothing a change that was not told, is spelled differently, or has nothing to compare with', () => {
    const before = [set({ documents: null, signature: null })]
    expect(compareAnswers({ before, now: [set({ status: 'issued' })], isComplete: true })).toEqual([])
    expect(
      compareAnswers({ before: [set()], now: [set({ status: null, documents: null })], isComplete: true }),
    ).toEqual([])
    expect(compareAnswers({ before: null, now: [set()], isComplete: true })).toEqual([])
  })
})

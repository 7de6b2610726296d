import { describe, expect, it } from 'vitest'
import { planCosts, planSentence, saveLabel, selectionLine } from '../../../../src/renderer/saving/plan-words.ts'
import { samplePlan } from './sample-plan.ts'

describe('the button of the save dialog', () => {
  it('counts what will be fetched, without what is there already', () => {
    expect(saveLabel(samplePlan({ documents: 1_240, skipped: 40 }), 'keep-both')).toBe('Save 1,200 documents')
    expect(saveLabel(samplePlan({ documents: 1 }), 'skip')).toBe('Save 1 document')
  })

  it('says that files are replaced, where they are', () => {
    expect(saveLabel(samplePlan({ documents: 74 }), 'replace')).toBe('Save 74 documents and replace files')
  })

  it('promises no number before there is a plan, and nothing where there is nothing to do', () => {
    expect(saveLabel(undefined, 'keep-both')).toBe('Save documents')
    expect(saveLabel(samplePlan({ documents: 3, skipped: 3 }), 'keep-both')).toBe('Nothing to save')
  })
})

describe('the words of a plan', () => {
  it('says that the number of documents is unknown rather than guess it (T4)', () => {
    expect(selectionLine({ sets: 37, documents: null })).toBe(
      '37 parcel sets; the number of documents is not known yet',
    )
    expect(selectionLine({ sets: 1, documents: 2 })).toBe('1 parcel set, 2 documents')
  })

  it('is one sentence, with what is there already where anything is', () => {
    expect(planSentence(samplePlan({ documents: 74, folders: 12 }))).toBe('74 documents in 12 folders.')
    expect(planSentence(samplePlan({ documents: 74, folders: 1, skipped: 4 }))).toBe(
      '74 documents in 1 folder, 4 of them already there.',
    )
  })

  it('says that the free space is unknown where the system does not tell it', () => {
    expect(planCosts(samplePlan({ freeBytes: null }))).toContainEqual({
      name: 'Free space in the folder',
      value: 'unknown',
    })
  })
})

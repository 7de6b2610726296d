import { describe, expect, it } from 'vitest'
import {
  planSentence,
  replacedText,
  saveLabel,
  selectionLine,
} from '../../../../src/renderer/saving/plan/plan-words.ts'
import type { PlannedDocument } from '../../../../src/renderer/saving/store/plan-tree.ts'
import { samplePlan } from './sample-plan.ts'

const NONE = { save: 0, compare: 0, replace: 0, leave: 0, unchanged: 0, 'too-long': 0 }
const PLANNED: PlannedDocument = {
  setId: 's',
  documentId: 'd',
  relativePath: 'a.pdf',
  state: 'pending',
  action: 'replace',
  there: null,
  modifiedDate: null,
  isCollision: false,
}

describe('the button of the save dialog', () => {
  it('counts what will be fetched, without existing files', () => {
    expect(saveLabel(samplePlan({ documents: 1_240, skipped: 40 }))).toBe('Save 1,200 documents')
    expect(saveLabel(samplePlan({ documents: 1 }))).toBe('Save 1 document')
    expect(saveLabel(samplePlan({ documents: 5, actions: { ...NONE, save: 3, 'too-long': 2 } }))).toBe(
      'Save 3 documents',
    )
  })

  it('says when files will be replaced', () => {
    const actions = { ...NONE, save: 71, replace: 3 }
    expect(saveLabel(samplePlan({ documents: 74, actions }))).toBe('Save 74 documents and replace 3 files')
  })

  it('promises no number before there is a plan, and nothing if there is nothing to do', () => {
    expect(saveLabel(undefined)).toBe('Save documents')
    expect(saveLabel(samplePlan({ documents: 3, skipped: 3 }))).toBe('Nothing to save')
  })
})

describe('the words of a plan', () => {
  it('says that the number of documents is unknown instead of guessing it (T4)', () => {
    expect(selectionLine({ sets: 37, documents: null })).toBe('37 parcel sets; number of documents not known yet')
    expect(selectionLine({ sets: 1, documents: 2 })).toBe('1 parcel set, 2 documents')
  })

  it('says for every choice what happens to existing files', () => {
    const said = (actions: Partial<typeof NONE>): string =>
      planSentence(samplePlan({ documents: 2_480, folders: 1, actions: { ...NONE, ...actions } }))
    expect(said({ save: 2_480 })).toMatch(/^2,480 documents in 1 folder; .* free there\.$/)
    expect(said({ 'too-long': 1 })).toContain('1 cannot be saved because the path would be too long')
    expect(said({ compare: 2_480 })).toContain('2,480 are already here: their contents will be compared')
    expect(said({ leave: 2_480 })).toContain('2,480 are already here and will be left, not fetched.')
    expect(said({ save: 2_479, replace: 1 })).toContain('1 is already here and will be replaced.')
    expect(said({ unchanged: 4 })).toContain('4 are already here, unchanged, and will not be fetched.')
  })

  it('gives size and date of a file that would be replaced, and the date of the new one', () => {
    const there = {
      bytes: 5_000,
      writtenAt: '2026-11-01T10:00:00.000Z',
      modifiedDate: '1 November 2026',
      isKnown: true,
    }
    const document = { ...PLANNED, there, modifiedDate: '2 November 2026' }
    expect(replacedText(document)).toBe('5.0 kB of 1 November 2026 → 2 November 2026')
    expect(replacedText({ ...document, there: { ...there, modifiedDate: null } })).toMatch(/^5\.0 kB of 01 Nov 2026/)
  })

  it('counts equal names, and says so if the system does not report the free space', () => {
    const sentence = planSentence(samplePlan({ documents: 7, folders: 2, collisions: 2, freeBytes: null }))
    expect(sentence).toBe(
      '7 documents in 2 folders; 2 names would be equal, so that an id is added; unknown space free there.',
    )
  })
})

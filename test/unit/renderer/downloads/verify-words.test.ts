import { describe, expect, it } from 'vitest'
import {
  differences,
  fetchLabel,
  verifyAdvice,
  verifySentence,
} from '../../../../src/renderer/downloads/job/VerifyDialog.tsx'

const same = {
  folder: '/archive',
  ok: 480,
  missing: [],
  changed: [],
  extra: [],
  unreadable: [],
  remarked: [],
  fetchable: 0,
  restorable: 0,
  replaceable: 0,
}

describe('the result of verifying a folder', () => {
  it('is good if everything is there, whatever else the folder holds', () => {
    expect(verifySentence({ ...same, extra: ['note.txt'] })).toBe('All 480 saved files are there and unchanged.')
    expect(differences({ ...same, extra: ['note.txt'] }).map(({ id }) => id)).toEqual(['extra'])
  })

  it('counts missing and changed files, the worst first', () => {
    const bad = { ...same, missing: ['a', 'b'], changed: ['c'] }
    expect(verifySentence(bad)).toBe('2 files missing, 1 file changed; 480 as saved.')
    expect(differences(bad).map(({ id }) => id)).toEqual(['missing', 'changed'])
  })

  it('never calls a folder unchanged if one of its files could not be read', () => {
    const held = { ...same, unreadable: ['a'] }
    expect(verifySentence(held)).toBe('1 file not readable; 480 as saved.')
    expect(differences(held).map(({ id }) => id)).toEqual(['unreadable'])
  })

  it('names on the button what is fetched, and what that replaces', () => {
    const bad = { ...same, fetchable: 2, restorable: 1, replaceable: 2 }
    expect(fetchLabel(bad, false)).toBe('Fetch 2 again')
    expect(fetchLabel(bad, true)).toBe('Fetch 3 again and replace 2 files')
  })

  it('says which files can be fetched again, and which cannot', () => {
    const bad = {
      ...same,
      missing: ['a'],
      changed: ['b', 'c'],
      unreadable: ['d'],
      fetchable: 2,
      restorable: 1,
      replaceable: 1,
    }
    expect(verifyAdvice(bad)).toMatch(/^2 documents can be fetched again\. 1 file cannot/)
    expect(verifyAdvice({ ...bad, fetchable: 3, replaceable: 2 })).not.toContain('cannot')
    expect(verifyAdvice({ ...bad, replaceable: 2 })).toContain(
      'For 1 changed file, the saved document is already beside it',
    )
    expect(verifyAdvice({ ...same, unreadable: ['d'] })).toBe('Close the unreadable files, then verify again.')
  })
})

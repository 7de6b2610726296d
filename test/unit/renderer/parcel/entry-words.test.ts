import { describe, expect, it } from 'vitest'
import { inverse, markWords, toggled } from '../../../../src/renderer/inbox/store/inbox-marks.ts'
import {
  customerText,
  differsInState,
  kindOf,
  actorText,
  entrySentence,
  sentenceText,
} from '../../../../src/renderer/parcel/entry-words.ts'
import { shortMoment } from '../../../../src/renderer/ui/base/words.ts'
import { sampleEntry } from '../inbox/sample-entry.ts'

describe('the words of an entry', () => {
  it('name the customer or, without a name, the id', () => {
    expect(customerText(sampleEntry({ entryId: 1 }))).toBe('Aurora Grain AG')
    expect(customerText(sampleEntry({ entryId: 1, customerName: null }))).toBe('customer (id aurora)')
    expect(customerText(sampleEntry({ entryId: 1, customerName: null, customerId: null }))).toBeNull()
  })

  it('name person and company, and nobody if neither was sent', () => {
    expect(actorText({ actor: 'Maria', actorCompany: 'Bank' })).toBe('Maria (Bank)')
    expect(actorText({ actor: 'p.okafor@bank.example', actorCompany: 'Bank' })).toBe('p.okafor (Bank)')
    expect(actorText({ actor: 'p.okafor@bank.example', actorCompany: null })).toBe('p.okafor@bank.example')
    expect(actorText({ actor: null, actorCompany: 'Bank' })).toBe('Bank')
    expect(actorText({ actor: null, actorCompany: ' ' })).toBeNull()
  })

  it('never call what a check found a message', () => {
    expect(kindOf(sampleEntry({ entryId: 1, source: 'check' }))).toBe('check')
    expect(kindOf(sampleEntry({ entryId: 1, isReadable: false }))).toBe('unreadable')
  })

  it.each([
    ['Signed', 'p.okafor (Harbour Line) signed PR-1'],
    ['DRAFTED', 'p.okafor (Harbour Line) drafted PR-1'],
    ['issued', 'p.okafor (Harbour Line) issued PR-1'],
    ['TITLE_HELD', 'p.okafor (Harbour Line) marked PR-1 as title held'],
    ['TRANSFER_DRAFTED', 'p.okafor (Harbour Line) drafted the transfer of PR-1'],
    ['SHARED_PARCEL', 'p.okafor (Harbour Line) set PR-1 to “SHARED_PARCEL”'],
  ])('tell “%s” as a sentence, by the state and not by the action (T13)', (newStatus, sentence) => {
    const acting = { actor: 'p.okafor', actorCompany: 'Harbour Line', action: 'ISSUE' }
    expect(sentenceText(sampleEntry({ entryId: 1, newStatus, ...acting }))).toBe(sentence)
  })

  it.each([
    ['a person alone', { actor: 'Maria', actorCompany: null }, 'Maria signed PR-1'],
    ['a company alone', { actor: ' ', actorCompany: 'Bank' }, 'Bank signed PR-1'],
    ['nobody', { actor: null, actorCompany: null }, 'PR-1 was signed'],
    ['no parcel', { parcelReference: null, actor: 'Maria', actorCompany: null }, 'Maria signed a parcel of SHP-1'],
    [
      'neither reference',
      { parcelReference: null, shipmentRef: null, actor: 'M', actorCompany: null },
      'M signed a parcel',
    ],
    ['a check', { source: 'check', actor: null, actorCompany: null, newStatus: 'odd' }, 'PR-1 is now “odd”'],
    ['what could not be read', { isReadable: false }, 'A message that could not be read'],
  ] as const)('leave out of the sentence what was not sent, with %s (T14)', (_what, more, sentence) => {
    expect(sentenceText(sampleEntry({ entryId: 1, ...more }))).toBe(sentence)
  })

  it('name what comes from outside, so that it can be isolated in a sentence', () => {
    const parts = entrySentence(sampleEntry({ entryId: 1, parcelReference: 'אב' }))
    expect(parts.map(({ kind }) => kind)).toEqual(['actor', 'words', 'parcel'])
  })

  it('treat two spellings of one state as no change', () => {
    expect(differsInState('title held', 'TITLE_HELD')).toBe(false)
    expect(differsInState('DRAFTED', 'Signed')).toBe(true)
    expect(differsInState(null, 'Signed')).toBe(false)
  })
})

describe('the words of a mark', () => {
  it('say what was done to how many', () => {
    expect(markWords(1, { isDone: true })).toBe('1 entry done')
    expect(markWords(1_200, { isRead: false })).toBe('1,200 entries marked as unread')
  })

  it('are undone by the opposite of what was changed and nothing else', () => {
    expect(inverse({ isDone: true })).toEqual({ isDone: false })
  })

  it('mark all unless all are marked already', () => {
    const [flagged, plain] = [sampleEntry({ entryId: 1, isFlagged: true }), sampleEntry({ entryId: 2 })]
    expect(toggled([flagged, plain], 'isFlagged')).toEqual({ isFlagged: true })
    expect(toggled([flagged], 'isFlagged')).toEqual({ isFlagged: false })
  })
})

describe('a moment in the list', () => {
  const now = new Date(2026, 2, 3, 18, 0)

  it('is a time today, a day with a time this year, and a day before that', () => {
    expect(shortMoment(new Date(2026, 2, 3, 14, 5).toISOString(), now)).toBe('14:05')
    expect(shortMoment(new Date(2026, 1, 28, 9, 0).toISOString(), now)).toBe('28 Feb 09:00')
    expect(shortMoment(new Date(2025, 11, 31, 9, 0).toISOString(), now)).toBe('31 Dec 2025')
  })
})

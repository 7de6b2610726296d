import { describe, expect, it } from 'vitest'
import { inverse, markWords, toggled } from '../../../../src/renderer/inbox/store/inbox-marks.ts'
import { customerText, isNew, differsInState, kindOf, actorText } from '../../../../src/renderer/parcel/entry-words.ts'
import { shortMoment } from '../../../../src/renderer/ui/base/words.ts'
import { sampleEntry } from '../inbox/sample-entry.ts'

describe('the words of an entry', () => {
  it('name the customer or, without a name, the id', () => {
    expect(customerText(sampleEntry({ entryId: 1 }))).toBe('Aurora Grain AG')
    expect(customerText(sampleEntry({ entryId: 1, customerName: null }))).toBe('customer (id aurora)')
    expect(customerText(sampleEntry({ entryId: 1, customerName: null, customerId: null }))).toBeNull()
  })

  it('name the actor without repeating the company, and nobody if the actor is unknown', () => {
    expect(actorText({ actor: 'Maria', actorCompany: 'Bank' })).toBe('Maria · Bank')
    expect(actorText({ actor: 'Maria', actorCompany: 'Aurora' }, 'Aurora')).toBe('Maria')
    expect(actorText({ actor: null, actorCompany: ' ' })).toBeNull()
  })

  it('never call what a check found a message', () => {
    expect(kindOf(sampleEntry({ entryId: 1, source: 'check' }))).toBe('check')
    expect(kindOf(sampleEntry({ entryId: 1, isReadable: false }))).toBe('unreadable')
  })

  it('call an entry new until it is read, and never an older one', () => {
    expect(isNew({ entryId: 7, isRead: false }, 7)).toBe(true)
    expect(isNew({ entryId: 7, isRead: true }, 7)).toBe(false)
    expect(isNew({ entryId: 6, isRead: false }, 7)).toBe(false)
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

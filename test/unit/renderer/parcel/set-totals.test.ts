import { describe, expect, it } from 'vitest'
import { totalsOf } from '../../../../src/renderer/parcel/set-totals.ts'

describe('totalsOf', () => {
  it.each([
    { sets: [], says: '' },
    { sets: [{ documents: 1, quantity: null }], says: ' · 1 document' },
    {
      sets: [
        { documents: 2, quantity: '1250.5 MT' },
        { documents: 3, quantity: '30 MT' },
        { documents: 0, quantity: null },
      ],
      says: ' · 5 documents · 1,280.5 MT (1 not counted)',
    },
    {
      sets: [
        { documents: 2, quantity: '30 MT' },
        { documents: null, quantity: '4 KG' },
      ],
      says: ' · documents not all listed · 30 MT + 4 KG',
    },
  ])('says “$says”', ({ sets, says }) => {
    expect(totalsOf(sets)).toBe(says)
  })
})

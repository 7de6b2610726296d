import { describe, expect, it } from 'vitest'
import { subjectIn, subjectOf } from '../../../../../src/engine/saving/records/job-rows.ts'
import type { DocumentFacts } from '../../../../../src/shared/model/parcel-set.ts'

function document(setId: string, facts: Partial<DocumentFacts> = {}): { setId: string; facts: DocumentFacts } {
  const unknown = { customerId: null, customerName: null, parcelRef: null, shipmentRef: null }
  return { setId, facts: { ...unknown, status: null, modifiedDate: null, name: null, docType: null, ...facts } }
}

describe('what a job saves, in names', () => {
  it('is the only parcel with its customer', () => {
    const facts = { customerId: 'c', customerName: 'Aurora', parcelRef: ' ', shipmentRef: 'SHP-1' }
    expect(subjectOf([document('one', facts), document('one', facts)], null)).toEqual({
      customers: ['Aurora'],
      customerCount: 1,
      sets: 1,
      parcel: 'SHP-1',
      worklist: null,
    })
  })

  it('is a number of sets, with the first customers, each once, named or not', () => {
    const documents = ['a', 'b', 'c', 'd', 'a'].map((name, at) =>
      document(`set ${at}`, { customerId: name, customerName: name === 'b' ? null : name, parcelRef: 'PR-1' }),
    )
    expect(subjectOf(documents, { name: 'Monday', references: 7 })).toEqual({
      customers: ['a', 'c', 'd'],
      customerCount: 4,
      sets: 5,
      parcel: null,
      worklist: { name: 'Monday', references: 7 },
    })
  })

  it('is unknown where what is stored cannot be read', () => {
    const unknown = { customers: [], customerCount: 0, sets: 0, parcel: null, worklist: null }
    expect(['', '{', '{"customers":1}', '7'].map(subjectIn)).toEqual(Array.from({ length: 4 }, () => unknown))
  })
})

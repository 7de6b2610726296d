import { describe, expect, it } from 'vitest'
import type { StoredAnswer } from '../../../../../src/engine/worklists/answer-store.ts'
import { keepSet } from '../../../../../src/engine/worklists/compare-answers.ts'
import { describeLines, type WorklistLine } from '../../../../../src/main/desk/worklists/describe-lines.ts'
import type { SavedState } from '../../../../../src/engine/saving/records/ledger.ts'
import type { ParcelSet } from '../../../../../src/shared/model/parcel-set.ts'
import { parcelSet } from '../../../../support/parcel-sets.ts'

const documents = ['invoice', 'bill'].map((documentId) => ({ documentId, name: null, docType: null }))
const sets: ParcelSet[] = [
  parcelSet({ setId: 'a', documents }),
  parcelSet({ setId: 'b', documents }),
  parcelSet({ setId: 'c', documents: undefined }),
]
const seenAt = '2026-03-05T09:00:00.000Z'
const asNow: SavedState = { status: 'signed', modifiedDate: null, seenAt }
const asEarlier: SavedState = { status: 'drafted', modifiedDate: null, seenAt }

/** A line for each of these references, whose sets are those with these ids. */
function linesOf(found: Readonly<Record<string, readonly string[]>>): WorklistLine[] {
  const answers = Object.entries(found).map(([reference, setIds]): [string, StoredAnswer] => {
    const kept = sets.filter(({ setId }) => setIds.includes(setId)).map(keepSet)
    return [
      reference,
      { reference, answeredAt: seenAt, isComplete: true, sets: kept, setsBefore: null, day: '2026-03-05' },
    ]
  })
  const saved = new Map([
    ['a', new Map(documents.map(({ documentId }) => [documentId, asEarlier]))],
    ['b', new Map([['invoice', asNow]])],
    ['c', new Map([['invoice', asEarlier]])],
  ])
  const lines = Object.keys(found).map((reference, lineId) => ({ lineId, reference, cells: [reference] }))
  return describeLines(lines, {
    sets: {
      seen: {
        read: (setIds) => [...setIds].flatMap((id) => sets.find(({ setId }) => setId === id) ?? []),
        savedDocuments: () => saved,
      },
      states: () => ({ knownState: () => undefined }),
    },
    worklist: { checkedAt: null },
    open: undefined,
    answers: new Map(answers),
    today: '2026-03-05',
  })
}

describe('the documents of a line', () => {
  it('are those of all its sets: how many there are, are saved, and were saved before their set changed', () => {
    expect(linesOf({ one: ['a'], other: ['b'], both: ['a', 'b'], none: [] })).toMatchObject([
      { documents: 2, savedDocuments: 2, changedDocuments: 2 },
      { documents: 2, savedDocuments: 1, changedDocuments: 0 },
      { documents: 4, savedDocuments: 3, changedDocuments: 2 },
      { documents: 0, savedDocuments: 0, changedDocuments: 0 },
    ])
  })

  it('are not counted while one set has not listed them (T4); what was saved of it still is', () => {
    expect(linesOf({ several: ['b', 'c'] })).toMatchObject([
      { documents: null, savedDocuments: 2, changedDocuments: 1 },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import type { SetRow } from '../../../../../src/renderer/set/set-columns.ts'
import { worklistColumns } from '../../../../../src/renderer/worklist/store/worklist-columns.ts'
import type { WorklistRow } from '../../../../../src/renderer/worklist/store/worklist-rows.ts'
import { parcelSet } from '../../../../support/parcel-sets.ts'
import { sampleLine, sampleWorklist } from '../sample-lines.ts'

const onDisk = worklistColumns(sampleWorklist(), () => undefined).find(({ id }) => id === 'saved')

describe('the column “On this disk”', () => {
  it.each([
    { documents: 0, savedDocuments: 0, changedDocuments: 0, says: null },
    { documents: null, savedDocuments: 0, changedDocuments: 0, says: null },
    { documents: 2, savedDocuments: 0, changedDocuments: 0, says: 'No' },
    { documents: 2, savedDocuments: 1, changedDocuments: 0, says: 'In part' },
    { documents: null, savedDocuments: 2, changedDocuments: 0, says: 'In part' },
    { documents: 2, savedDocuments: 2, changedDocuments: 0, says: 'Yes' },
    { documents: 2, savedDocuments: 2, changedDocuments: 1, says: 'Changed since saved' },
    { documents: 2, savedDocuments: 1, changedDocuments: 1, says: 'Changed since saved' },
    { documents: null, savedDocuments: 1, changedDocuments: 1, says: 'Changed since saved' },
  ])('says $says of $savedDocuments saved of $documents, $changedDocuments before a change', ({ says, ...counts }) => {
    const line = sampleLine(1, counts)
    const set: SetRow = { ...parcelSet(), ...counts }
    const rows: WorklistRow[] = [
      { kind: 'line', line, isOpen: true, tickedSets: 0 },
      { kind: 'set', line: sampleLine(1), setId: set.setId, set },
    ]
    expect(rows.map((row) => onDisk?.value(row))).toEqual([says, says])
  })
})

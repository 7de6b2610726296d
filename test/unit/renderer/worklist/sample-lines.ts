import type { WorklistLine } from '../../../../src/shared/words/worklist-words.ts'
import type { Worklist } from '../../../../src/renderer/worklist/store/worklist-state.ts'

export function sampleLine(lineId: number, change: Partial<WorklistLine> = {}): WorklistLine {
  return {
    lineId,
    cells: [`SHP-${lineId}`],
    reference: `SHP-${lineId}`,
    understoodAs: null,
    state: 'found',
    isOutdated: false,
    setIds: [`set-${lineId}`],
    statuses: ['ISSUED'],
    customers: ['Aurora Grain AG'],
    signatures: { signed: 3, total: 3 },
    contents: [{ documents: 2, quantity: '30 MT' }],
    documents: 2,
    savedDocuments: 0,
    changedDocuments: 0,
    changes: [],
    ...change,
  }
}

export function sampleWorklist(change: Partial<Worklist> = {}): Worklist {
  return {
    worklistId: 'list-1',
    name: 'Monday',
    isReadable: true,
    revision: 1,
    customers: [],
    headings: ['Shipment', 'Vessel'],
    referenceColumn: 0,
    lines: 3,
    references: 3,
    createdAt: '2026-03-05T09:00:00.000Z',
    checkedAt: '2026-03-05T09:00:00.000Z',
    comparedWith: null,
    changedReferences: 0,
    searchId: 'search-1',
    ...change,
  }
}

import type { JobDocument } from '../../../../src/renderer/downloads/job-words.ts'

export function sampleDocument(more: Partial<JobDocument> = {}): JobDocument {
  return {
    setId: 'set',
    parcelRef: 'PR-1',
    shipmentRef: 'SHP-1',
    customerName: 'Aurora Grain AG',
    documentId: 'document',
    name: 'Bill of Lading',
    path: '/archive/a.pdf',
    state: 'saved',
    attempts: 1,
    bytes: 6_000,
    sha256: 'ab',
    failure: null,
    remark: null,
    isDamaged: false,
    ...more,
  }
}

import type { DocumentFacts, ParcelSet } from '../../../src/shared/model/parcel-set.ts'
import type { JobDocument, JobSummary, SaveResult } from '../../../src/shared/model/job.ts'
import type { SavedConnection } from '../../../src/engine/accounts/accounts-service.ts'
import type { SearchResult } from '../../../src/engine/search/selection.ts'
import type { PlannedDocument, SavePlan } from '../../../src/engine/saving/plan/save-plan.ts'
import { parcelSet } from '../../support/parcel-sets.ts'

export const CUSTOMER_ID = '11111111-1111-4111-8111-111111111111'
export const SET_ID = '22222222-2222-4222-8222-222222222222'
export const DOCUMENT_ID = '33333333-3333-4333-8333-333333333333'

const FACTS: DocumentFacts = {
  customerId: CUSTOMER_ID,
  customerName: 'Aurora Grain AG',
  parcelRef: 'PRC-1',
  shipmentRef: 'SHP-1',
  status: 'signed',
  modifiedDate: null,
  name: 'Bill of lading',
  docType: 'BOL',
}

export function demoConnection(profile: string): SavedConnection {
  return {
    profile,
    environment: 'test',
    baseUrl: 'https://exchange.example',
    username: 'ops',
    credentialForm: 'basic',
    caFile: undefined,
  }
}

export function demoJob(changes: Partial<JobSummary> = {}): JobSummary {
  return {
    job: 'job-1',
    state: 'done',
    createdAt: '2026-03-03T14:05:00.000Z',
    endedAt: '2026-03-03T14:06:00.000Z',
    environment: 'test',
    origin: 'https://exchange.example',
    username: 'ops',
    profile: 'main',
    credentialForm: 'basic',
    caFile: null,
    folder: '/target',
    subject: { customers: ['Aurora Grain AG'], customerCount: 1, sets: 1, parcel: 'PR-1', worklist: null },
    rule: null,
    isUndoBegun: false,
    removed: 0,
    planned: 2,
    saved: 2,
    skipped: 0,
    failed: 0,
    pending: 0,
    bytes: 3000,
    failure: null,
    ...changes,
  }
}

export function savedDocument(changes: Partial<JobDocument> = {}): JobDocument {
  return {
    setId: SET_ID,
    documentId: DOCUMENT_ID,
    state: 'saved',
    path: '/target/a.pdf',
    bytes: 1500,
    sha256: 'ab'.repeat(32),
    attempts: 1,
    ...changes,
  }
}

export function demoSet(changes: Partial<ParcelSet> = {}): ParcelSet {
  return parcelSet({
    setId: SET_ID,
    customerId: CUSTOMER_ID,
    customerName: 'Aurora Grain AG',
    parcelRef: 'PRC-1',
    shipmentRef: 'SHP-1',
    status: 'signed',
    signature: '1 of 2',
    documents: [{ documentId: DOCUMENT_ID, name: 'Bill of lading', docType: 'BOL' }],
    received: { setId: SET_ID, parcelRef: 'PRC-1', shipmentRef: 'SHP-1', status: 'signed', voyage: '77E' },
    ...changes,
  })
}

export function demoResult(sets: ParcelSet[], changes: Partial<SearchResult> = {}): SearchResult {
  const counts = { total: sets.length, loaded: sets.length, complete: true, requests: 1 }
  return {
    ...counts,
    lacking: { unsent: 0, unreadable: 0 },
    references: [],
    problems: [],
    sets: () => sets,
    ...changes,
  }
}

export function plannedDocument(changes: Partial<PlannedDocument> = {}): PlannedDocument {
  const ids = { setId: SET_ID, documentId: DOCUMENT_ID }
  return {
    ...ids,
    state: 'pending',
    action: 'save',
    there: null,
    path: '/target/a.pdf',
    relativePath: 'a.pdf',
    isSuffixed: false,
    attempts: 0,
    facts: FACTS,
    ...changes,
  }
}

export function demoPlan(changes: Partial<SavePlan> = {}): SavePlan {
  return {
    folder: '/target',
    conflict: 'keep-both',
    documents: [plannedDocument()],
    isComplete: true,
    requests: 1,
    freeBytes: 5e9,
    likelyBytes: 20_000,
    alsoSaving: [],
    problems: [],
    docTypes: [],
    ...changes,
  }
}

export function demoSaved(changes: Partial<SaveResult> = {}): SaveResult {
  const manifest = { csv: '/target/parcel-desk-manifest.csv', json: '/target/parcel-desk-manifest.json' }
  const traffic = { calls: 5, refused: 0, retried: 0, seconds: 1.5, atOnce: 4 }
  return { job: demoJob(), failure: null, complete: true, manifest, problems: [], endProblems: [], traffic, ...changes }
}

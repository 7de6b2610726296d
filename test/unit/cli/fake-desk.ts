import type {
  OneOffConnection,
  NewProfile,
  ParcelDesk,
  ParcelSession,
  SavePlan,
  SavePlanRequest,
  SearchResult,
  Selection,
} from '../../../src/main/core/parcel-desk.ts'
import type { Connection } from '../../../src/shared/model/connection.ts'
import type { JobDocument, JobSummary, SaveResult } from '../../../src/shared/model/job.ts'
import type { ParcelSet } from '../../../src/shared/model/parcel-set.ts'

export const CUSTOMER_ID = '11111111-1111-4111-8111-111111111111'
export const SET_ID = '22222222-2222-4222-8222-222222222222'
export const DOCUMENT_ID = '33333333-3333-4333-8333-333333333333'

/** What an engine was asked, in the order asked. */
export interface Calls {
  useProfile: (string | undefined)[]
  useOnce: OneOffConnection[]
  signIn: NewProfile[]
  signOut: string[]
  connections: Connection[]
  search: Selection[]
  plan: SavePlanRequest[]
  resume: string[]
  closed: number
}

/** Parts of an engine that a test replaces. */
export interface FakeDeskParts {
  session?: Partial<ParcelSession>
  desk?: Partial<ParcelDesk>
  profiles?: Connection[]
  jobs?: JobSummary[]
  documents?: JobDocument[]
}

export function demoConnection(profile: string | undefined): Connection {
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
    folder: '/target',
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
  return {
    setId: SET_ID,
    customerId: CUSTOMER_ID,
    customerName: 'Aurora Grain AG',
    transactionId: null,
    parcelRef: 'PRC-1',
    shipmentRef: 'SHP-1',
    status: 'signed',
    destinationName: null,
    destinationCountry: null,
    cargoName: null,
    modifiedDate: null,
    fromParty: null,
    fromPartyId: null,
    billOfLadingDate: null,
    signature: '1 of 2',
    quantity: null,
    consignorCompanyName: null,
    consigneeCompanyName: null,
    loadPort: null,
    vesselName: null,
    documents: [{ documentId: DOCUMENT_ID, name: 'Bill of lading', docType: 'BOL' }],
    received: { setId: SET_ID, parcelRef: 'PRC-1', shipmentRef: 'SHP-1', status: 'signed', voyage: '77E' },
    ...changes,
  }
}

export function demoResult(sets: ParcelSet[], changes: Partial<SearchResult> = {}): SearchResult {
  const counts = { total: sets.length, loaded: sets.length, complete: true, requests: 1 }
  return { ...counts, references: [], problems: [], sets: () => sets, ...changes }
}

export function demoPlan(changes: Partial<SavePlan> = {}): SavePlan {
  const document = { setId: SET_ID, documentId: DOCUMENT_ID, state: 'pending', path: '/target/a.pdf', attempts: 0 } as const
  return { folder: '/target', documents: [document], requests: 1, freeBytes: 5e9, problems: [], ...changes }
}

export function demoSaved(changes: Partial<SaveResult> = {}): SaveResult {
  const manifest = { csv: '/target/parcel-desk-manifest.csv', json: '/target/parcel-desk-manifest.json' }
  return { job: demoJob(), complete: true, manifest, problems: [], ...changes }
}

/** An engine that answers with the demo values and remembers what it was asked. */
export function createFakeDesk(parts: FakeDeskParts = {}): { desk: ParcelDesk; calls: Calls } {
  const calls: Calls = {
    useProfile: [],
    useOnce: [],
    signIn: [],
    signOut: [],
    connections: [],
    search: [],
    plan: [],
    resume: [],
    closed: 0,
  }
  const { profiles = [], jobs = [], documents = [savedDocument()] } = parts
  const desk: ParcelDesk = {
    accounts: {
      profiles: () => profiles,
      signIn: (profile) => {
        calls.signIn.push(profile)
        return Promise.resolve({ ...demoConnection(profile.name), username: profile.username, baseUrl: profile.baseUrl })
      },
      signOut: (name) => {
        calls.signOut.push(name)
        return Promise.resolve(demoConnection(name))
      },
      useProfile: (name) => {
        calls.useProfile.push(name)
        return Promise.resolve({ connection: demoConnection(name ?? 'only'), password: () => Promise.resolve('kept') })
      },
      useOnce: (connection) => {
        calls.useOnce.push(connection)
        const { baseUrl, username } = connection
        return {
          connection: { ...demoConnection(undefined), baseUrl, username },
          password: () => Promise.resolve(connection.password),
        }
      },
    },
    connect: ({ connection }) => {
      calls.connections.push(connection)
      return { ...fakeSession(calls, connection), ...parts.session }
    },
    jobs: {
      list: () => jobs,
      find: (name) => jobs.find(({ job }) => job === name),
      newestUnfinished: () => jobs.find(({ state }) => state === 'stopped'),
      documents: () => documents,
    },
    verify: (folder) => Promise.resolve({ folder, ok: 2, missing: [], changed: [], extra: [] }),
    notices: () => [],
    close: () => {
      calls.closed += 1
      return Promise.resolve()
    },
    ...parts.desk,
  }
  return { desk, calls }
}

function fakeSession(calls: Calls, connection: Connection): ParcelSession {
  return {
    connection,
    counterparties: () =>
      Promise.resolve([
        { customerId: CUSTOMER_ID, customerName: 'Aurora Grain AG' },
        { customerId: SET_ID, customerName: 'Ōsaka Mills' },
      ]),
    search: (selection) => {
      calls.search.push(selection)
      return Promise.resolve(demoResult([demoSet()]))
    },
    plan: (request) => {
      calls.plan.push(request)
      return Promise.resolve(demoPlan())
    },
    save: () => Promise.resolve(demoSaved()),
    resume: (job) => {
      calls.resume.push(job)
      return Promise.resolve(demoSaved())
    },
    get: () => Promise.resolve({ bytes: 1500, sha256: 'ab'.repeat(32) }),
    close: () => undefined,
  }
}

import type { Selection } from '../../../src/shared/model/selection.ts'
import type { Connection } from '../../../src/shared/model/connection.ts'
import type { JobDocument, JobSummary } from '../../../src/shared/model/job.ts'
import type {
  AccountsService,
  NewProfile,
  OneOffConnection,
  SavedConnection,
} from '../../../src/engine/accounts/accounts-service.ts'
import { addUp } from '../../../src/engine/save-as-found.ts'
import { createBrokerPasswords } from '../../../src/engine/accounts/broker-passwords.ts'
import { createProxyPasswords } from '../../../src/engine/accounts/proxy-passwords.ts'
import { createLogger } from '../../../src/engine/base/logger.ts'
import type { ParcelDesk, ParcelSession, SavePlanRequest } from '../../../src/engine/parcel-desk.ts'
import { resolveCustomers } from '../../../src/engine/search/customers.ts'
import type { JobsService } from '../../../src/engine/saving/jobs-service.ts'
import { noSuchJob } from '../../../src/engine/saving/records/describe-job.ts'
import { createMemorySecrets } from '../../support/memory-secrets.ts'
import { memoryFeed } from '../../support/test-feed.ts'
import { memorySchedules, memoryWorklists } from '../../support/test-schedules.ts'
import { policyOf } from '../../support/test-policy.ts'
import { createTestSubscription } from '../../support/test-subscription.ts'
import {
  CUSTOMER_ID,
  demoConnection,
  demoPlan,
  demoResult,
  demoSaved,
  demoSet,
  savedDocument,
  SET_ID,
} from './demo-values.ts'

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
  profiles?: SavedConnection[]
  jobs?: JobSummary[]
  documents?: JobDocument[]
}

/** An engine that answers with the demo values and remembers what it was asked. */
export function createFakeDesk(parts: FakeDeskParts = {}): { desk: ParcelDesk; calls: Calls } {
  const lists = {
    useProfile: [],
    useOnce: [],
    signIn: [],
    signOut: [],
    connections: [],
    search: [],
    plan: [],
    resume: [],
  }
  const calls: Calls = { ...lists, closed: 0 }
  const { profiles = [], jobs = [], documents = [savedDocument()] } = parts
  const desk: ParcelDesk = {
    texts: () => {
      throw new Error('not in this test')
    },
    accounts: fakeAccounts(calls, profiles),
    connect: ({ connection, password }) => {
      calls.connections.push(connection)
      const session = { ...fakeSession(calls, connection), ...parts.session }
      // As an engine does, it asks for the password before its first call.
      const customers = async (): ReturnType<ParcelSession['customers']> =>
        await password().then(() => session.customers())
      const saveFound: ParcelSession['saveFound'] = async (request, options) => {
        const plan = await session.plan(request, options.onSearch, options.stop)
        options.onPlanned(addUp(undefined, plan))
        return plan.documents.length === 0 ? undefined : await session.save(plan, options)
      }
      const findCustomers: ParcelSession['findCustomers'] = async (named) => resolveCustomers(named, await customers())
      return { ...session, customers, findCustomers, saveFound }
    },
    jobs: fakeJobs(jobs, documents),
    feed: memoryFeed,
    hasFeed: () => true,
    worklists: () => memoryWorklists(),
    schedules: () => memorySchedules(),
    limit: () => undefined,
    policy: policyOf(),
    testService: () => Promise.resolve([]),
    testQueue: () => Promise.resolve([]),
    subscribe: () => createTestSubscription().subscription,
    firmPublisher: () => ({
      ready: () => Promise.resolve(),
      isReady: true,
      publishing: () => () => Promise.resolve(),
      publishRoutable: () => Promise.resolve([]),
      publishCheck: () => Promise.resolve(),
      close: () => Promise.resolve(),
    }),
    checkCollector: () => Promise.resolve([]),
    verify: (folder) =>
      Promise.resolve({ folder, ok: 2, missing: [], changed: [], extra: [], unreadable: [], remarked: [] }),
    signatures: {
      read: () => Promise.resolve({ signatures: [], problem: null }),
      forMany: () => Promise.resolve(() => Promise.resolve({ signatures: [], problem: null })),
      readFolder: () => Promise.resolve([]),
    },
    packFolder: () => Promise.resolve([]),
    makePack: ({ output, lacks }) =>
      Promise.resolve({ output, lacks, documents: 1, pages: 1, bytes: 1500, sha256: 'ab'.repeat(32), kept: [] }),
    packTemplates: { list: () => [], find: (name) => ({ name, patterns: [] }), keep: () => undefined },
    lockSaving: () => ({ release: () => undefined }),
    onNotice: () => undefined,
    logger: createLogger({ write: () => undefined }),
    crashes: { add: () => undefined, list: () => [] },
    supportBundle: () => Promise.resolve({ zip: Buffer.from('zip'), sha256: 'ab', parts: [] }),
    close: () => {
      calls.closed += 1
      return Promise.resolve()
    },
    ...parts.desk,
  }
  return { desk, calls }
}

function fakeJobs(jobs: JobSummary[], documents: JobDocument[]): JobsService {
  return {
    list: () => jobs,
    find: (name) => jobs.find(({ job }) => job === name),
    get: (name) => {
      const found = jobs.find(({ job }) => job === name)
      if (found === undefined) throw noSuchJob(name)
      return found
    },
    newestUnfinished: () => jobs.find(({ state }) => state === 'stopped'),
    documents: () => documents,
    page: () => ({ documents: [], count: 0 }),
    sets: () => null,
    cancel: () => Promise.resolve([]),
    previewUndo: () => Promise.reject(new Error('nobody asks')),
    undo: () =>
      Promise.resolve({
        folder: '/archive',
        removed: 2,
        vanished: 1,
        kept: [{ path: 'a.pdf', reason: 'changed' as const }],
        isComplete: true,
        problems: [],
      }),
    savedAt: () => undefined,
    tryUndo: () =>
      Promise.resolve({
        folder: '/archive',
        wouldRemove: ['b.pdf', 'c.pdf'],
        vanished: 1,
        kept: [{ path: 'a.pdf', reason: 'changed' as const }],
        isComplete: true,
      }),
    noteStopped: () => undefined,
  }
}

function fakeAccounts(calls: Calls, profiles: SavedConnection[]): AccountsService {
  return {
    profiles: () => profiles,
    noteUsed: () => undefined,
    signIn: (profile) => {
      calls.signIn.push(profile)
      const { name, username, baseUrl } = profile
      return Promise.resolve({ ...demoConnection(name), username, baseUrl })
    },
    signOut: (name) => {
      calls.signOut.push(name)
      return Promise.resolve(demoConnection(name))
    },
    useProfile: (name) => {
      calls.useProfile.push(name)
      return Promise.resolve({
        connection: demoConnection(name ?? 'only'),
        password: () => Promise.resolve('kept-canary'),
      })
    },
    useOnce: (oneOff) => {
      calls.useOnce.push(oneOff)
      const { baseUrl, username, password } = oneOff
      return {
        connection: { ...demoConnection('once'), profile: undefined, baseUrl, username },
        password: () => Promise.resolve(password),
      }
    },
    checkKeychain: () => Promise.resolve(),
    brokers: createBrokerPasswords({ secrets: createMemorySecrets(), onSecret: () => undefined }),
    proxies: createProxyPasswords({ secrets: createMemorySecrets(), onSecret: () => undefined }),
  }
}

function fakeSession(calls: Calls, connection: Connection): Omit<ParcelSession, 'saveFound'> {
  return {
    connection,
    signIn: () => Promise.resolve(),
    customers: () =>
      Promise.resolve({
        counterparties: [
          { customerId: CUSTOMER_ID, customerName: 'Aurora Grain AG' },
          { customerId: SET_ID, customerName: 'Ōsaka Mills' },
        ],
        problems: [],
        isWhole: true,
      }),
    findCustomers: () => Promise.resolve({ customers: [], problems: [], isWhole: true }),
    sets: {
      read: () => [],
      history: () => undefined,
      rowChanges: () => [],
      servicesOf: () => [],
      savedDocuments: () => new Map(),
      savedVersions: () => [],
      find: () => Promise.resolve(undefined),
      loadDocuments: () => Promise.resolve('listed' as const),
    },
    search: (selection) => {
      calls.search.push(selection)
      return Promise.resolve(demoResult([demoSet()]))
    },
    plan: (request) => {
      calls.plan.push(request)
      return Promise.resolve(demoPlan())
    },
    planSets: () => Promise.resolve(demoPlan()),
    store: () => demoSaved().job.job,
    save: () => Promise.resolve(demoSaved()),
    resume: (job) => {
      calls.resume.push(job)
      return Promise.resolve(demoSaved())
    },
    get: () => Promise.resolve({ bytes: 1500, sha256: 'ab'.repeat(32), remark: null }),
    planForPack: () => Promise.resolve(demoPlan()),
    packSets: () => Promise.resolve([]),
    documents: refuse,
    savedCopies: refuse,
    close: () => undefined,
  }
}

function refuse(): never {
  throw new Error('no command looks at a document')
}

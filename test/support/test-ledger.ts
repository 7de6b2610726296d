import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import type { Job, NewJobItem } from '../../src/engine/saving/records/job-rows.ts'
import type { SavedVersion } from '../../src/engine/saving/records/ledger.ts'
import { createSavingRecords } from '../../src/engine/saving/records/saving-stores.ts'
import { LEDGER_SCHEMA } from '../../src/engine/storage/schema.ts'
import { openDatabase } from '../../src/engine/storage/database.ts'
import type { DocumentFacts } from '../../src/shared/model/parcel-set.ts'

export interface TestLedger extends ReturnType<typeof createSavingRecords> {
  /** To store what no program would. */
  database: DatabaseSync
  /** Records versions as the engine does. */
  record(...versions: SavedVersion[]): void
}

/** A ledger in a folder, closed when the test ends. */
export function openTestLedger(folder: string, name = 'ledger.sqlite'): TestLedger {
  const database = openDatabase(join(folder, name), LEDGER_SCHEMA, () => undefined)
  onTestFinished(() => {
    database.close()
  })
  const records = createSavingRecords(database)
  return {
    database,
    ...records,
    record: (...versions) => {
      records.atomically(() => {
        for (const version of versions) records.ledger.record(version)
      })
    },
  }
}

export const sampleFacts: DocumentFacts = {
  customerId: '0a0a0a0a-0000-4000-8000-000000000001',
  customerName: 'Aurora Grain',
  parcelRef: 'PR-1',
  shipmentRef: 'SHP-1',
  status: 'signed',
  modifiedDate: '4 February 2026, 08:15',
  name: 'Bill of Lading',
  docType: 'Bill of Lading',
}

export function sha256Of(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** A saved version of a file with this content. */
export function savedVersion(folder: string, relativePath: string, content = 'content'): SavedVersion {
  return {
    folder,
    relativePath,
    setId: '5e700000-0000-4000-a000-000000000001',
    documentId: 'd0c00000-0000-4000-a000-000000000001',
    bytes: content.length,
    sha256: sha256Of(content),
    isLengthDeclared: true,
    remark: null,
    signatures: { count: 0, verdict: null },
    savedAt: '2026-02-04T08:20:00.000Z',
    seenAt: '2026-02-04T08:20:00.000Z',
    baseUrl: 'https://exchange.example',
    username: 'ops@aurora.example',
    jobId: '20260204T0819-0a1b2c3d',
    placed: 'new',
    facts: sampleFacts,
  }
}

export function sampleJob(folder: string): Job {
  return {
    id: '20260204T0819-0a1b2c3d',
    createdAt: '2026-02-04T08:19:00.000Z',
    endedAt: null,
    state: 'planned',
    baseUrl: 'https://exchange.example',
    username: 'ops@aurora.example',
    profile: null,
    credentialForm: 'basic',
    caFile: null,
    folder,
    conflict: 'keep-both',
    concurrency: 4,
    failure: null,
    problems: [{ where: 'set PR-2', message: 'it has no documents' }],
    isSelectionComplete: true,
    subject: { customers: ['Aurora Grain AG'], customerCount: 1, sets: 1, parcel: 'PR-1', worklist: null },
    rule: null,
    undoFolder: null,
  }
}

export function sampleItem(relativePath: string): NewJobItem {
  const { setId, documentId, facts } = savedVersion('', relativePath)
  return { setId, documentId, relativePath, state: 'pending', bytes: null, sha256: null, wasThere: false, facts }
}

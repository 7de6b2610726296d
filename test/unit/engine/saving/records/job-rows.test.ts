import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createJobStore } from '../../../../../src/engine/saving/records/job-store.ts'
import { subjectIn, subjectOf } from '../../../../../src/engine/saving/records/job-rows.ts'
import { openDatabase } from '../../../../../src/engine/storage/database.ts'
import { LEDGER_SCHEMA } from '../../../../../src/engine/storage/schema.ts'
import type { DocumentFacts } from '../../../../../src/shared/model/parcel-set.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'

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
    expect([null, '', '{', '{"customers":1}', '7'].map(subjectIn)).toEqual(Array.from({ length: 5 }, () => unknown))
  })
})

describe('jobs of an earlier version', () => {
  it('are named by what their documents say', async () => {
    const file = join(await tempFolder(), 'ledger.sqlite')
    const before = new DatabaseSync(file)
    for (const script of LEDGER_SCHEMA.migrations.slice(0, 3)) before.exec(script)
    before.exec(`
      PRAGMA user_version = 3;
      INSERT INTO jobs (id, created_at, state, base_url, username, credential_form, folder, conflict, concurrency, problems,
        is_selection_complete)
      VALUES ('many', '2026-01-01T00:00:00.000Z', 'done', 'https://x', 'u', 'basic', '/a', 'skip', 4, '[]', 1),
        ('one', '2026-01-02T00:00:00.000Z', 'done', 'https://x', 'u', 'basic', '/a', 'skip', 4, '[]', 1),
        ('none', '2026-01-03T00:00:00.000Z', 'done', 'https://x', 'u', 'basic', '/a', 'skip', 4, '[]', 1);
      INSERT INTO job_documents (job_id, seq, set_id, document_id, relative_path, state, customer_id, customer_name, parcel_ref)
      VALUES ('many', 0, 's1', 'd1', 'a', 'saved', 'c1', 'Aurora', 'PR-1'), ('many', 1, 's1', 'd2', 'b', 'saved', 'c1', 'Aurora', 'PR-1'),
        ('many', 2, 's2', 'd3', 'c', 'saved', 'c2', NULL, 'PR-2'), ('one', 0, 's1', 'd1', 'a', 'saved', 'c1', 'Aurora', 'PR-1');`)
    before.close()
    const database = openDatabase(file, LEDGER_SCHEMA, () => undefined)
    onTestFinished(() => {
      database.close()
    })
    const subjects = Object.fromEntries(
      createJobStore(database)
        .list()
        .map(({ id, subject }) => [id, subject]),
    )
    expect(subjects).toEqual({
      many: { customers: ['Aurora'], customerCount: 2, sets: 2, parcel: null, worklist: null },
      one: { customers: ['Aurora'], customerCount: 1, sets: 1, parcel: 'PR-1', worklist: null },
      none: { customers: [], customerCount: 0, sets: 0, parcel: null, worklist: null },
    })
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from '../../../../../src/shared/errors/app-error.ts'
import type { JobItem } from '../../../../../src/engine/saving/records/job-rows.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'
import {
  openTestLedger,
  sampleItem,
  sampleJob,
  savedVersion,
  type TestLedger,
} from '../../../../support/test-ledger.ts'

const COUNT = 1201
const job = sampleJob('/archive')
let store: TestLedger
beforeEach(async () => {
  store = openTestLedger(await tempFolder())
  store.jobs.create(
    job,
    Array.from({ length: COUNT }, (_, seq) => sampleItem(`${seq}.pdf`)),
  )
})

const item = (seq: number, change: Partial<JobItem>): JobItem => {
  const planned = { ...sampleItem(`${seq}.pdf`), seq, attempts: 0, failure: null, remark: null }
  return { ...planned, ...change }
}

describe('createJobStore', () => {
  it('returns a job as it was stored, with its problems and facts', () => {
    expect(store.jobs.find(job.id)).toEqual(job)
    expect(store.jobs.find('other')).toBeUndefined()
    expect(store.jobs.items(job.id).next().value).toEqual(item(0, {}))
  })

  it('remembers which rule made a job, and for which parcel', () => {
    const rule = { ruleId: 'issued', name: 'Issued bills', setId: 'set', parcel: 'PR-1' }
    store.jobs.create({ ...job, id: 'ruled', rule }, [])
    expect(store.jobs.find('ruled')?.rule).toEqual(rule)
  })

  it('reads any number of documents in order, even while they change', () => {
    const seen: number[] = []
    store.atomically(() => {
      for (const { seq } of store.jobs.pending(job.id)) {
        seen.push(seq)
        store.jobs.update(job.id, item(seq, { state: 'saved', bytes: 10 }))
      }
    })
    expect(seen).toEqual(Array.from({ length: COUNT }, (_, seq) => seq))
    expect(store.jobs.counts(job.id)).toMatchObject({ planned: COUNT, saved: COUNT, pending: 0, bytes: COUNT * 10 })
    expect([...store.jobs.items(job.id)]).toHaveLength(COUNT)
  })

  it('sums the attempts of all runs', () => {
    store.jobs.update(job.id, item(7, { state: 'failed', attempts: 10, failure: { tag: 'not-found', endpoint: 'x' } }))
    store.jobs.update(job.id, item(7, { state: 'saved', attempts: 2 }))
    expect([...store.jobs.items(job.id)][7]).toMatchObject({ attempts: 12, state: 'saved', failure: null })
  })

  it('makes failed documents pending again and no others', () => {
    store.jobs.update(job.id, item(1, { state: 'failed' }))
    store.jobs.update(job.id, item(2, { state: 'skipped' }))
    store.jobs.update(job.id, item(3, { state: 'saved' }))
    store.jobs.retryFailed(job.id)
    expect(store.jobs.counts(job.id)).toMatchObject({ failed: 0, skipped: 1, saved: 1, pending: COUNT - 2 })
  })

  it('lists jobs newest first, with when and why each ended', () => {
    store.jobs.create({ ...job, id: 'later', createdAt: '2026-03-01T00:00:00.000Z' }, [])
    store.jobs.setState(job.id, 'stopped', { tag: 'disk-full', folder: '/archive' })
    const [later, first] = store.jobs.list()
    expect(later).toMatchObject({ id: 'later', endedAt: null, failure: null })
    expect(first).toMatchObject({ state: 'stopped', failure: { tag: 'disk-full' }, endedAt: expect.any(String) })
    store.jobs.setState(job.id, 'running', null)
    expect(store.jobs.find(job.id)).toMatchObject({ state: 'running', failure: null, endedAt: null })
  })

  it('stores a job with all of its documents or not at all', () => {
    const failing = function* () {
      yield sampleItem('a.pdf')
      throw new Error('no more')
    }
    expect(() => store.jobs.create({ ...job, id: 'half' }, failing())).toThrow('no more')
    expect(store.jobs.find('half')).toBeUndefined()
  })

  it('reads a failure of a later version as internal, because it has no words for it', () => {
    store.database.exec(`UPDATE jobs SET failure = '{"tag":"moon-phase"}'`)
    expect(store.jobs.find(job.id)?.failure).toEqual({ tag: 'internal', reference: 'stored' })
  })

  it('names the file when it cannot be read', () => {
    store.database.exec('DROP TABLE job_documents')
    expect(() => store.jobs.counts(job.id)).toThrow(/ledger\.sqlite could not be read/)
    let thrown: unknown
    try {
      store.jobs.create({ ...job, id: 'new' }, [sampleItem('a.pdf')])
    } catch (caught) {
      thrown = caught
    }
    expect(failureOf(thrown)).toMatchObject({ tag: 'storage-failed', reason: 'no such table: job_documents' })
  })
})

describe('createLedger', () => {
  const saved = (path: string, content: string, day: number) => ({
    ...savedVersion('/archive', path, content),
    seenAt: `2026-01-0${day}T00:00:00.000Z`,
  })

  it('knows every version of a document in a folder and which one the service sent last', () => {
    const [old, newest] = [saved('a.pdf', 'old', 1), saved('a [version 2].pdf', 'new', 2)]
    const elsewhere = { ...saved('a.pdf', 'elsewhere', 3), folder: '/other' }
    store.record(newest, old, elsewhere)
    const { relativePath, documentId, bytes, sha256 } = newest
    const { status, modifiedDate } = newest.facts
    const known = { relativePath, documentId, bytes, sha256, status, modifiedDate }
    expect(store.ledger.newest('/archive', [old.documentId, 'unknown'])).toEqual(new Map([[documentId, known]]))
    expect(store.ledger.knownAt('/archive', relativePath)).toEqual(known)
    expect([...store.ledger.namesIn('/archive')].map((one) => one.relativePath)).toEqual([relativePath, 'a.pdf'])
    expect(store.ledger.typicalBytes('/archive')).toBe((old.bytes + bytes) / 2)
    expect(store.ledger.typicalBytes('/new')).toBe((old.bytes + bytes + elsewhere.bytes) / 3)
    store.record({ ...old, seenAt: '2026-01-03T00:00:00.000Z' })
    expect(store.ledger.newest('/archive', [documentId]).get(documentId)).toMatchObject({ relativePath: 'a.pdf' })
    store.record(old)
    expect(store.ledger.at('/archive', 'a.pdf')).toEqual(old)
    expect(store.ledger.at('/archive', 'b.pdf')).toBeUndefined()
    expect([...store.ledger.inFolder('/archive')]).toEqual([newest, old])
  })

  it('has one version for a path: the one whose file exists', () => {
    store.record(saved('a.pdf', 'old', 1), saved('a.pdf', 'new', 2))
    expect([...store.ledger.inFolder('/archive')]).toEqual([saved('a.pdf', 'new', 2)])
  })
})

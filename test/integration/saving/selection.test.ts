import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { SaveProgress } from '../../../src/shared/model/job.ts'
import { type DemoData, demoData } from '../../exchange-service/demo-data.ts'
import {
  type ExchangeService,
  type ServiceOptions,
  startExchangeService,
} from '../../exchange-service/start-exchange-service.ts'
import { saveRequest, saveWith, type Saved } from '../../support/save-with-desk.ts'
import { createTestDesk, type TestDesk } from '../../support/test-desk.ts'
import { createProgram } from '../cli-program.ts'

let data: DemoData
let service: ExchangeService
let desk: TestDesk

async function start(options: ServiceOptions = {}): Promise<void> {
  service = await startExchangeService({ data, ...options })
  onTestFinished(service.close)
  desk = await createTestDesk({ service })
  onTestFinished(desk.close)
}
beforeEach(() => {
  data = demoData({ setsPerCustomer: 3 })
  for (const set of data.sets) set.documentKinds = set.documentKinds.map(() => 'certificate-of-origin')
})

const documentCount = (): number => data.sets.reduce((sum, { row }) => sum + row.documents.length, 0)
const active = () => data.sets.filter(({ folder, instance }) => folder === 'inbox' && instance === 'DocEx')
const idsOf = (sets: typeof data.sets): string[] =>
  sets.flatMap(({ row }) => row.documents.map((one) => one.documentId)).toSorted()

describe('a service that lists documents only when one set matches (T4)', () => {
  it('is searched for each set alone, and every document is saved', async () => {
    await start({ documentsOnlyWhenUnique: true })
    const { documents, complete } = await saveWith(desk)
    expect(complete).toBe(true)
    expect(documents.map(({ documentId }) => documentId).toSorted()).toEqual(idsOf(active()))
  })

  it('leads to an incomplete save that names the set whose documents it did not list', async () => {
    const [set] = active()
    if (set === undefined) throw new Error('no set')
    const twin = { ...set, row: { ...set.row, setId: '5e700000-0000-4000-8000-00000000beef', documents: [] } }
    data.sets.push(twin)
    await start({ documentsOnlyWhenUnique: true })
    const { complete, problems, job } = await saveWith(desk)
    expect({ complete, state: job.state, failed: job.failed }).toEqual({ complete: false, state: 'done', failed: 0 })
    expect(problems).toContainEqual({
      where: `set ${set.row.parcelRef}`,
      message: expect.stringContaining('did not list its documents'),
    })
    const program = await createProgram(service.url)
    onTestFinished(program.remove)
    const { code, stdout, stderr } = await program.runHere(['save', '--to', 'out', '--json', '--quiet'])
    expect(code).toBe(5)
    expect(JSON.parse(stdout)).toMatchObject({ complete: false })
    expect(stderr).toContain(set.row.parcelRef)
  })
})

describe('the service', () => {
  it('gets no document request from search, plan or dry run (T26)', async () => {
    await start()
    const request = saveRequest(desk)
    await desk.session.customers()
    const found = await desk.session.search(request.selection)
    expect([...found.sets()].length).toBeGreaterThan(0)
    const plan = await desk.session.plan(request)
    expect(plan).toMatchObject({ requests: idsOf(active()).length, isComplete: true })
    expect(service.counts.document).toBe(0)
  })

  it('gets one request for every planned document, and never for a part of one (T27)', async () => {
    await start()
    const { job } = await saveWith(desk)
    expect(service.counts.document).toBe(job.planned)
    expect(documentCount()).toBeGreaterThanOrEqual(job.planned)
    for (const { acceptEncoding } of service.requests.filter(({ endpoint }) => endpoint === 'document')) {
      expect(acceptEncoding).toBe('identity')
    }
  })

  it('may send documents that are too large: each fails alone, and the job goes on (W-M6)', async () => {
    await start()
    const [large = ''] = (await saveWith(desk)).documents.map(({ documentId }) => documentId)
    const body = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000_000, ' '), Buffer.from('%%EOF')])
    service.faults.add({ match: 'document', kind: 'otherBody', body, documentId: large, times: 9 })
    const { job, documents } = await saveWith(desk, { largestDocumentBytes: 1_000_000 })
    expect(job).toMatchObject({ failed: 1, failure: { tag: 'some-not-saved' } })
    const failed = documents.filter(({ state }) => state === 'failed')
    expect(failed).toMatchObject([{ documentId: large, attempts: 1, failure: { tag: 'document-too-large' } }])
    expect(failed[0]?.failure?.message).toMatch(/^The document “.+” has 2.0 MB: too large to be saved/)
  })

  it('gets requests only for the chosen document types, however they are spelled', async () => {
    await start()
    const { documents } = await saveWith(desk, { request: { docTypes: ['bill of LADING'] } })
    const wanted = new Set(
      active().flatMap(({ row }) =>
        row.documents.filter(({ docType }) => docType === 'Bill of Lading').map((one) => one.documentId),
      ),
    )
    expect(wanted.size).toBeGreaterThan(0)
    expect(new Set(documents.map(({ documentId }) => documentId))).toEqual(wanted)
  })

  it('may send a document again with other bytes, and both are kept (T15)', async () => {
    await start()
    const first = await saveWith(desk)
    for (const { documentId } of first.documents) service.changeDocument(documentId)
    const again = await saveWith(desk)
    expect(again.job).toMatchObject({ saved: first.job.planned, skipped: 0 })
    expect(await desk.desk.verify(desk.folder)).toMatchObject({
      ok: 2 * first.job.planned,
      missing: [],
      changed: [],
      extra: [],
    })
  })
})

describe('progress', () => {
  it('counts documents, because sizes are unknown before they arrive (T24)', async () => {
    await start()
    const seen: SaveProgress[] = []
    const { job } = await saveWith(desk, { onProgress: (progress) => void seen.push(progress) })
    expect(seen.at(-1)).toMatchObject({
      job: job.job,
      done: job.planned,
      planned: job.planned,
      failed: 0,
      bytes: job.bytes,
    })
    const done = seen.map((progress) => progress.done)
    expect(done).toEqual(done.toSorted((one, other) => one - other))
  })
})

describe('a selection without a document', () => {
  it('has nothing to save, and no job is stored', async () => {
    await start()
    const planning = desk.session.plan(saveRequest(desk, { docTypes: ['Letter of Indemnity 7'] }))
    await expect(planning).rejects.toMatchObject({ failure: { tag: 'nothing-matched' } })
    expect(desk.desk.jobs.list()).toEqual([])
  })
})

describe('a document that two sets list', () => {
  it('is one file where both sets give it one name, and two files where they do not', async () => {
    const [one, other] = active()
    const [shared] = one?.row.documents ?? []
    if (shared === undefined) throw new Error('no document')
    other?.row.documents.push(shared)
    other?.documentKinds.push('certificate-of-origin')
    await start()
    const pathsOf = ({ documents }: Saved): string[] =>
      documents.filter(({ documentId }) => documentId === shared.documentId).map(({ path }) => path)
    const flat = await saveWith(desk, { concurrency: 8 })
    expect(flat).toMatchObject({ complete: true, job: { failed: 0 } })
    expect(new Set(pathsOf(flat)).size).toBeLessThanOrEqual(2)
    const apart = await saveWith(desk, { request: { pattern: '{setId}/{documentId}' } })
    expect(new Set(pathsOf(apart)).size).toBe(2)
    expect(await desk.desk.verify(desk.folder)).toMatchObject({ missing: [], changed: [], extra: [] })
  })
})

describe('a list of references', () => {
  it('is saved with word of those that no set was found for, which nobody would miss in a long list', async () => {
    await start()
    const program = await createProgram(service.url)
    onTestFinished(program.remove)
    const [found = ''] = active().map(({ row }) => row.shipmentRef)
    const words = ['save', '--shipment-ref', found, '--shipment-ref', 'NOPE', '--to', 'out', '--json']
    const said = [{ where: 'the references', message: 'no set was found for 1 of 2: NOPE' }]
    const planned = await program.runHere([...words, '--dry-run'])
    expect(JSON.parse(planned.stdout)).toMatchObject({ problems: said })
    const saved = await program.runHere(words)
    expect([saved.code, JSON.parse(saved.stdout)]).toMatchObject([0, { complete: true, problems: said }])
    expect(saved.stderr).toContain('the references: no set was found for 1 of 2: NOPE')
  })
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { createDocuments } from '../../exchange-service/documents.ts'
import { distinctData, honestHashes } from '../../support/distinct-documents.ts'
import { resumeWith, saveWith, type Saved } from '../../support/save-with-desk.ts'
import { createTestDesk, type TestDesk } from '../../support/test-desk.ts'
import { sha256Of } from '../../support/test-ledger.ts'
import { createProgram } from '../cli-program.ts'

const data = distinctData({ sets: 20, documentsPerSet: 2 })
const [first = ''] = (await honestHashes(data)).keys()
const [set] = data.search({ customerIds: data.counterparties.map(({ customerId }) => customerId) }).slice(0, 1)
const documentIds = set?.row.documents.map(({ documentId }) => documentId) ?? []
const index = documentIds.indexOf(first)
const whole = set === undefined ? Buffer.alloc(0) : await createDocuments().bytesOf({ set, index, version: 1 })

const manifestShape = z.object({
  documents: z.array(z.object({ documentId: z.string(), sha256: z.string(), remark: z.string().nullable() })),
})

let service: ExchangeService
let desk: TestDesk
beforeEach(async () => {
  service = await startExchangeService({ data })
  onTestFinished(service.close)
  desk = await createTestDesk({ service })
  onTestFinished(desk.close)
})

const sendInstead = (body: Buffer): void =>
  service.faults.add({ match: 'document', kind: 'otherBody', documentId: first, body })
const outcomeIn = ({ documents }: Saved) => documents.find(({ documentId }) => documentId === first)
const manifestOf = async (path: string) => manifestShape.parse(JSON.parse(await readFile(path, 'utf8'))).documents

describe('a document that came whole, but changed on the way', () => {
  it.each([
    ['decoded as UTF-8', (bytes: Buffer) => Buffer.from(bytes.toString('utf8'))],
    ['decoded as Latin-1', (bytes: Buffer) => Buffer.from(bytes.toString('latin1'))],
    ['without a piece of its middle', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 700), bytes.subarray(900)])],
  ])('is saved with a remark in result, manifest and verify (%s)', async (_, change) => {
    const changed = change(whole)
    sendInstead(changed)
    const result = await saveWith(desk)
    const remark = expect.stringMatching(/^Its inner table does not fit its bytes/)
    expect(result).toMatchObject({ complete: true, failure: null })
    expect(outcomeIn(result)).toMatchObject({ state: 'saved', attempts: 1, remark })
    expect(result.documents.filter((document) => document.remark !== undefined)).toHaveLength(1)
    expect(result.endProblems).toMatchObject([
      { message: expect.stringMatching(/^1 document was saved with a remark/) },
    ])
    const listed = await manifestOf(result.manifest?.json ?? '')
    expect(listed.filter((entry) => entry.remark !== null)).toEqual([
      { documentId: first, sha256: sha256Of(changed), remark },
    ])
    expect(await readFile(result.manifest?.csv ?? '', 'utf8')).toContain('Its inner table does not fit its bytes')
    const { ok, remarked } = await desk.desk.verify(desk.folder)
    expect({ ok, remarked }).toEqual({ ok: 40, remarked: [{ path: `TEST ${first}.pdf`, remark }] })
  })

  it('is saved without a word where only padding follows it', async () => {
    sendInstead(Buffer.concat([whole, Buffer.alloc(80_508)]))
    const result = await saveWith(desk)
    expect(outcomeIn(result)).toMatchObject({ state: 'saved', bytes: whole.length + 80_508 })
    expect(result.endProblems).toEqual([])
  })
})

describe('a document that the checks refuse', () => {
  const cut = whole.subarray(0, -100)

  it('is saved as it is for somebody who wants it, and marked in result, manifest and verify', async () => {
    sendInstead(cut)
    const { job } = await saveWith(desk)
    expect(job).toMatchObject({ saved: 39, failed: 1 })
    expect(desk.desk.jobs.page(job.job, { state: 'failed', from: 0, count: 1 }).documents).toMatchObject([
      { documentId: first, isDamaged: true },
    ])
    const again = await resumeWith(desk, job.job)
    expect(again.job).toMatchObject({ saved: 39, failed: 1 })
    const result = await resumeWith(desk, job.job, { acceptsDamaged: [first] })
    const remark = `Saved on request, although it has no end (%%EOF) after ${cut.length} bytes.`
    expect(result).toMatchObject({ complete: true, job: { saved: 40, failed: 0, state: 'done' } })
    expect(outcomeIn(result)).toMatchObject({ state: 'saved', remark })
    expect(await readFile(join(desk.folder, `TEST ${first}.pdf`))).toEqual(cut)
    const listed = await manifestOf(result.manifest?.json ?? '')
    expect(listed.find(({ documentId }) => documentId === first)?.remark).toBe(remark)
    expect((await desk.desk.verify(desk.folder)).remarked).toEqual([{ path: `TEST ${first}.pdf`, remark }])
  })

  it('has no remark where it has come whole by then', async () => {
    service.faults.add({ match: 'document', kind: 'otherBody', documentId: first, body: cut, times: 2 })
    const { job } = await saveWith(desk)
    expect(job.failed).toBe(1)
    const result = await resumeWith(desk, job.job, { acceptsDamaged: [first] })
    expect(outcomeIn(result)).toMatchObject({ state: 'saved', sha256: sha256Of(whole) })
    expect(outcomeIn(result)).not.toHaveProperty('remark')
  })

  it('is never saved where a page came in its place', async () => {
    service.faults.add({ match: 'document', kind: 'html', documentId: first })
    const { job } = await saveWith(desk)
    expect(desk.desk.jobs.page(job.job, { state: 'failed', from: 0, count: 1 }).documents).toMatchObject([
      { isDamaged: false },
    ])
    const result = await resumeWith(desk, job.job, { acceptsDamaged: [first] })
    expect(outcomeIn(result)).toMatchObject({ state: 'failed', failure: { tag: 'not-a-whole-pdf' } })
  })
})

describe('a page that comes in place of all documents', () => {
  it('stops the job with its documents pending, as where the service cannot be reached', async () => {
    service.faults.add({ match: 'document', kind: 'html', nth: 11, times: 100_000 })
    const result = await saveWith(desk)
    expect(result.failure).toMatchObject({
      tag: 'service-unreachable',
      reason: expect.stringContaining('it is a web page (“Sign in”)'),
    })
    expect(result.job).toMatchObject({ saved: 10, failed: 0, pending: 30 })
    service.faults.clear()
    expect(await resumeWith(desk, result.job.job)).toMatchObject({ complete: true, job: { saved: 40 } })
  })

  it('is no outage where only some documents are answered with it', async () => {
    const some = [...(await honestHashes(data)).keys()].slice(0, 5)
    for (const documentId of some) service.faults.add({ match: 'document', kind: 'html', documentId })
    const { job } = await saveWith(desk)
    expect(job).toMatchObject({ saved: 35, failed: 5, failure: { tag: 'some-not-saved' } })
  })
})

describe('the command line', () => {
  it('ends with 5 for a damaged document, and with 0 once it is saved knowingly, with what is wrong with it', async () => {
    const cut = whole.subarray(0, -100)
    sendInstead(cut)
    const program = await createProgram(service.url)
    onTestFinished(program.remove)
    const reason = `it has no end (%%EOF) after ${cut.length} bytes`
    const saved = await program.runHere(['save', '--to', 'out', '--name', '{documentId}'])
    expect(saved.code).toBe(5)
    expect(saved.stdout).toContain(`${reason}. The same came again.`)

    const resumed = await program.runHere(['resume', '--save-anyway', first])
    expect(resumed.code).toBe(0)
    expect(resumed.stdout).toContain(`look at    ${join(program.folder, 'out', `${first}.pdf`)}`)
    expect(resumed.stdout).toContain(`Saved on request, although ${reason}.`)
    expect(resumed.stderr).toContain('1 document was saved with a remark')

    const verified = await program.runHere(['verify', 'out'])
    expect(verified.code).toBe(0)
    expect(verified.stdout).toContain(`look at  ${first}.pdf\n         Saved on request, although ${reason}.\n`)

    const get = ['get', '--set', set?.row.setId ?? '', '--document', first, '--output', 'one.pdf', '--json']
    expect((await program.runHere(get)).code).toBe(5)
    const got = await program.runHere([...get, '--save-anyway'])
    expect({ code: got.code, stdout: JSON.parse(got.stdout) }).toMatchObject({
      code: 0,
      stdout: { sha256: sha256Of(cut), remark: `Saved on request, although ${reason}.` },
    })
    expect(got.stderr).toContain(reason)
  })
})

import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { serveDocument } from '../../../src/main/desk/serving/serve-document.ts'
import { demoData, documentOfKind } from '../../exchange-service/demo-data.ts'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { openSavingPage, type Begun, type SavingPage } from '../../support/saving-page.ts'

const data = demoData({ setsPerCustomer: 3 })
const { setId, documentId } = documentOfKind(data, 'bill-of-lading')
const bill = { setId, documentId }
const name = data.findSet(bill.setId)?.row.documents.find((one) => one.documentId === bill.documentId)?.name ?? ''

let service: ExchangeService
let desk: SavingPage
let begun: Begun
let document: { sessionId: string; setId: string; documentId: string }
beforeEach(async () => {
  service = await startExchangeService({ data })
  onTestFinished(service.close)
  desk = await openSavingPage({ service })
  begun = await desk.begin()
  document = { sessionId: begun.sessionId, ...bill }
})

/** Saves the set of the document and gives its file. */
async function saveIt(): Promise<string> {
  await desk.reached(await desk.save(begun, { setIds: [bill.setId] }), 'done')
  return join(desk.page.desk.folder, `TEST ${bill.documentId}.pdf`)
}

describe('an opened document', () => {
  it('has an address that serves its bytes, and no address that can be guessed', async () => {
    const { address, bytes, source } = await desk.call('documents.open', document)
    expect(source).toBe('service')
    const answer = await serveDocument(desk.keys.read, new Request(new URL(address, 'app://desk')))
    const body = Buffer.from(await answer.arrayBuffer())
    expect(body.length).toBe(bytes)
    expect(body.toString('latin1', 0, 5)).toBe('%PDF-')
    const guessed = new Request(new URL(`/documents/${bill.documentId}`, 'app://desk'))
    expect((await serveDocument(desk.keys.read, guessed)).status).toBe(404)
  })

  it('reports how much of it has arrived, and retries', async () => {
    service.faults.add({ match: 'document', kind: 'withoutEnd', times: 1 })
    const { bytes } = await desk.call('documents.open', document)
    await expect.poll(() => desk.openings.at(-1)).toMatchObject({ ...bill, bytes, totalBytes: bytes, attempt: 2 })
    expect(desk.openings[0]).toMatchObject({ ...bill, bytes: 0, attempt: 1 })
  })

  it('is not fetched if it is too large for the preview, but still opens in the reader', async () => {
    const body = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000_000, ' '), Buffer.from('%%EOF')])
    service.faults.add({ match: 'document', kind: 'otherBody', body, times: 9 })
    desk.settings.change({ largestPreviewMb: 1 })
    expect(await desk.refused('documents.open', document)).toMatchObject({
      tag: 'document-too-large',
      message: expect.stringMatching(/^The document “.+” has 2.0 MB: too large for the preview/),
      next: expect.stringContaining('PDF reader'),
    })
    await desk.call('documents.openInReader', document)
    expect(desk.asked.at(-1)).toMatch(/^open /)
  })

  it('cannot be read after its session has ended', async () => {
    const { address } = await desk.call('documents.open', document)
    await desk.page.sessions.close(begun.sessionId)
    const answer = await serveDocument(desk.keys.read, new Request(new URL(address, 'app://desk')))
    expect(answer.status).toBe(404)
    expect(await desk.refused('documents.open', document)).toMatchObject({ tag: 'no-credentials' })
  })

  it('comes from the disk if it was saved', async () => {
    await saveIt()
    const asked = service.counts.document
    expect(await desk.call('documents.open', document)).toMatchObject({ source: 'disk' })
    expect(service.counts.document).toBe(asked)
  })
})

describe('an earlier version', () => {
  it('is opened by its SHA-256 beside the current one, as long as its file is there as it was saved', async () => {
    const file = await saveIt()
    const sha256 = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
    service.changeDocument(documentId)
    await desk.reached(await desk.save(begun, { setIds: [setId], isOnlyNew: false }), 'done')
    const current = await desk.call('documents.open', document)
    expect(current.sha256).not.toBe(sha256)
    const earlier = await desk.call('documents.open', { ...document, sha256 })
    expect(earlier).toMatchObject({ sha256, source: 'disk' })
    const answer = await serveDocument(desk.keys.read, new Request(new URL(earlier.address, 'app://desk')))
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(await readFile(file))

    await rm(file)
    expect(await desk.refused('documents.open', { ...document, sha256 })).toMatchObject({
      tag: 'bad-usage',
      message: 'This version is not there any more as it was saved.',
    })
  })
})

describe('a damaged document', () => {
  const body = Buffer.from('%PDF-1.7\n1 0 obj\nendobj\nstartxref\n4711\n%%EOF\n')

  it.each(['service', 'disk'] as const)('has its remark beside it where it comes from the %s', async (source) => {
    service.faults.add({ match: 'document', kind: 'otherBody', body, documentId })
    if (source === 'disk') await saveIt()
    const remark = expect.stringMatching(/^Its inner table does not fit/)
    expect(await desk.call('documents.open', document)).toMatchObject({ source, remark })
  })

  it('is saved as it is for somebody who wants it, and can be read then', async () => {
    service.faults.add({ match: 'document', kind: 'otherBody', body: body.subarray(0, -7), documentId })
    expect(await desk.refused('documents.open', document)).toMatchObject({ tag: 'not-a-whole-pdf' })
    const jobId = await desk.save(begun, { setIds: [setId] })
    await desk.reached(jobId, 'stopped')
    const slice = { from: 0, count: 10 }
    const listed = async (state: 'failed' | 'saved') =>
      (await desk.call('jobs.documents', { jobId, slice, state })).documents
    expect(await listed('failed')).toMatchObject([{ documentId, isDamaged: true, remark: null }])
    await desk.call('jobs.resume', { jobId, acceptsDamaged: [documentId] })
    await desk.reached(jobId, 'done')
    const remark = expect.stringMatching(/^Saved on request, although it has no end/)
    expect((await listed('saved')).filter((one) => one.remark !== null)).toMatchObject([{ documentId, remark }])
    expect(await desk.call('documents.open', document)).toMatchObject({ source: 'disk', remark })
    expect((await desk.call('jobs.verify', { jobId })).remarked).toMatchObject([{ remark }])
  })
})

describe('the system’s reader', () => {
  it('shows the saved file', async () => {
    const file = await saveIt()
    await desk.call('documents.openInReader', document)
    expect(desk.asked).toEqual([`open ${file}`])
  })

  it('shows a copy under a readable name if none was saved', async () => {
    await desk.call('documents.openInReader', document)
    const copy = desk.asked[0]?.replace(/^open /, '') ?? ''
    expect(basename(copy)).toBe(`TEST ${name}.pdf`)
    expect((await readFile(copy, 'latin1')).startsWith('%PDF-')).toBe(true)
    expect(copy.startsWith(desk.page.desk.dataDir)).toBe(true)
  })

  it('shows a copy if the saved file was removed', async () => {
    await rm(await saveIt())
    await desk.call('documents.openInReader', document)
    expect(desk.asked).toEqual([expect.stringContaining(desk.page.desk.dataDir)])
  })
})

describe('the folder of a document', () => {
  it('is shown with the file selected', async () => {
    const file = await saveIt()
    await desk.call('documents.showInFolder', document)
    expect(desk.asked).toEqual([`show ${file}`])
  })

  it('cannot be shown before saving, nor after the file was removed', async () => {
    expect(await desk.refused('documents.showInFolder', document)).toMatchObject({ next: 'Save it first.' })
    await rm(await saveIt())
    expect(await desk.refused('documents.showInFolder', document)).toMatchObject({ next: 'Save it first.' })
    expect(desk.asked).toEqual([])
  })
})

describe('dragging out', () => {
  it('takes the existing files and returns their number', async () => {
    const file = await saveIt()
    const { sessionId } = begun
    const documents = [bill, bill, { setId: bill.setId, documentId: 'made-up' }]
    expect(await desk.call('documents.drag', { sessionId, documents })).toEqual({ files: 1 })
    expect(desk.asked).toEqual([`drag ${file}`])
  })

  it('takes every saved file of the ticked sets, each once', async () => {
    await saveIt()
    const { sessionId } = begun
    const documents = data.findSet(bill.setId)?.row.documents ?? []
    const setIds = [bill.setId, bill.setId, 'made-up']
    expect(await desk.call('documents.drag', { sessionId, documents: [bill], setIds })).toEqual({
      files: documents.length,
    })
  })

  it('does not start without files', async () => {
    expect(await desk.call('documents.drag', { sessionId: begun.sessionId, documents: [bill] })).toEqual({ files: 0 })
    expect(desk.asked).toEqual([])
  })
})

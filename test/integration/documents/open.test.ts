import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { onTestFinished, describe, expect, it } from 'vitest'
import { removeOldCaches } from '../../../src/engine/documents/document-cache.ts'
import { createDocumentsService, type DocumentsService } from '../../../src/engine/documents/documents-service.ts'
import type { ParcelSet } from '../../../src/shared/model/parcel-set.ts'
import type { ServiceOptions } from '../../exchange-service/start-exchange-service.ts'
import { demoData, documentOfKind } from '../../exchange-service/demo-data.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { openExchange } from '../../support/open-service.ts'
import { parcelSet } from '../../support/parcel-sets.ts'
import { createQuickClock } from '../../support/quick-clock.ts'
import { filesBelow, tempFolder } from '../../support/temp-folder.ts'
import { openTestLedger, savedVersion, sha256Of } from '../../support/test-ledger.ts'
import { IS_POSIX } from '../../support/system-abilities.ts'

const data = demoData({ setsPerCustomer: 3 })
const bill = documentOfKind(data, 'bill-of-lading')
const certificate = documentOfKind(data, 'certificate-of-origin')

async function openDesk({ service: options = {}, maxCacheBytes = 1e9 }: DeskOptions = {}) {
  const { service, client } = await openExchange({ data, ...options })
  const folder = await tempFolder()
  const { record, ledger } = openTestLedger(folder)
  const facts = { status: 'signed', modifiedDate: 'Monday' }
  const set: { current: typeof facts | undefined } = { current: facts }
  const documents = createDocumentsService({
    client,
    folder,
    maxCacheBytes,
    clock: createQuickClock(),
    savedCopies: ledger.copies(service.url),
    sets: { read: (setId) => (set.current === undefined ? undefined : { ...emptySet(setId), ...set.current }) },
  })
  onTestFinished(documents.close)
  /** Saves content as a document and records it. */
  const save = async (content: string): Promise<string> => {
    const path = join(folder, 'saved.pdf')
    await writeFile(path, content)
    const version = { ...savedVersion(folder, 'saved.pdf', content), ...bill, baseUrl: service.url }
    record({ ...version, facts: { ...version.facts, ...facts } })
    return path
  }
  return { service, folder, documents, set, save, facts }
}

interface DeskOptions {
  service?: ServiceOptions
  maxCacheBytes?: number
}

const emptySet = (setId: string): ParcelSet =>
  parcelSet({
    setId,
    customerId: null,
    customerName: null,
    parcelRef: null,
    shipmentRef: null,
    status: null,
    documents: undefined,
  })

async function bytesBehind(documents: DocumentsService, key: string): Promise<Buffer> {
  const file = await documents.read(key)
  if (file === undefined) throw new Error('there is nothing behind the key')
  return await readFile(file.path)
}

const cached = async (folder: string): Promise<string[]> =>
  (await filesBelow(folder)).filter((file) => file.startsWith('cache'))

describe('opening a document', () => {
  it('fetches and checks an unsaved document and returns a key that cannot be guessed', async () => {
    const { documents, folder } = await openDesk()
    const opened = await documents.open(bill)
    expect(opened).toMatchObject({ source: 'service', key: expect.stringMatching(/^[\w-]{43}$/) })
    const bytes = await bytesBehind(documents, opened.key)
    expect([bytes.length, sha256Of(bytes)]).toEqual([opened.bytes, opened.sha256])
    if (IS_POSIX) expect((await stat(join(folder, 'cache'))).mode & 0o077).toBe(0)
  })

  it('uses the saved file if its bytes are the recorded ones, without a call', async () => {
    const { documents, service, save } = await openDesk()
    const path = await save('%PDF-1.7 as saved %%EOF')
    const opened = await documents.open(bill)
    expect(opened.source).toBe('disk')
    expect(await documents.read(opened.key)).toMatchObject({ path })
    expect(service.counts.document).toBe(0)
  })

  it('fetches if the saved file has other bytes of the same length: somebody changed it', async () => {
    const { documents, save } = await openDesk()
    const path = await save('%PDF-1.7 as saved %%EOF')
    await writeFile(path, '%PDF-1.7 as hacked %%EO')
    expect(await documents.open(bill)).toMatchObject({ source: 'service' })
  })

  it('fetches if the saved file is gone', async () => {
    const { documents, save } = await openDesk()
    await rm(await save('%PDF-1.7 as saved %%EOF'))
    expect(await documents.open(bill)).toMatchObject({ source: 'service' })
  })

  it('fetches if the set has changed since the document was saved: it may have become a copy (T15)', async () => {
    const { documents, set, save } = await openDesk()
    await save('%PDF-1.7 as saved %%EOF')
    expect((await documents.open(bill)).source).toBe('disk')
    set.current = { status: 'issued', modifiedDate: 'Tuesday' }
    expect((await documents.open(bill)).source).toBe('service')
  })

  it('fetches once for concurrent and later callers', async () => {
    const { documents, service } = await openDesk()
    const [first, second] = await Promise.all([documents.open(bill), documents.open(bill)])
    expect(await documents.open(bill)).toEqual(first)
    expect(second).toEqual(first)
    expect(service.counts.document).toBe(1)
  })

  it('retries when the connection drops', async () => {
    const faults = { rules: [{ match: 'document' as const, kind: 'truncated' as const, times: 2 }] }
    const { documents, service, folder } = await openDesk({ service: { faults } })
    await documents.open(bill)
    expect(service.counts.document).toBe(3)
    expect(await cached(folder)).toEqual([expect.stringMatching(/\.pdf$/)])
  })

  it.each([
    ['html', 'not-a-whole-pdf', 2],
    ['truncatedWithoutLength', 'not-a-whole-pdf', 2],
    ['errorEnvelope', 'service-failing', 5],
  ] as const)(
    'returns no key for %s with HTTP 200 (%s), and keeps nothing of it (T22, T23)',
    async (kind, tag, attempts) => {
      const faults = { rules: [{ match: 'document' as const, kind }] }
      const { documents, service, folder } = await openDesk({ service: { faults } })
      expect(await failureThrown(documents.open(bill))).toMatchObject({ tag })
      expect(service.counts.document).toBe(attempts)
      expect(await cached(folder)).toEqual([])
    },
  )

  it('stops fetching when every caller has given up', async () => {
    const { documents, service, folder } = await openDesk()
    const gate = service.hold('document')
    const [first, second] = [new AbortController(), new AbortController()]
    const ends = [documents.open(bill, first.signal), documents.open(bill, second.signal)].map(failureThrown)
    await expect.poll(() => gate.waiting).toBe(1)
    first.abort()
    second.abort()
    expect(await Promise.all(ends)).toEqual([{ tag: 'interrupted' }, { tag: 'interrupted' }])
    gate.open()
    expect(await cached(folder)).toEqual([])
  })
})

describe('a document key', () => {
  it('that was never issued opens nothing', async () => {
    const { documents } = await openDesk()
    await documents.open(bill)
    expect(await documents.read('../ledger.sqlite')).toBeUndefined()
  })

  it('opens nothing once the file was touched: its bytes are no longer the checked ones', async () => {
    const { documents, save } = await openDesk()
    const path = await save('%PDF-1.7 as saved %%EOF')
    const { key } = await documents.open(bill)
    await utimes(path, 1, 1)
    expect(await documents.read(key)).toBeUndefined()
    expect(await documents.open(bill)).toMatchObject({ source: 'disk', key: expect.not.stringContaining(key) })
  })

  it('opens nothing after its file was evicted, and the document can be opened again', async () => {
    const { documents, service, folder } = await openDesk({ maxCacheBytes: 1 })
    const { key } = await documents.open(bill)
    await documents.open(certificate)
    expect(await documents.read(key)).toBeUndefined()
    expect(await cached(folder)).toHaveLength(1)
    await bytesBehind(documents, (await documents.open(bill)).key)
    expect(service.counts.document).toBe(3)
  })

  it('ends with the session, together with its file', async () => {
    const { documents, folder } = await openDesk()
    const { key } = await documents.open(bill)
    await documents.close()
    expect(await documents.read(key)).toBeUndefined()
    expect(await cached(folder)).toEqual([])
  })
})

describe('the start of the application', () => {
  it('removes downloads that a killed run left, and nothing else', async () => {
    const { documents, folder, save } = await openDesk()
    await documents.open(certificate)
    const path = await save('%PDF-1.7 as saved %%EOF')
    await removeOldCaches(join(folder, '..'), [basename(folder)])
    expect(await cached(folder)).toEqual([])
    expect(await readFile(path, 'utf8')).toBe('%PDF-1.7 as saved %%EOF')
  })
})

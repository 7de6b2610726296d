import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { FaultKind } from '../../exchange-service/fault-rules.ts'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { distinctData, honestHashes, savedHashes } from '../../support/distinct-documents.ts'
import { createQuickClock } from '../../support/quick-clock.ts'
import { saveWith, type Saved } from '../../support/save-with-desk.ts'
import { filesBelow } from '../../support/temp-folder.ts'
import { createTestDesk, type TestDesk } from '../../support/test-desk.ts'

const data = distinctData({ sets: 10, documentsPerSet: 2 })
const hashes = await honestHashes(data)
const [difficult = ''] = hashes.keys()

let service: ExchangeService
let desk: TestDesk
beforeEach(async () => {
  service = await startExchangeService({ data })
  onTestFinished(service.close)
  desk = await createTestDesk({ service, connection: { environment: 'production' } })
  onTestFinished(desk.close)
})

const spoil = (kind: FaultKind, times?: number): void =>
  service.faults.add({ match: 'document', kind, documentId: difficult, ...(times === undefined ? {} : { times }) })
const outcomeIn = ({ documents }: Saved) => documents.find(({ documentId }) => documentId === difficult)
const requestsFor = (documentId: string): number[] =>
  service.requests.flatMap(({ path }, index) => (path.endsWith(documentId) ? [index] : []))

describe('a document that cannot be fetched', () => {
  it.each(['truncated', 'errorEnvelope', '500', 'dropped'] as const)(
    'is tried five times, and five times more after all others, when the answer is %s',
    async (kind) => {
      spoil(kind)
      const result = await saveWith(desk)
      expect(result).toMatchObject({ complete: false, job: { saved: 19, failed: 1, state: 'stopped' } })
      expect(result.job.failure).toMatchObject({ tag: 'some-not-saved' })
      expect(outcomeIn(result)).toMatchObject({ state: 'failed', attempts: 10 })
      const tries = requestsFor(difficult)
      expect(tries).toHaveLength(10)
      const lastOfOthers = Math.max(...[...hashes.keys()].filter((id) => id !== difficult).flatMap(requestsFor))
      expect(tries.filter((index) => index > lastOfOthers).length).toBeGreaterThanOrEqual(5)
      expect(await filesBelow(desk.folder)).toHaveLength(21)
    },
  )

  it.each(['withoutEnd', 'truncatedWithoutLength'] as const)(
    'is not tried again once the same damaged bytes came twice, as for %s: they are what the service has',
    async (kind) => {
      spoil(kind)
      const document = outcomeIn(await saveWith(desk))
      expect(document).toMatchObject({ state: 'failed', attempts: 2, failure: { tag: 'not-a-whole-pdf' } })
      expect(requestsFor(difficult)).toHaveLength(2)
    },
  )

  it.each(['html', 'plainText', 'empty'] as const)(
    'is tried once more after all others when the same came twice in its place, as for %s',
    async (kind) => {
      spoil(kind)
      expect(outcomeIn(await saveWith(desk))).toMatchObject({ state: 'failed', attempts: 3 })
      const tries = requestsFor(difficult)
      const lastOfOthers = Math.max(...[...hashes.keys()].filter((id) => id !== difficult).flatMap(requestsFor))
      expect(tries.at(-1)).toBeGreaterThan(lastOfOthers)
    },
  )

  it('fails as the code of an envelope says, without another attempt', async () => {
    const body = Buffer.from('{"code":404,"message":"Document is archived"}')
    service.faults.add({ match: 'document', kind: 'otherBody', documentId: difficult, body })
    const document = outcomeIn(await saveWith(desk))
    expect(document).toMatchObject({ state: 'failed', attempts: 1, failure: { tag: 'not-found' } })
    expect(document?.failure?.message).toContain('Document is archived')
  })

  it.each(['400', '403', '404'] as const)('is not retried when the service answers %s', async (kind) => {
    spoil(kind)
    expect(outcomeIn(await saveWith(desk))).toMatchObject({ state: 'failed', attempts: 1 })
    expect(requestsFor(difficult)).toHaveLength(1)
  })

  it('is saved in the second pass when the service has recovered by then', async () => {
    spoil('dropped', 7)
    const result = await saveWith(desk)
    expect(result).toMatchObject({ complete: true, job: { saved: 20, state: 'done' } })
    expect(outcomeIn(result)).toMatchObject({ state: 'saved', attempts: 8 })
    expect(await savedHashes(desk.folder)).toEqual(hashes)
  })

  it('gives the service more time after every attempt', async () => {
    spoil('dropped')
    await saveWith(desk)
    const longest = [500, 1000, 2000, 4000]
    // Without the heartbeat of who saves into the folder.
    const waitsMs = desk.waitsMs.filter((waitMs) => waitMs !== 15_000)
    expect(waitsMs.length).toBeGreaterThanOrEqual(8)
    for (const waitMs of waitsMs) expect(waitMs).toBeLessThanOrEqual(Math.max(...longest))
  })

  it('keeps the first bytes of what was not a PDF, for diagnosis', async () => {
    spoil('html')
    await saveWith(desk)
    const quarantine = join(desk.dataDir, 'production', 'quarantine')
    expect(await readdir(quarantine)).toEqual([`${difficult}.failed`])
    expect(await readFile(join(quarantine, `${difficult}.failed`), 'utf8')).toContain('<title>Sign in</title>')
    expect(desk.logLines.join('\n')).toContain('document.refused')
  })

  it("quotes the service's reason", async () => {
    spoil('errorEnvelope')
    const { failure } = outcomeIn(await saveWith(desk)) ?? {}
    expect(failure).toMatchObject({ tag: 'service-failing', message: expect.stringContaining('could not be produced') })
  })

  it('does not stop the others, even when a dozen are difficult at once', { tags: 'soak' }, async () => {
    for (const documentId of [...hashes.keys()].slice(0, 15)) {
      service.faults.add({ match: 'document', kind: 'dropped', documentId })
    }
    // Twenty seconds without a sign of life would mean that the service is gone, so they must be real ones.
    const clock = { ...createQuickClock(), monotonicMs: () => performance.now() }
    desk = await createTestDesk({ service, connection: { environment: 'production' }, ports: { clock } })
    onTestFinished(desk.close)
    const result = await saveWith(desk)
    expect(result.job).toMatchObject({ saved: 5, failed: 15, pending: 0, failure: { tag: 'some-not-saved' } })
  })
})

describe('a valid document', () => {
  it.each(['leadIn', 'wrongContentType', 'slow', 'gzip'] as const)(
    'is accepted although it arrives as %s',
    async (kind) => {
      spoil(kind)
      // By a clock as slow as the real one: the pauses between its bytes are short.
      desk = await createTestDesk({ service, speed: 1 })
      onTestFinished(desk.close)
      expect(outcomeIn(await saveWith(desk))).toMatchObject({ state: 'saved', attempts: 1 })
    },
  )

  it.each(['wrongLengthShort', 'wrongLengthLong', 'truncatedChunked', 'reset', 'stalled', 'falseGzip'] as const)(
    'is fetched anew when it came as %s',
    async (kind) => {
      spoil(kind, 1)
      expect(outcomeIn(await saveWith(desk))).toMatchObject({ state: 'saved', attempts: 2 })
      expect(await savedHashes(desk.folder)).toEqual(hashes)
    },
  )
})
